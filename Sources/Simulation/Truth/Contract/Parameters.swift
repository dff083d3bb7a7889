extension Truth {
    /// The parameters of a report.
    package struct Parameters: Sendable {
        /// The longest time from a first prompt to the decision that counts; it does not belong to the window itself.
        package var conversionWindow = 7 * Microseconds.day

        /// The longest time from a send to the open that counts as direct.
        package var openWindow = 28 * Microseconds.day

        /// The longest time from a send to an app open that counts as influenced.
        package var influenceWindow = 12 * Microseconds.hour

        /// The most permission events of an installation that has a journey.
        package var journeyLimit = 10_000

        /// Where days begin and end.
        package let timeZone: TimeZone

        /// The report's "now"; nil where nothing was ever accepted: then every table is its header alone.
        package let horizon: Microseconds?

        /// The numbers of the days that have rows (day 0 is 1970-01-01); none lies after the horizon's.
        package let days: Range<Int>

        /// The range `from`…`to`, both inclusive; by default the 90 days that end with `to`, and `to` the day before
        /// the horizon's.
        package init(horizon: Microseconds?, from: Int? = nil, to: Int? = nil, timeZone: TimeZone = .utc) {
            self.horizon = horizon
            self.timeZone = timeZone
            guard let now = horizon.map(timeZone.day) else {
                days = 0..<0
                return
            }
            let last = to ?? now - 1
            let first = from ?? last - 89
            days = first..<max(first, min(last, now) + 1)
        }

        /// The same for the equally long range right before this one, with the horizon moved back by its length; nil where the
        /// range has no day.
        var before: Parameters? {
            guard let horizon, !days.isEmpty else { return nil }
            var before = Parameters(
                horizon: horizon - Microseconds(days.count) * .day, from: days.lowerBound - days.count,
                to: days.lowerBound - 1, timeZone: timeZone)
            before.conversionWindow = conversionWindow
            before.openWindow = openWindow
            before.influenceWindow = influenceWindow
            before.journeyLimit = journeyLimit
            return before
        }

        /// Whether an event had been received by the horizon.
        func knows(_ event: Event) -> Bool { horizon.map { event.receivedAt <= $0 } ?? false }

        /// Whether a time lies in the range.
        func covers(_ time: Microseconds) -> Bool { days.contains(timeZone.day(of: time)) }
    }
}
