/// The days that a simulation covers. They end at a fixed instant, for a simulation knows no clock.
struct SimulatedDays: Sendable {
    /// The number of the first day.
    let first: Int

    /// The number of the day after the last one: 2026-05-01.
    let end = CivilDate(2026, 5, 1).dayNumber

    /// The last `count` days before the end.
    init(count: Int) { first = end - count }

    /// The days' numbers.
    var all: Range<Int> { first..<end }

    /// Nothing happens from here on.
    var endTime: Microseconds { Microseconds(end) * .day }

    /// No day before this one is in the default range of a report at the end.
    var firstReported: Int { end - 90 }

    /// Nothing that is good is received after this; what would be is still under way, and unknown.
    var lastReceipt: Microseconds { endTime + 4 * .hour }
}
