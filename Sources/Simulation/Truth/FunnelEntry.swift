extension Truth {
    /// How one prompted installation counts in the opt-in funnel.
    public struct FunnelEntry: Sendable, Equatable {
        /// Where a prompted installation stands at the horizon.
        public enum State: Sendable, Equatable {
            /// Answered within the window, so many microseconds after the prompt.
            case decided(granted: Bool, after: Microseconds)
            /// No decision, and the window has passed.
            case undecided
            /// No decision yet, and the window has not passed.
            case openWindow
        }

        /// What became of a grant some days later.
        public struct Followed: Sendable, Equatable {
            /// Granted, and the days have passed by the horizon.
            public var eligible = false

            /// Eligible, and `authorized` when the days had passed.
            public var retained = false

            /// Eligible, and a notification was opened in those days.
            public var opened = false

            /// Not eligible, or not yet.
            public init() {}

            /// An eligible grant.
            init(retained: Bool, opened: Bool) {
                eligible = true
                self.retained = retained
                self.opened = opened
            }
        }

        /// The UTC day of the prompt.
        public let day: Int

        /// The OS of the prompt.
        public let os: OperatingSystem

        /// Where the installation stands.
        public let state: State

        /// The grant after 7 days.
        public let after7Days: Followed

        /// The grant after 30 days.
        public let after30Days: Followed

        /// The entry of a journey at a horizon, nil if no prompt was shown.
        ///
        /// `opens` holds the effective times of the installation's `notification_opened` events, of any trigger.
        public init?(
            _ journey: Journey, opens: [Microseconds], horizon: Microseconds,
            conversionWindow: Microseconds = 604_800_000_000
        ) {
            guard let prompt = journey.prompt else { return nil }
            let decision = journey.decision(within: conversionWindow)
            let grant = decision.flatMap { $0.type == .promptGranted ? $0 : nil }
            day = prompt.effectiveAt.dayNumber
            os = prompt.os
            if let decision {
                state = .decided(granted: grant != nil, after: Journey.span(from: prompt, to: decision))
            } else {
                state = prompt.effectiveAt + conversionWindow <= horizon ? .undecided : .openWindow
            }
            after7Days = Self.follow(grant, for: 7 * .day, journey, opens, horizon)
            after30Days = Self.follow(grant, for: 30 * .day, journey, opens, horizon)
        }

        private static func follow(
            _ grant: PermissionEvent?, for span: Microseconds, _ journey: Journey, _ opens: [Microseconds],
            _ horizon: Microseconds
        ) -> Followed {
            guard let start = grant?.effectiveAt, start + span <= horizon else { return Followed() }
            return Followed(
                retained: journey.status(at: start + span) == .authorized,
                opened: opens.contains { start <= $0 && $0 < start + span })
        }
    }
}
