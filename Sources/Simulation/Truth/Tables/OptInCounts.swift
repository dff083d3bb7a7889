extension Truth {
    /// The opt-in funnel counts of a group of prompted installations.
    struct OptInCounts: Sendable {
        private(set) var prompted = 0

        /// Prompted installations whose decision was to allow.
        private(set) var granted = 0

        /// Prompted installations whose decision was to refuse.
        private(set) var denied = 0

        /// Prompted installations without a decision whose conversion window is over.
        private(set) var undecided = 0

        /// Prompted installations without a decision whose conversion window is still open.
        private(set) var openWindow = 0

        /// The times from prompt to decision.
        private(set) var spans: [Microseconds] = []

        /// Grants that are 7 days old at the horizon (the report's "now"); of these, still authorized and with an
        /// opened notification.
        private(set) var after7Days = (eligible: 0, retained: 0, opened: 0)

        /// The same for 30 days.
        private(set) var after30Days = (eligible: 0, retained: 0, opened: 0)

        /// Prompted installations with a decision.
        var decided: Int { granted + denied }

        /// The six cells of the funnel steps.
        var steps: [String] { [prompted, decided, granted, denied, undecided, openWindow].map(String.init) }

        /// The three cells of the grant rate: the rate and its interval.
        var grantRate: [String] { CSV.proportion(granted, of: decided + undecided) }

        /// Counts one installation.
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
