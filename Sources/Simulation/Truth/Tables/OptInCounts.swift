extension Truth {
    /// The counts of the opt-in funnel over some prompted installations.
    struct OptInCounts: Sendable {
        /// Installations with a prompt.
        private(set) var prompted = 0

        /// Of these, with a decision to allow.
        private(set) var granted = 0

        /// Of these, with a decision to refuse.
        private(set) var denied = 0

        /// Of these, without a decision although the window has passed.
        private(set) var undecided = 0

        /// Of these, without a decision while the window has not passed.
        private(set) var openWindow = 0

        /// The times from prompt to decision of all decided.
        private(set) var spans: [Microseconds] = []

        /// Counts of eligible, retained, opened after 7 days.
        private(set) var after7Days = (eligible: 0, retained: 0, opened: 0)

        /// Counts of eligible, retained, opened after 30 days.
        private(set) var after30Days = (eligible: 0, retained: 0, opened: 0)

        /// Of the prompted, with a decision.
        var decided: Int { granted + denied }

        /// The six cells of the steps.
        var steps: [String] { [prompted, decided, granted, denied, undecided, openWindow].map(String.init) }

        /// The three cells of the grant rate.
        var grantRate: [String] { CSV.proportion(granted, of: decided + undecided) }

        /// Counts one more installation.
        mutating func add(_ entry: FunnelEntry) {
            prompted += 1
            switch entry.state {
            case .decided(let isGrant, let span):
                granted += isGrant ? 1 : 0
                denied += isGrant ? 0 : 1
                spans.append(span)
            case .undecided: undecided += 1
            case .openWindow: openWindow += 1
            }
            Self.add(entry.after7Days, to: &after7Days)
            Self.add(entry.after30Days, to: &after30Days)
        }

        private static func add(
            _ followed: FunnelEntry.Followed, to counts: inout (eligible: Int, retained: Int, opened: Int)
        ) {
            counts.eligible += followed.eligible ? 1 : 0
            counts.retained += followed.retained ? 1 : 0
            counts.opened += followed.opened ? 1 : 0
        }
    }
}
