extension Truth {
    /// How one prompted installation counts in the opt-in funnel.
    package struct FunnelEntry: Sendable {
        /// Where a prompted installation stands at the horizon.
        package enum State: Sendable, Equatable {
            /// Answered within the window, so many microseconds after the prompt.
            case decided(granted: Bool, after: Microseconds)
            /// No decision, and the window has passed.
            case undecided
            /// No decision yet, and the window has not passed.
            case openWindow
        }

        /// What became of a grant some days later.
        package struct Followed: Sendable, Equatable {
            /// Granted, and the days have passed by the horizon.
            package var eligible = false

            /// Eligible, and `authorized` when the days had passed.
            package var retained = false

            /// Eligible, and a notification was opened in those days.
            package var opened = false

            /// Not eligible, or not yet.
            package init() {}

            /// An eligible grant.
            init(retained: Bool, opened: Bool) {
                eligible = true
                self.retained = retained
                self.opened = opened
            }
        }

        /// The prompt, whose day, OS, app version, placement and variant are the entry's.
        package let prompt: Event

        /// Where the installation stands.
        package let state: State

        /// The grant after 7 days.
        package let after7Days: Followed

        /// The grant after 30 days.
        package let after30Days: Followed

        /// The entry of a history, nil if no prompt was shown or there is no horizon.
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
