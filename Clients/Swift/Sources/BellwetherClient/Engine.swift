import Foundation

/// What the instances of one folder share: the queue, the delivery, and what the app is doing.
final class Engine: Sendable {
    let store: Store
    let encoder: EventEncoder
    let environment: Environment
    let diagnose: @Sendable (Diagnostic) -> Void
    let os: String
    let requests = Lock(Requests())
    let presence = Lock(Presence())
    let seen = Lock(SeenNotifications())

    init(_ origin: EventOrigin, _ settings: StoreSettings, _ configuration: Configuration, _ environment: Environment) {
        self.environment = environment
        diagnose = configuration.diagnostics
        os = origin.os
        encoder = EventEncoder(origin, makeID: environment.makeID)
        store = Store(
            settings, files: environment.files, makeID: environment.makeID, diagnose: configuration.diagnostics)
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
