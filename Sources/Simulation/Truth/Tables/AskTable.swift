extension Truth {
    /// The table `ask_by`: everyone who came to the ask, by each dimension of the ask.
    struct AskTable: Sendable {
        /// A count: the name of its column, and which asks it counts.
        private typealias Count = (name: String, counts: @Sendable (Ask) -> Bool)

        private static let counts: [Count] = [
            ("asked", { _ in true }), ("primed", { $0.isSettled && $0.event.type == .primerShown }),
            ("primer_accepted", { $0.isSettled && $0.isPrimerAccepted == true }),
            ("primer_declined", { $0.isSettled && $0.isPrimerAccepted == false }),
            ("prompted", { $0.isSettled && $0.outcome != .blocked && $0.outcome != .unasked }),
            ("blocked", { $0.isSettled && $0.outcome == .blocked }),
            ("granted", { $0.isSettled && $0.outcome == .granted }),
            ("denied", { $0.isSettled && $0.outcome == .denied }), ("open_window", { !$0.isSettled }),
            ("settled", { $0.isSettled }),
        ]

        private static let dimensions: Set<Text> = [
            "all", "platform", "os", "os_version", "app_version", "placement", "variant",
        ]

        private let parameters: Parameters
        private var rows = RangeCounts<DimensionKey, [String: Int]>([:])

        init(_ parameters: Parameters) { self.parameters = parameters }

        /// Counts an installation if its ask is in the range.
        mutating func add(_ ask: Ask) {
            guard parameters.covers(ask.event.effectiveAt) else { return }
            for key in DimensionKey.all(of: ask.event) where Self.dimensions.contains(Dimension.all[key.place].name) {
                rows.update(key) { counts in
                    for count in Self.counts where count.counts(ask) { counts[count.name, default: 0] += 1 }
                }
            }
        }

        var file: File {
            let names = Self.counts.map(\.name).joined(separator: " ")
            return File(
                "ask_by", "app_id dimension name \(names) yield yield_low yield_high",
                rows.rows({ $0["asked", default: 0] }, Self.cells), minimumCell: parameters.minimumCell)
        }

        private static func cells(_ counts: [String: Int]) -> [String] {
            Self.counts.map { "\(counts[$0.name, default: 0])" }
                + CSV.proportion(counts["granted", default: 0], of: counts["settled", default: 0])
        }
    }
}
