extension Truth {
    /// The parameters of a report.
    package struct Parameters: Sendable {
        /// The time after a first prompt within which a decision counts; the end is exclusive.
        package var conversionWindow = 7 * Microseconds.day

        /// The time after a send within which an open counts as direct.
        package var openWindow = 28 * Microseconds.day

        /// The time after a send within which an app open counts as influenced.
        package var influenceWindow = 12 * Microseconds.hour

        /// The maximum number of permission events; an installation with more has no journey.
        package var journeyLimit = 10_000

        /// Rows of fewer people are blank; 0 is off.
        package var minimumCell = 0

        /// The time zone of calendar days.
        package let timeZone: TimeZone

        /// The report's "now"; nil if no event was ever accepted, and then every table contains only its header.
        package let horizon: Microseconds?

        /// The day numbers of the range, none after the horizon's day; day 0 is 1970-01-01.
        package let days: Range<Int>

        /// The last day of the range, or that of the horizon if it is earlier; nil without a horizon.
        package let lastDay: Int?

        /// Creates the parameters for the range `from`…`to`, both inclusive. `to` defaults to the day before the
        /// horizon's day, `from` to 89 days before `to`.
        package init(horizon: Microseconds?, from: Int? = nil, to: Int? = nil, timeZone: TimeZone = .utc) {
            self.horizon = horizon
            self.timeZone = timeZone
            guard let now = horizon.map(timeZone.day) else {
                days = 0..<0
                lastDay = nil
                return
            }
            let last = to ?? now - 1
            let first = from ?? last - 89
            days = first..<max(first, min(last, now) + 1)
            lastDay = min(last, now)
        }

        /// The parameters of the preceding range of equal length, with the horizon moved back by that length; nil if
        /// the range is empty. `opt_in_changes` compares both.
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

        /// Returns whether the event was received by the horizon.
        func knows(_ event: Event) -> Bool { horizon.map { event.receivedAt <= $0 } ?? false }

        /// Returns whether the time is in the range.
        func covers(_ time: Microseconds) -> Bool { days.contains(timeZone.day(of: time)) }
    }
}
