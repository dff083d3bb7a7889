import Simulation

typealias Event = Truth.Event

/// 2026-01-01T00:00:00Z, the start of the histories in these tests.
let start: Microseconds = 1_767_225_600_000_000

let second: Microseconds = 1_000_000

let minute = 60 * second

let hour = 60 * minute

let day = 24 * hour

/// iOS 17.4, the default OS.
let iOS17 = Truth.OperatingSystem(name: "iOS", major: 17, minor: 4)

/// iOS 18.0, for tests that need a second OS.
let iOS18 = Truth.OperatingSystem(name: "iOS", major: 18, minor: 0)

/// iOS 9.3, a second older OS.
let iOS9 = Truth.OperatingSystem(name: "iOS", major: 9, minor: 3)

/// Returns an event of app `a` at `offset` microseconds after `start`. The UUIDs of the event and installation are `id`
/// and `installation` in their last bytes and otherwise zero.
func event(
    _ type: Truth.EventType, at offset: Microseconds, of installation: UInt64 = 1, id: UInt64 = 0,
    sequence: Int? = nil, os: Truth.OperatingSystem? = iOS17, status: Truth.Status = .unknown
) -> Event {
    var event = Event(
        type, app: "a", installation: Truth.Identifier(high: 0, low: installation),
        id: Truth.Identifier(high: 0, low: id), at: start + offset, os: os)
    event.sequence = sequence
    event.status = status
    return event
}

/// Returns a `status_observed` event.
func status(_ status: Truth.Status, at offset: Microseconds, os: Truth.OperatingSystem = iOS17) -> Event {
    event(.statusObserved, at: offset, os: os, status: status)
}

/// Returns an event about a notification.
func push(
    _ type: Truth.EventType, _ notification: Truth.Text, at offset: Microseconds, id: UInt64 = 0,
    os: Truth.OperatingSystem? = iOS17, campaign: Truth.Text = "", isLocal: Bool = false
) -> Event {
    var event = event(type, at: offset, id: id, os: os)
    event.notification = notification
    event.campaign = campaign
    event.trigger = isLocal ? "local" : "push"
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
