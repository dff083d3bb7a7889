extension Truth {
    /// A turn-off: an event after which the status is `denied`, of an installation that could be reached before it.
    package struct TurnOff: Sendable {
        /// What came between the last time at which notifications were known to be on and the turn-off.
        enum Before: Sendable {
            case sends, nothing
            /// More than 28 days, so that nothing is said of them.
            case longGap
        }

        let event: Event

        /// The OS after the event.
        let os: OperatingSystem?

        let before: Before

        /// The sends in that time; empty after a long gap.
        let sends: [Send]

        /// The longest time between two readings of the status after which a send still counts.
        static let longestGap = 28 * Microseconds.day

        /// The least time from an app open to a turn-off that it did not find.
        static let visit = Microseconds.minute

        /// Returns the turn-offs of an installation, given its sends.
        static func all(of history: History, _ sends: [Send]) -> [TurnOff] {
            history.journey.turnOffs.map { TurnOff($0, history, sends) }
        }

        private init(_ place: Int, _ history: History, _ sends: [Send]) {
            let event = history.journey.events[place]
            let readings = history.journey.events[..<place].filter(\.type.readsStatus)
            let visits = history.events.filter {
                $0.type == .appOpened && event.effectiveAt - $0.effectiveAt >= Self.visit
            }
            let seen = (readings + visits).map(\.effectiveAt).max() ?? event.effectiveAt
            self.event = event
            os = history.journey.systems[place]
            guard event.effectiveAt - seen <= Self.longestGap else {
                (before, self.sends) = (.longGap, [])
                return
            }
            let after = sends.filter { $0.event.effectiveAt > seen && $0.event.effectiveAt <= event.effectiveAt }
            (before, self.sends) = (after.isEmpty ? .nothing : .sends, after)
        }
    }
}

extension Truth.Journey {
    /// The places of the events that are turn-offs.
    var turnOffs: [Int] {
        events.indices.dropFirst().filter { place in
            [.statusObserved, .provisionalTurnedOff].contains(events[place].type) && statuses[place] == .denied
                && statuses[place - 1].isReachable
        }
    }
}
