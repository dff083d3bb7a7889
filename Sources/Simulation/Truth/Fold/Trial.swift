extension Truth {
    /// A provisional trial (authorization without a dialog): its start and outcome.
    package struct Trial: Sendable {
        /// The outcomes, in the order of the table's columns.
        package enum Outcome: Int, Sendable, CaseIterable {
            case keptProminent, keptQuiet, keptUnspecified, turnedOff, upgraded, refused, pending
        }

        /// The event that started it; its day and OS are those of the trial.
        package let start: Event

        package let outcome: Outcome

        /// Creates the trial of a journey; nil if there is none. It starts with the first `provisional_started`; if
        /// there is none, with the first `provisional_kept` or `provisional_turned_off`.
        package init?(_ journey: Journey) {
            let events = journey.events
            let started = events.firstIndex { $0.type == .provisionalStarted }
            let ended = events.firstIndex { $0.type == .provisionalKept || $0.type == .provisionalTurnedOff }
            guard let place = started ?? ended else { return nil }
            start = events[place]
            let outcomes = events.indices[place...].lazy.compactMap { Self.outcome(events[$0], journey.statuses[$0]) }
            outcome = outcomes.first ?? .pending
        }

        /// Returns the outcome that an event gives, if any. `status` is the status after the event in the fold, so a
        /// `denied` that means `not_determined` on iOS before 10 gives no outcome.
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
