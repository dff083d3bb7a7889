import Glibc

extension Truth {
    /// The table `opt_in_changes`: compares the prompts of the range with those of the preceding range of equal length.
    struct ChangesTable: Sendable {
        /// The counts of a row in both ranges.
        private struct Counts {
            var now = OptInCounts()
            var before = OptInCounts()
        }

        /// The parameters of the range and of the preceding one; `before` is nil if the range is empty.
        private let parameters: Parameters
        private let before: Parameters?
        private var counts: [DimensionKey: Counts] = [:]

        init(_ parameters: Parameters) {
            self.parameters = parameters
            before = parameters.before
        }

        /// Counts an installation, given all its accepted events in any order.
        mutating func add(installation events: [Event]) {
            for (parameters, counted) in [(before, \Counts.before), (self.parameters, \Counts.now)] {
                guard let parameters, let history = History(events, parameters),
                    let entry = FunnelEntry(history, parameters), parameters.covers(entry.prompt.effectiveAt)
                else { continue }
                for key in DimensionKey.all(of: entry.prompt) {
                    counts[key, default: Counts()][keyPath: counted].add(entry)
                }
            }
        }

        var file: File {
            let groups = Dictionary(grouping: counts.keys) { $0.everybody(in: $0.place) }
            let rows = groups.keys.sorted { $0.app == $1.app ? $0.precedes($1) : $0.app < $1.app }.flatMap { group in
                let keys = groups[group]!.sorted { $0.precedes($1) }
                let tests = keys.map { Proportions(counts[$0]!).p }
                return zip(keys, zip(tests, Self.adjusted(tests))).map { key, p in
                    CountedRow(
                        keys: [CSV.text(key.app)] + key.otherCells, cells: cells(key, p: p.0, adjusted: p.1),
                        base: base(key), sums: key.sums)
                }
            }
            return File(
                "opt_in_changes",
                """
                app_id dimension name prompted prompted_before share share_before granted settled grant_rate grant_rate_low \
                grant_rate_high granted_before settled_before grant_rate_before difference difference_low difference_high p \
                p_adjusted detectable
                """, rows, minimumCell: parameters.minimumCell)
        }

        /// Returns the smaller number of prompted that is not 0.
        private func base(_ key: DimensionKey) -> Int {
            let (now, before) = (counts[key]!.now["prompted"], counts[key]!.before["prompted"])
            return min(now == 0 ? before : now, before == 0 ? now : before)
        }

        private func cells(_ key: DimensionKey, p: Double?, adjusted: Double?) -> [String] {
            let (own, all) = (counts[key]!, counts[key.everybody(in: 0)]!)
            let tested = Proportions(own)
            let shares = [
                Decimal.ratio(own.now["prompted"], all.now["prompted"]),
                Decimal.ratio(own.before["prompted"], all.before["prompted"]),
            ]
            return [String(own.now["prompted"]), String(own.before["prompted"])] + shares
                + ["\(tested.granted)", "\(tested.settled)"] + CSV.proportion(tested.granted, of: tested.settled)
                + ["\(tested.grantedBefore)", "\(tested.settledBefore)"]
                + [Decimal.ratio(tested.grantedBefore, tested.settledBefore)] + tested.difference
                + [p, adjusted, tested.detectable].map { $0.map { Decimal.signed($0) } ?? "" }
        }

        /// Returns the p values adjusted by Benjamini and Hochberg's procedure. An undefined one stays undefined and
        /// isn't counted as a test.
        private static func adjusted(_ tests: [Double?]) -> [Double?] {
            let ranked = tests.indices.filter { tests[$0] != nil }.sorted { tests[$0]! < tests[$1]! }
            var adjusted = [Double?](repeating: nil, count: tests.count)
            var least = 1.0
            for (rank, place) in ranked.enumerated().reversed() {
                least = min(least, tests[place]! * Double(ranked.count) / Double(rank + 1))
                adjusted[place] = least
            }
            return adjusted
        }

        /// The grant rates of both ranges as granted and settled counts; settled is decided or undecided after the
        /// window.
        private struct Proportions {
            let granted: Int
            let settled: Int
            let grantedBefore: Int
            let settledBefore: Int

            init(_ counts: Counts) {
                granted = counts.now["granted"]
                settled = counts.now.settled
                grantedBefore = counts.before["granted"]
                settledBefore = counts.before.settled
            }

            private var pooled: Double { Double(granted + grantedBefore) / Double(settled + settledBefore) }

            private var deviation: Double {
                sqrt(pooled * (1 - pooled) * (1 / Double(settled) + 1 / Double(settledBefore)))
            }

            /// The two-sided p value of the pooled z test; nil if it is undefined.
            var p: Double? {
                guard settled > 0, settledBefore > 0, pooled > 0, pooled < 1 else { return nil }
                let difference = Double(granted) / Double(settled) - Double(grantedBefore) / Double(settledBefore)
                return erfc(abs(difference / deviation) / sqrt(2))
            }

            /// The smallest difference that would be detected in four of five cases; nil if p is undefined.
            var detectable: Double? { p.map { _ in 2.801585 * deviation } }

            /// Three cells: the difference and its interval by Newcombe's method 10.
            var difference: [String] {
                guard let now = Wilson(granted, of: settled), let before = Wilson(grantedBefore, of: settledBefore)
                else {
                    return ["", "", ""]
                }
                let rate = Double(granted) / Double(settled)
                let rateBefore = Double(grantedBefore) / Double(settledBefore)
                let difference = rate - rateBefore
                let low = difference - hypot(rate - now.low, before.high - rateBefore)
                let high = difference + hypot(now.high - rate, rateBefore - before.low)
                return [difference, low, high].map(Decimal.signed)
            }
        }
    }
}
