import Simulation

typealias Event = Truth.Event

/// 2026-01-01T00:00:00Z, the start of the histories in these tests.
let start: Microseconds = 1_767_225_600_000_000

let second: Microseconds = 1_000_000

let day = 86_400 * second

/// iOS 17.4, the OS of all events.
let iOS17 = Truth.OperatingSystem(name: "iOS", major: 17, minor: 4)

/// Returns an event of an installation of app `a` at `offset` microseconds after `start`.
func event(_ type: Truth.EventType, at offset: Microseconds, status: Truth.Status = .unknown) -> Event {
    var event = Event(
        type, app: "a", installation: Truth.Identifier(high: 0, low: 1), id: Truth.Identifier(high: 0, low: 0),
        at: start + offset, os: iOS17)
    event.status = status
    return event
}

extension Truth.Event {
    /// Returns a copy with some members changed.
    func with(_ change: (inout Event) -> Void) -> Event {
        var event = self
        change(&event)
        return event
    }
}

/// Returns parameters with a horizon in microseconds after `start`. Days are counted from the day of `start`, which is
/// 0.
func parameters(horizon: Microseconds = 60 * day, from: Int? = nil, to: Int? = nil) -> Truth.Parameters {
    Truth.Parameters(horizon: start + horizon, from: from.map { 20_454 + $0 }, to: to.map { 20_454 + $0 })
}

/// Returns the rows of a table without its header.
func rows(
    _ table: String, _ events: [Event], deliveries: [Truth.Delivery] = [],
    _ parameters: Truth.Parameters = parameters()
) -> [String] {
    let file = Truth.Tables(events, deliveries, parameters).files.first { $0.name == table + ".csv" }
    return file?.csv.split(separator: "\n").dropFirst().map(String.init) ?? ["no table \(table)"]
}
