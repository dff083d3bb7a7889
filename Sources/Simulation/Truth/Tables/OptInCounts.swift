extension Truth {
    /// The opt-in funnel counts of a group of prompted installations.
    struct OptInCounts: Sendable {
        /// A count: the name of its column, and which installations it counts.
        typealias Count = (name: String, counts: @Sendable (FunnelEntry) -> Bool)

        /// The counts of all tables of the funnel, in the order of their columns.
        static let funnel: [Count] = [
            ("prompted", { _ in true }), ("decided", { $0.decision != nil }), ("granted", { $0.decision == true }),
            ("denied", { $0.decision == false }), ("undecided", { $0.state == .undecided }),
            ("open_window", { $0.state == .openWindow }), ("dismissed", { $0.isDismissed }),
        ]

        /// Grants that are 7 and 30 days old at the horizon (the report's "now"); of these, still authorized and with an
        /// opened notification.
        static let later: [Count] = [
            ("eligible_7d", { $0.after7Days.eligible }), ("retained_7d", { $0.after7Days.retained }),
            ("opened_7d", { $0.after7Days.opened }), ("eligible_30d", { $0.after30Days.eligible }),
            ("retained_30d", { $0.after30Days.retained }), ("opened_30d", { $0.after30Days.opened }),
        ]

        private static let all = funnel + later

        private var counted = [Int](repeating: 0, count: all.count)

        /// The times from prompt to decision.
        private(set) var spans: [Microseconds] = []

        /// Counts one installation.
        mutating func add(_ entry: FunnelEntry) {
            for (place, count) in Self.all.enumerated() where count.counts(entry) { counted[place] += 1 }
            if case .decided(_, let span) = entry.state { spans.append(span) }
        }

        /// Returns the count of a column.
        subscript(_ name: String) -> Int { counted[Self.all.firstIndex { $0.name == name }!] }

        /// Returns the cells of some counts.
        func cells(_ counts: [Count]) -> [String] { counts.map { String(self[$0.name]) } }

        /// The base of the grant rate.
        var settled: Int { self["decided"] + self["undecided"] }

        /// The three cells of the grant rate: the rate and its interval.
        var grantRate: [String] { CSV.proportion(self["granted"], of: settled) }
    }
}
