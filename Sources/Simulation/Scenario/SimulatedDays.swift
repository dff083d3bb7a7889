/// The days that a simulation covers. They end on a fixed date, because a simulation must not depend on the clock.
struct SimulatedDays: Sendable {
    let first: Int

    /// The day after the last one: 2026-05-01.
    let end = CivilDate(2026, 5, 1).dayNumber

    /// Creates the range of the last `count` days before the end.
    init(count: Int) { first = end - count }

    /// The day numbers; day 0 is 1970-01-01.
    var all: Range<Int> { first..<end }

    /// The end of the last day; nothing happens from this time on.
    var endTime: Microseconds { Microseconds(end) * .day }

    /// The first day that a report at the end can cover with its default range of 90 days.
    var firstReported: Int { end - 90 }

    /// The latest `received_at` of an event that is accepted. Events that would arrive later are left out as still in
    /// transit.
    var lastReceipt: Microseconds { endTime + 4 * .hour }
}
