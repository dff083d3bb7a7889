extension Truth {
    /// The first time that an installation came to the ask, and what became of it within the conversion window.
    struct Ask: Sendable {
        /// How far it came.
        enum Outcome: Sendable {
            case granted, denied, undecided, blocked, unasked
        }

        /// The ask: the first primer, dialog or blocked dialog, which determines the day and the dimensions.
        let event: Event

        /// Whether the primer was accepted; nil if the ask is none, or was not answered.
        let isPrimerAccepted: Bool?

        /// What became of it.
        let outcome: Outcome

        /// Whether the window is over at the horizon. If not, the ask is in no count but two.
        let isSettled: Bool

        /// Finds the ask; nil if there is none or the report has no horizon.
        init?(_ journey: Journey, _ parameters: Parameters) {
            guard let horizon = parameters.horizon, let ask = journey.events.firstIndex(where: \.type.isAsk) else {
                return nil
            }
            event = journey.events[ask]
            isSettled = event.effectiveAt + parameters.conversionWindow <= horizon
            let followers = journey.events[ask...].filter {
                Journey.span(from: journey.events[ask], to: $0) < parameters.conversionWindow
            }
            let answers = followers.filter { $0.type == .primerAnswered }.map(\.answer)
            isPrimerAccepted = event.type == .primerShown && !answers.isEmpty ? answers.contains("accepted") : nil
            outcome = Self.outcome(followers)
        }

        private static func outcome(_ events: [Event]) -> Outcome {
            guard let prompt = events.firstIndex(where: { $0.type == .promptShown }) else {
                return events.contains { $0.type == .promptBlocked } ? .blocked : .unasked
            }
            return switch events[prompt...].first(where: \.type.isAnswer)?.type {
            case .promptGranted: .granted
            case .promptDenied: .denied
            default: .undecided
            }
        }
    }
}
