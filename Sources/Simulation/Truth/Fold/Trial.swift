extension Truth {
    /// A provisional trial: where it began, and what became of it.
    package struct Trial: Sendable {
        /// What became of a trial, in the order of the table's columns.
        package enum Outcome: Int, Sendable, CaseIterable {
            case keptProminent, keptQuiet, keptUnspecified, turnedOff, upgraded, refused, pending
        }

        /// The event that started it.
        package let start: Event

        /// What became of it.
        package let outcome: Outcome

        /// The trial of a journey: from the first `provisional_started`, or, if there is none, from the first
        /// `provisional_kept` or `provisional_turned_off`. Nil without either.
        package init?(_ journey: Journey) {
            let events = journey.events
            let started = events.firstIndex { $0.type == .provisionalStarted }
            let ended = events.firstIndex { $0.type == .provisionalKept || $0.type == .provisionalTurnedOff }
            guard let place = started ?? ended else { return nil }
            start = events[place]
            let outcomes = events.indices[place...].lazy.compactMap { Self.outcome(events[$0], journey.statuses[$0]) }
            outcome = outcomes.first ?? .pending
        }

        /// The outcome that an event is, with the status after it; an old system's `denied` that means
        /// `not_determined` is none.
        private static func outcome(_ event: Event, _ status: Status) -> Outcome? {
            switch event.type {
            case .provisionalKept: outcome(event.kept)
            case .provisionalTurnedOff: .turnedOff
            case .promptGranted: .upgraded
            case .promptDenied: .refused
            case .statusObserved where status == .authorized: .keptUnspecified
            case .statusObserved where status == .denied: .turnedOff
            default: nil
            }
        }

        private static func outcome(_ kept: Kept) -> Outcome {
            switch kept {
            case .prominent: .keptProminent
            case .quiet: .keptQuiet
            case .unspecified: .keptUnspecified
            }
        }
    }
}
