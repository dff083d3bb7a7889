import Foundation

/// What the instances of one folder share: the queue, the delivery, and what the app is doing.
final class Engine: Sendable {
    let store: Store
    let uploader: Uploader
    let encoder: EventEncoder
    let environment: Environment
    let diagnose: @Sendable (Diagnostic) -> Void
    let os: String
    let requests = Lock(Requests())
    let presence = Lock(Presence())
    let seen = Lock(SeenNotifications())

    /// Creates an engine, and does no work yet. Returns nil if nothing can be recorded.
    init?(_ configuration: Configuration, _ environment: Environment) {
        guard let appID = configuration.appID ?? EventOrigin.systemAppID, let origin = environment.origin(appID) else {
            configuration.diagnostics(.invalidAppID)
            return nil
        }
        guard let folder = configuration.directory ?? Engine.defaultFolder(appID) else { return nil }
        let settings = StoreSettings(
            directory: folder.standardizedFileURL.path,
            sharedDirectory: configuration.appGroup.flatMap(environment.sharedFolder),
            collectsFromStart: configuration.collectsFromStart, maximumBytes: configuration.maximumBytes)
        self.environment = environment
        diagnose = configuration.diagnostics
        os = origin.os
        encoder = EventEncoder(origin, makeID: environment.makeID)
        store = Store(
            settings, files: environment.files, makeID: environment.makeID, diagnose: configuration.diagnostics)
        var upload = UploadSettings(
            url: configuration.url, key: configuration.key,
            transport: environment.transport(configuration.usesConstrainedNetworks), clock: environment.clock,
            sleep: environment.sleep, diagnose: configuration.diagnostics)
        upload.jitter = environment.jitter
        uploader = Uploader(store, upload)
        store.onWork { [weak uploader] in Task { await uploader?.wake() } }
    }

    private static func defaultFolder(_ appID: String) -> URL? {
        #if os(tvOS)
        let parent = FileManager.SearchPathDirectory.cachesDirectory
        #else
        let parent = FileManager.SearchPathDirectory.applicationSupportDirectory
        #endif
        return FileManager.default.urls(for: parent, in: .userDomainMask).first?
            .appendingPathComponent("BellwetherClient/" + appID, isDirectory: true)
    }

    /// Records an event that is no step of the journey.
    func record(_ type: EventType, _ data: EventData = EventData()) {
        let now = environment.clock.read()
        store.record(encoder.encode(Event(type, at: now.wall, data: data)), uptime: now.uptime)
    }

    /// Takes a step of the journey.
    func apply(_ input: JourneyInput) {
        let now = environment.clock.read()
        var diagnostics: [Diagnostic] = []
        store.transition(uptime: now.uptime) { state in
            let output = state.apply(input, at: now.wall)
            diagnostics = output.diagnostics
            return output.events.map(encoder.encode)
        }
        diagnostics.forEach(diagnose)
    }
}
