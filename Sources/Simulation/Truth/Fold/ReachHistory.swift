extension Truth {
    /// The status, level and OS of an installation at the end of each day.
    struct ReachHistory: Sendable {
        /// A run of days with the same status, level and OS at their ends; it lasts until the next span begins.
        struct Span: Sendable {
            /// The first day of the run.
            let day: Int

            /// The OS after the last event in the event contract's order, among the events up to the end of the day.
            let os: OperatingSystem?

            /// The status after that event.
            let status: Status

            /// The level after it; nil if the status is not a reachable one.
            let level: Level?
        }

        /// The spans in order of time: one for each day with a permission event.
        let spans: [Span]

        /// Computes the spans of a journey.
        init(_ journey: Journey, _ zone: TimeZone) {
            let places = Dictionary(grouping: journey.events.indices) {
                zone.endingDay(of: journey.events[$0].effectiveAt)
            }
            var last = 0
            spans = places.sorted { $0.key < $1.key }.map { day, places in
                last = max(last, places.max() ?? 0)
                return Span(
                    day: day, os: journey.systems[last], status: journey.statuses[last], level: journey.levels[last])
            }
        }

        /// Returns whether the installation is reachable at the end of a day.
        func isReachable(atEndOf day: Int) -> Bool {
            status(atEndOf: day).isReachable
        }

        /// Returns the status at the end of a day.
        func status(atEndOf day: Int) -> Status {
            spans.last { $0.day <= day }?.status ?? .unknown
        }

        /// Returns the days of `range` that the span at index `place` covers.
        func days(ofSpan place: Int, in range: Range<Int>) -> Range<Int> {
            let end = place + 1 < spans.count ? spans[place + 1].day : Int.max
            return (spans[place].day..<end).clamped(to: range)
        }
    }
}
