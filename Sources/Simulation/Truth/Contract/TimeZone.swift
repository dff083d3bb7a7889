extension Truth {
    /// The time zone of calendar days, as a list of UTC offsets and the times when they change.
    package struct TimeZone: Sendable {
        /// A UTC offset and the time from which it applies.
        package struct Offset: Sendable, Equatable {
            /// The first instant at which it applies.
            package var since: Microseconds

            /// Local time minus UTC; negative west of Greenwich.
            package var ahead: Microseconds

            package init(since: Microseconds, ahead: Microseconds) {
                self.since = since
                self.ahead = ahead
            }
        }

        package static let utc = TimeZone(ahead: 0)

        /// The offset before the first change.
        private let ahead: Microseconds

        /// The changes, in order of time.
        private let changes: [Offset]

        /// Creates a zone from its initial offset and its later changes, which must be in order of time.
        package init(ahead: Microseconds, changes: [Offset] = []) {
            self.ahead = ahead
            self.changes = changes
        }

        /// Returns the number of the local day that contains a time; day 0 is 1970-01-01.
        package func day(of time: Microseconds) -> Int {
            (time + ahead(at: time)).dayNumber
        }

        /// Returns the first day that ends after a time. It is the day before the local one if clocks go back to that
        /// one later.
        package func endingDay(of time: Microseconds) -> Int {
            let local = day(of: time)
            let endBefore = end(of: local - 1)
            return endBefore > time && endBefore != .max ? local - 1 : local
        }

        /// Returns local time minus UTC at a time.
        func ahead(at time: Microseconds) -> Microseconds { changes.last { $0.since <= time }?.ahead ?? ahead }

        /// Returns the end of a day: the instant after the last one with that date. If the zone skips the date, the end
        /// of time.
        func end(of day: Int) -> Microseconds {
            let offsets = [Offset(since: .min, ahead: ahead)] + changes
            let ends = offsets.indices.compactMap { place -> Microseconds? in
                let first = max(Microseconds(day) * .day - offsets[place].ahead, offsets[place].since)
                let next = place + 1 < offsets.count ? offsets[place + 1].since : .max
                let end = min(Microseconds(day + 1) * .day - offsets[place].ahead, next)
                return first < end ? end : nil
            }
            return ends.max() ?? .max
        }
    }
}
