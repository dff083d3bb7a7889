import Foundation

/// The part that instances with the same folder share: queue, delivery, requests and the app's state.
final class Engine: Sendable {
    let store: Store
    let uploader: Uploader
    let encoder: EventEncoder
    let environment: Environment
    let requests = Lock(Requests())
    let presence = Lock(Presence())
    let seen = Lock(SeenNotifications())

    /// The engines of this process, by folder.
    private static let all = Lock<[String: () -> Engine?]>([:])

    /// Returns the engine of the configuration's folder, existing or new; nil if nothing can be recorded.
    static func shared(_ configuration: Configuration) -> Engine? {
        guard let engine = Engine(configuration, Environment()) else { return nil }
        return all.withLock { all in
            if let other = all[engine.store.directory]?() { return other }
            all[engine.store.directory] = { [weak engine] in engine }
            return engine
        }
    }

    /// Creates an engine. Reads no file yet. Returns nil if nothing can be recorded.
    init?(_ configuration: Configuration, _ environment: Environment) {
        var configuration = configuration
        configuration.appID = configuration.appID ?? environment.bundleID
        guard !environment.isAppExtension || configuration.directory != nil else {
            configuration.diagnostics(.inAppExtension)
            return nil
        }
        guard let appID = configuration.appID, let origin = environment.origin(appID),
            let folder = configuration.directory ?? Engine.defaultFolder(appID)
        else {
            configuration.diagnostics(.invalidOrigin)
            return nil
        }
        self.environment = environment
        encoder = EventEncoder(origin, makeID: environment.makeID)
        store = Store(folder.standardizedFileURL.path, configuration, environment)
        uploader = Uploader(store)
        if configuration.appGroup != nil, store.inbox == nil { diagnose(.notInAppGroup) }
        store.onWork { [weak uploader] in Task { await uploader?.wake() } }
    }

    func diagnose(_ diagnostic: Diagnostic) { store.configuration.diagnostics(diagnostic) }

    private static func defaultFolder(_ appID: String) -> URL? {
        #if os(tvOS)
        let parents = FileManager.default.urls(for: .cachesDirectory, in: .userDomainMask)
        #else
        let parents = FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask)
        #endif
        return parents.first?.appendingPathComponent("BellwetherClient/" + appID, isDirectory: true)
    }

    func record(_ type: EventType, _ data: consuming EventData = EventData()) {
        let now = environment.clock()
        store.record(encoder.encode(Event(type, at: now.wall, data: data)), uptime: now.uptime)
    }

    /// Applies an input to the journey and records its events.
    func apply(_ input: JourneyInput) {
        let now = environment.clock()
        var diagnostics: [Diagnostic] = []
        store.transition(uptime: now.uptime) { state in
            let output = state.apply(input, at: now.wall)
            diagnostics = output.diagnostics
            return output.events.map(encoder.encode)
        }
        diagnostics.forEach(diagnose)
    }
}
