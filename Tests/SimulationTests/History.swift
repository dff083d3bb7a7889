import Simulation

typealias Event = Truth.Event

/// 2026-01-01T00:00:00Z, where the hand-made histories begin.
let start: Microseconds = 1_767_225_600_000_000

/// One second in microseconds.
let second: Microseconds = 1_000_000

/// One minute in microseconds.
let minute = 60 * second

/// One hour in microseconds.
let hour = 60 * minute

/// One day in microseconds.
let day = 24 * hour

/// iOS 17.4, where a test cares for no other.
let iOS17 = Truth.OperatingSystem(name: "iOS", major: 17, minor: 4)

/// iOS 18.0, where a test needs another.
let iOS18 = Truth.OperatingSystem(name: "iOS", major: 18, minor: 0)

/// iOS 9.3, which says the same for "never asked" and "refused".
let iOS9 = Truth.OperatingSystem(name: "iOS", major: 9, minor: 3)

/// An event so many microseconds after `start` in the app `a`; its id is all zeros but for `id`, its installation's
/// all zeros but for `of`.
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

/// An observation of a status.
func status(_ status: Truth.Status, at offset: Microseconds, os: Truth.OperatingSystem = iOS17) -> Event {
    event(.statusObserved, at: offset, os: os, status: status)
}

/// An event about a notification.
func push(
    _ type: Truth.EventType, _ notification: Truth.Text, at offset: Microseconds, id: UInt64 = 0,
    os: Truth.OperatingSystem? = iOS17, campaign: Truth.Text = "", isLocal: Bool = false
) -> Event {
    var event = event(type, at: offset, id: id, os: os)
    event.notification = notification
    event.campaign = campaign
    event.isLocal = isLocal
    return event
}

extension Truth.Event {
    /// The same event with some of its members changed.
    func with(_ change: (inout Event) -> Void) -> Event {
        var event = self
        change(&event)
        return event
    }
}

/// The parameters at a horizon so many microseconds after `start`; days are counted from `start`'s, which is 0.
func parameters(horizon: Microseconds = 60 * day, from: Int? = nil, to: Int? = nil) -> Truth.Parameters {
    Truth.Parameters(horizon: start + horizon, from: from.map { 20_454 + $0 }, to: to.map { 20_454 + $0 })
}

/// The rows of a table without its header.
func rows(
    _ table: String, _ events: [Event], deliveries: [Truth.Delivery] = [],
    _ parameters: Truth.Parameters = parameters()
) -> [String] {
    let file = Truth.Tables(events, deliveries, parameters).files.first { $0.name == table + ".csv" }
    return file?.csv.split(separator: "\n").dropFirst().map(String.init) ?? ["no table \(table)"]
}

/// The funnel's entry of these events, long after all windows have passed unless a horizon is given.
func entry(_ events: [Event], horizon: Microseconds = 60 * day) -> Truth.FunnelEntry? {
    let parameters = parameters(horizon: horizon)
    return Truth.History(events.map { $0.with { $0.receivedAt = start } }, parameters).flatMap {
        Truth.FunnelEntry($0, parameters)
    }
}
