extension Truth {
    /// The contribution of one prompted installation to the opt-in funnel.
    package struct FunnelEntry: Sendable {
        /// The installation's step in the funnel at the horizon (the report's "now"). A decision is the first answer
        /// within the conversion window.
        package enum State: Sendable, Equatable {
            /// Answered within the conversion window, `after` microseconds after the prompt.
            case decided(granted: Bool, after: Microseconds)
            /// No decision, and the conversion window is over.
            case undecided
            /// No decision, and the conversion window is still open.
            case openWindow
        }

        /// What became of a grant a number of days later.
        package struct Followed: Sendable, Equatable {
            /// Granted, and the days are over at the horizon.
            package var eligible = false

            /// Eligible, and the status was `authorized` when the days were over.
            package var retained = false

            /// Eligible, and a notification was opened during the days.
            package var opened = false

            /// Creates the state of an installation that isn't eligible.
            package init() {}

            /// Creates the state of an eligible grant.
            init(retained: Bool, opened: Bool) {
                eligible = true
                self.retained = retained
                self.opened = opened
            }
        }

        /// The first prompt, which determines the entry's day and dimensions.
        package let prompt: Event

        package let state: State

        /// Whether the prompt was closed without an answer within the conversion window, and no decision came.
        let isDismissed: Bool

        /// The state 7 days after the grant.
        package let after7Days: Followed

        /// The state 30 days after the grant.
        package let after30Days: Followed

        /// Creates the entry of an installation; nil if it has no prompt or the report has no horizon.
        package init?(_ history: History, _ parameters: Parameters) {
            guard let prompt = history.journey.prompt, let horizon = parameters.horizon else { return nil }
            let decision = history.journey.decision(within: parameters.conversionWindow)
            let grant = decision.flatMap { $0.type == .promptGranted ? $0 : nil }
            self.prompt = prompt
            if let decision {
                state = .decided(granted: grant != nil, after: Journey.span(from: prompt, to: decision))
            } else {
                state = prompt.effectiveAt + parameters.conversionWindow <= horizon ? .undecided : .openWindow
            }
            isDismissed = decision == nil && history.journey.isDismissed(within: parameters.conversionWindow)
            after7Days = Self.follow(grant, for: 7 * .day, history, horizon)
            after30Days = Self.follow(grant, for: 30 * .day, history, horizon)
        }

        private static func follow(
            _ grant: Event?, for span: Microseconds, _ history: History, _ horizon: Microseconds
        ) -> Followed {
            guard let start = grant?.effectiveAt, start + span <= horizon else { return Followed() }
            return Followed(
                retained: history.journey.status(at: start + span) == .authorized,
                opened: history.opens.contains { start <= $0.effectiveAt && $0.effectiveAt < start + span })
        }
    }
}

extension Truth.FunnelEntry {
    /// Whether the decision was to allow; nil without one.
    var decision: Bool? { if case .decided(let granted, _) = state { granted } else { nil } }
}
