/// The engines of this process, by folder.
enum Engines {
    private struct Reference {
        weak var engine: Engine?
    }

    private static let all = Lock<[String: Reference]>([:])

    /// Returns the engine of the configuration's folder, which may exist already. Returns nil if nothing can be recorded.
    static func shared(_ configuration: Configuration) -> Engine? {
        guard let engine = Engine(configuration, Environment()) else { return nil }
        return all.withLock { engines in
            let folder = engine.store.settings.directory
            if let other = engines[folder]?.engine { return other }
            engines[folder] = Reference(engine: engine)
            return engine
        }
    }
}
