extension Truth {
    /// A send: the first `notification_sent` of a notification to an installation, with its receipt and opens.
    package struct Send: Sendable {
        package let event: Event

        /// The OS in the event; if it has none, that of the latest permission event at or before it, if any.
        package let os: OperatingSystem?

        /// The level of the receiver at its time; nil if the receiver was not reachable.
        let level: Level?

        /// The weekday of the send, 1 for Monday to 7, and its hour, by the clock of that permission event; without one,
        /// in the report's zone.
        package let localHour: (weekday: Int, hour: Int)

        /// Whether a `notification_received` falls in the open window.
        package let isReceived: Bool

        /// Whether it was opened directly within the open window.
        package let isOpened: Bool

        /// Whether it was not opened directly but an app open is attributed to it.
        package let isInfluenced: Bool

        /// The time from the send to the first open that can be its, from a minute before it on; nil if there is none.
        private let openedAfter: Microseconds?

        /// Whether its first 24 hours are over at the horizon (the report's "now").
        package let isOver24h: Bool

        /// Whether it was opened directly in the first 24 hours, even if the open window is shorter.
        package let isOpened24h: Bool

        /// Returns the sends of an installation, in order of time.
        static func all(of history: History, _ parameters: Parameters) -> [Send] {
            let firsts = firstSends(of: history)
            let influencing = influencing(firsts, history, parameters)
            return firsts.enumerated().map { place, first in
                Send(first, isInfluencing: influencing.contains(place), history, parameters)
            }
        }

        private init(_ event: Event, isInfluencing: Bool, _ history: History, _ parameters: Parameters) {
            // The interval begins 60 s before the send because device clocks are trusted only to 60 s.
            func answers(within window: Microseconds) -> [Event] {
                let interval = (event.effectiveAt - .minute)..<(event.effectiveAt + window)
                return history.events.filter {
                    $0.notification == event.notification && interval.contains($0.effectiveAt)
                }
            }
            func wasOpened(within window: Microseconds) -> Bool {
                answers(within: window).contains { $0.type == .notificationOpened && !$0.isLocal }
            }
            self.event = event
            let receiver = history.permissionEvent(at: event.effectiveAt)
            os = event.os ?? receiver?.os
            level = history.journey.level(at: event.effectiveAt)
            let ahead = receiver.map { Microseconds($0.utcOffset) * .minute }
            let local = event.effectiveAt + (ahead ?? parameters.timeZone.ahead(at: event.effectiveAt))
            // Day 0, 1 January 1970, was a Thursday.
            localHour = ((local.dayNumber + 3) % 7 + 1, Int((local - Microseconds(local.dayNumber) * .day) / .hour))
            openedAfter = history.opens.filter {
                $0.notification == event.notification && !$0.isLocal && $0.effectiveAt >= event.effectiveAt - .minute
            }.map { $0.effectiveAt - event.effectiveAt }.min()
            isReceived = answers(within: parameters.openWindow).contains { $0.type == .notificationReceived }
            isOpened = wasOpened(within: parameters.openWindow)
            isOver24h = parameters.horizon.map { event.effectiveAt + .day <= $0 } ?? false
            isOpened24h = wasOpened(within: .day)
            isInfluenced = isInfluencing && !isOpened
        }

        /// Returns whether it was opened directly within a time.
        func isOpened(within time: Microseconds) -> Bool { openedAfter.map { $0 < time } ?? false }

        /// Returns the first send of each notification. A re-send is the same send.
        private static func firstSends(of history: History) -> [Event] {
            var seen: Set<Text> = []
            return history.events.filter { $0.type == .notificationSent && seen.insert($0.notification).inserted }
        }

        /// Returns the indices of the sends to which an app open is attributed. An app open belongs to the latest send
        /// at or before it, if it is within the influence window and no `notification_opened` is less than 30 s away.
        private static func influencing(
            _ sends: [Event], _ history: History, _ parameters: Parameters
        ) -> Set<Int> {
            let places = history.events.filter { $0.type == .appOpened }.compactMap { open -> Int? in
                guard let latest = sends.lastIndex(where: { $0.effectiveAt <= open.effectiveAt }),
                    open.effectiveAt - sends[latest].effectiveAt < parameters.influenceWindow,
                    !history.opens.contains(where: { abs($0.effectiveAt - open.effectiveAt) < 30 * .second })
                else { return nil }
                return latest
            }
            return Set(places)
        }
    }
}
