extension Truth {
    /// A send: a notification at its first `notification_sent` to one installation, and what became of it.
    package struct Send: Sendable {
        /// The first `notification_sent`.
        package let event: Event

        /// Its OS; where it says none, the installation's at that time, if any is known.
        package let os: OperatingSystem?

        /// Whether app code ran for it.
        package let isReceived: Bool

        /// Whether it was tapped.
        package let isOpened: Bool

        /// Whether it was not tapped, but the app was opened under its influence.
        package let isInfluenced: Bool

        /// Whether its first 24 hours are over at the horizon.
        package let isOver24h: Bool

        /// Whether it was tapped in them, whatever the open window.
        package let isOpened24h: Bool

        /// The sends of a history, by time.
        static func all(of history: History, _ parameters: Parameters) -> [Send] {
            let firsts = firstSends(of: history)
            let influencing = influencing(firsts, history, parameters)
            return firsts.enumerated().map { place, first in
                Send(first, isInfluencing: influencing.contains(place), history, parameters)
            }
        }

        private init(_ event: Event, isInfluencing: Bool, _ history: History, _ parameters: Parameters) {
            // Clocks are trusted to 60 s.
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
            os = event.os ?? history.os(at: event.effectiveAt)
            isReceived = answers(within: parameters.openWindow).contains { $0.type == .notificationReceived }
            isOpened = wasOpened(within: parameters.openWindow)
            isOver24h = parameters.horizon.map { event.effectiveAt + .day <= $0 } ?? false
            isOpened24h = wasOpened(within: .day)
            isInfluenced = isInfluencing && !isOpened
        }

        /// A re-send is the same send.
        private static func firstSends(of history: History) -> [Event] {
            var seen: Set<Text> = []
            return history.events.filter { $0.type == .notificationSent && seen.insert($0.notification).inserted }
        }

        /// The places of the sends that an app open within the influence window belongs to.
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
