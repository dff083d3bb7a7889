extension Truth {
    /// A send that was the only one between two readings of the status in a row, the first of which found notifications
    /// on, and the second was at most 28 days later.
    struct LoneSend: Sendable {
        let send: Send

        /// Whether the second reading is a turn-off.
        let isTurnedOff: Bool

        /// Returns the lone sends of an installation, given all its sends.
        static func all(of history: History, _ sends: [Send]) -> [LoneSend] {
            let turnOffs = Set(history.journey.turnOffs.map { history.journey.events[$0].effectiveAt })
            let readings = readings(of: history, turnOffs)
            return zip(readings, readings.dropFirst()).compactMap { first, second in
                let between = sends.filter { $0.event.effectiveAt > first && $0.event.effectiveAt <= second }
                guard between.count == 1, second - first <= TurnOff.longestGap,
                    history.journey.status(at: first).isReachable
                else { return nil }
                return LoneSend(send: between[0], isTurnedOff: turnOffs.contains(second))
            }
        }

        /// Returns the moments at which the app read the status, each once, in order. An app open that found a turn-off
        /// is none: that is the turn-off's.
        private static func readings(of history: History, _ turnOffs: Set<Microseconds>) -> [Microseconds] {
            let visits = history.events.filter { $0.type == .appOpened }.map(\.effectiveAt).filter { visit in
                !turnOffs.contains { $0 >= visit && $0 - visit < TurnOff.visit }
            }
            let reports = history.journey.events.filter(\.type.readsStatus).map(\.effectiveAt)
            return Set(visits + reports).sorted()
        }
    }
}
