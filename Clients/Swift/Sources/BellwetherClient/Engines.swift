import Foundation

/// The engines of this process, by folder.
enum Engines {
    private struct Reference {
        weak var engine: Engine?
    }

    private static let all = Lock<[String: Reference]>([:])

    /// Returns the engine of the configuration's folder, which may exist already. Returns nil if nothing can be recorded.
    static func engine(_ configuration: Configuration, _ environment: Environment) -> Engine? {
        guard let appID = configuration.appID ?? EventOrigin.systemAppID, let origin = environment.origin(appID) else {
            configuration.diagnostics(.invalidAppID)
            return nil
        }
        guard let folder = configuration.directory ?? defaultFolder(appID) else { return nil }
        let shared = configuration.appGroup.flatMap(environment.sharedFolder)
        let settings = StoreSettings(
            directory: folder.standardizedFileURL.path, sharedDirectory: shared,
            collectsFromStart: configuration.collectsFromStart, maximumBytes: configuration.maximumBytes)
        return all.withLock { engines in
            if let engine = engines[settings.directory]?.engine { return engine }
            let engine = Engine(origin, settings, configuration, environment)
            engines[settings.directory] = Reference(engine: engine)
            return engine
        }
    }

    private static func defaultFolder(_ appID: String) -> URL? {
        #if os(tvOS)
        let parent = FileManager.SearchPathDirectory.cachesDirectory
        #else
        let parent = FileManager.SearchPathDirectory.applicationSupportDirectory
        #endif
        return FileManager.default.urls(for: parent, in: .userDomainMask).first?
            .appendingPathComponent("BellwetherClient", isDirectory: true)
            .appendingPathComponent(appID, isDirectory: true)
    }
}

/// The folder that an app shares with its notification service extension.
enum SharedFolder {
    /// Returns its path; nil if the process does not belong to the group.
    static func path(appGroup: String) -> String? {
        #if canImport(Darwin)
        FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: appGroup)?
            .appendingPathComponent("BellwetherClient", isDirectory: true).path
        #else
        nil
        #endif
    }
}
