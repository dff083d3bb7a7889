extension Truth {
    /// The table `decision_curve`: how soon people answer the prompt.
    struct DecisionCurveTable: Sendable {
        /// The counts of one row.
        private struct Counts {
            var prompted = 0
            var granted = 0
            var denied = 0
        }

        private let parameters: Parameters
        private let seconds: [Int]
        private var rows = RangeCounts<DecisionKey, Counts>(Counts())

        init(_ parameters: Parameters) {
            self.parameters = parameters
            let window = Int(parameters.conversionWindow / .second)
            seconds = Set([1, 2, 5, 10, 30, 60, 300, 3_600, 86_400, window].map { min($0, window) }).sorted()
        }

        /// Counts an installation if its prompt is in the range.
        mutating func add(_ entry: FunnelEntry) {
            guard parameters.covers(entry.prompt.effectiveAt) else { return }
            for seconds in seconds {
                rows.update(DecisionKey(app: entry.prompt.app, seconds: seconds)) { counts in
                    counts.prompted += 1
                    guard case .decided(let granted, let after) = entry.state,
                        after < Microseconds(seconds) * .second
                    else { return }
                    counts.granted += granted ? 1 : 0
                    counts.denied += granted ? 0 : 1
                }
            }
        }

        var file: File {
            File(
                "decision_curve",
                """
                app_id seconds prompted decided granted denied decided_rate decided_rate_low decided_rate_high \
                granted_rate granted_rate_low granted_rate_high denied_rate denied_rate_low denied_rate_high
                """,
                rows.rows(\.prompted) { counts in
                    let decided = counts.granted + counts.denied
                    return [counts.prompted, decided, counts.granted, counts.denied].map(String.init)
                        + [decided, counts.granted, counts.denied].flatMap {
                            CSV.proportion($0, of: counts.prompted)
                        }
                }, minimumCell: parameters.minimumCell)
        }
    }

    /// The row key of `decision_curve`.
    private struct DecisionKey: RowKey {
        var app: Text
        var seconds: Int

        var otherCells: [String] { ["\(seconds)"] }

        func precedes(_ other: DecisionKey) -> Bool { seconds < other.seconds }
    }
}
