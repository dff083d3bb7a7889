extension Truth {
    /// Where days begin and end: a time zone as the spans of its offsets from UTC.
    package struct TimeZone: Sendable {
        /// From a time on, clocks show so much more than UTC.
        package struct Offset: Sendable, Equatable {
            /// The first instant at which it holds.
            package var since: Microseconds

            /// What local clocks are ahead of UTC; negative in the west.
            package var ahead: Microseconds

            /// An offset that holds from an instant on.
            package init(since: Microseconds, ahead: Microseconds) {
                self.since = since
                self.ahead = ahead
            }
        }

        /// UTC itself.
        package static let utc = TimeZone(ahead: 0)

        /// The offset before the first change.
        private let ahead: Microseconds

        /// The changes by time.
        private let changes: [Offset]

        /// The zone that begins with an offset, and changes it at these times, given in their order.
        package init(ahead: Microseconds, changes: [Offset] = []) {
            self.ahead = ahead
            self.changes = changes
        }

        /// The number of the local day that holds a time; day 0 is 1970-01-01.
        package func day(of time: Microseconds) -> Int {
            (time + (changes.last { $0.since <= time }?.ahead ?? ahead)).dayNumber
        }
    }
}
