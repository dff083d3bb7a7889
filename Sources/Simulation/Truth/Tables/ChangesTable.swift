import Glibc

extension Truth {
    /// The table `opt_in_changes`: compares the prompts of the range with those of the preceding range of equal length.
    struct ChangesTable: Sendable {
        /// The key of a row: a value of a dimension, for example app version `5.12.0`.
        private struct Key: Hashable {
            var app: Text
            var dimension: Text
            var name: Text

            static func < (left: Key, right: Key) -> Bool {
                (left.app, left.dimension, left.name) < (right.app, right.dimension, right.name)
            }
        }

        /// The counts of a row in both ranges.
        private struct Counts {
            var now = OptInCounts()
            var before = OptInCounts()
        }

        /// The parameters of the range and of the preceding one; `before` is nil if the range is empty.
        private let parameters: Parameters
        private let before: Parameters?
        private var counts: [Key: Counts] = [:]

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
                for key in Self.keys(entry.prompt) { counts[key, default: Counts()][keyPath: counted].add(entry) }
            }
        }

        private static func keys(_ prompt: Event) -> [Key] {
            let major = prompt.os.map { "\($0.name) \($0.major)" } ?? ""
            let version = prompt.os.map { "\($0.name) \($0.major).\($0.minor)" } ?? ""
            let values: [(Text, Text)] = [
                ("all", ""), ("os", Text(major)), ("os_version", Text(version)), ("app_version", prompt.appVersion),
                ("placement", prompt.placement), ("variant", prompt.variant), ("locale", prompt.locale),
            ]
            return values.map { Key(app: prompt.app, dimension: $0.0, name: $0.1) }
        }

        var file: File {
            let groups = Dictionary(grouping: counts.keys.sorted(by: <)) {
                Key(app: $0.app, dimension: $0.dimension, name: "")
            }
            let rows = groups.keys.sorted(by: <).flatMap { group in
                let keys = groups[group] ?? []
                let tests = keys.map { Proportions(counts[$0]!).p }
                return zip(keys, zip(tests, Self.adjusted(tests))).map { key, p in
                    CountedRow(
                        keys: [key.app, key.dimension, key.name].map(CSV.text),
                        cells: cells(key, p: p.0, adjusted: p.1),
                        base: base(key), sum: Self.sum(key))
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
        private func base(_ key: Key) -> Int {
            let (now, before) = (counts[key]!.now.prompted, counts[key]!.before.prompted)
            return min(now == 0 ? before : now, before == 0 ? now : before)
        }

        /// Returns the name of the sum that a row is a part of: the major of an OS version, the OS of a major.
        private static func sum(_ key: Key) -> [String]? {
            let separator: Character = key.dimension == "os" ? " " : "."
            guard key.dimension == "os" || key.dimension == "os_version" else { return nil }
            let name = key.name.string
            return [
                key.app.string, key.dimension.string,
                String(name[..<(name.lastIndex(of: separator) ?? name.startIndex)]),
            ]
        }

        private func cells(_ key: Key, p: Double?, adjusted: Double?) -> [String] {
            let (own, all) = (counts[key]!, counts[Key(app: key.app, dimension: "all", name: "")]!)
            let tested = Proportions(own)
            let shares = [
                Decimal.ratio(own.now.prompted, all.now.prompted),
                Decimal.ratio(own.before.prompted, all.before.prompted),
            ]
            return ["\(own.now.prompted)", "\(own.before.prompted)"] + shares
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
                granted = counts.now.granted
                settled = counts.now.decided + counts.now.undecided
                grantedBefore = counts.before.granted
                settledBefore = counts.before.decided + counts.before.undecided
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
