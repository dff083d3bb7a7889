import Simulation

typealias Event = Truth.PermissionEvent

/// 2026-01-01T00:00:00Z, where the hand-made histories begin.
let start: Microseconds = 1_767_225_600_000_000

/// One second in microseconds.
let second: Microseconds = 1_000_000

/// One day in microseconds.
let day = 86_400 * second

/// iOS 17.4, where a test cares for no other.
let iOS17 = Truth.OperatingSystem(name: "iOS", major: 17, minor: 4)

/// An event so many microseconds after `start`; its id is all zeros but for `id`.
func event(
    _ type: Truth.PermissionType, at offset: Microseconds, id: UInt64 = 0, sequence: Int? = nil,
    os: Truth.OperatingSystem = iOS17, status: Truth.Status = .unknown
) -> Event {
    Event(
        type, effectiveAt: start + offset, id: Truth.Identifier(high: 0, low: id), sequence: sequence, os: os,
        status: status)
}

/// The funnel's entry of these events, long after all windows have passed unless a horizon is given.
func entry(_ events: [Event], opens: [Microseconds] = [], horizon: Microseconds = 60 * day) -> Truth.FunnelEntry? {
    Truth.FunnelEntry(Truth.Journey(events), opens: opens.map { start + $0 }, horizon: start + horizon)
}
