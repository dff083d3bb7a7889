extension Truth {
    /// The status and the OS of an installation at the end of each day.
    struct ReachHistory: Sendable {
        /// What holds from the end of one day on, until the next span begins.
        struct Span: Sendable {
            /// The first day at whose end it holds.
            let day: Int

            /// The OS of the last event in the order.
            let os: OperatingSystem?

            /// The status after that event.
            let status: Status
        }

        /// The spans in the order of their days: one for each day with an event.
        let spans: [Span]

        /// The history of a journey.
        init(_ journey: Journey, _ zone: TimeZone) {
            let places = Dictionary(grouping: journey.events.indices) { zone.day(of: journey.events[$0].effectiveAt) }
            var last = 0
            spans = places.sorted { $0.key < $1.key }.map { day, places in
                last = max(last, places.max() ?? 0)
                return Span(day: day, os: journey.events[last].os, status: journey.statuses[last])
            }
        }

        /// Whether the installation is reachable at the end of a day.
        func isReachable(atEndOf day: Int) -> Bool {
            spans.last { $0.day <= day }?.status.isReachable ?? false
        }

        /// The days of a range at whose end the span at `place` holds.
        func days(ofSpan place: Int, in range: Range<Int>) -> Range<Int> {
            let end = place + 1 < spans.count ? spans[place + 1].day : Int.max
            return (spans[place].day..<end).clamped(to: range)
        }
    }
}
