extension Truth {
    /// The tables `opt_in_by_os`, `opt_in_daily` and `opt_in_by`.
    struct OptInTables: Sendable {
        private let parameters: Parameters
        private var bySystem = RangeCounts<SystemKey, OptInCounts>(OptInCounts())
        private var daily: DailyCounts<SystemKey, OptInCounts>
        private var byDimension = RangeCounts<DimensionKey, OptInCounts>(OptInCounts())

        init(_ parameters: Parameters) {
            self.parameters = parameters
            daily = DailyCounts(parameters.days, OptInCounts())
        }

        /// Counts an installation if its prompt is in the range.
        mutating func add(_ entry: FunnelEntry) {
            let prompt = entry.prompt
            guard parameters.covers(prompt.effectiveAt) else { return }
            let day = parameters.timeZone.day(of: prompt.effectiveAt)
            let system = SystemKey(app: prompt.app, os: prompt.os)
            bySystem.update(system) { $0.add(entry) }
            daily.update(system, on: day) { $0.add(entry) }
            for key in DimensionKey.all(of: prompt).dropFirst() { byDimension.update(key) { $0.add(entry) } }
        }

        private static let funnel = OptInCounts.funnel.map(\.name).joined(separator: " ")
        private static let grantRate = "grant_rate grant_rate_low grant_rate_high"

        var files: [File] {
            let ofSystems = bySystem.rows({ $0["prompted"] }, Self.allNumbers)
            let blank = Set(ofSystems.withheld(parameters.minimumCell).map { ofSystems[$0].keys })
            let ofDays = daily.rows({ $0["prompted"] }) { $0["prompted"] > 0 ? Self.numbers($0) : nil }.map { row in
                var row = row
                row.isBlankElsewhere = blank.contains([row.keys[0]] + row.keys[2...])
                return row
            }
            return [
                File(
                    "opt_in_by_os",
                    """
                    app_id os_name os_version \(Self.funnel) \(Self.grantRate) acceptance_rate acceptance_rate_low \
                    acceptance_rate_high seconds_to_decision_p50 seconds_to_decision_p90 \
                    \(OptInCounts.later.map(\.name).joined(separator: " "))
                    """, ofSystems, minimumCell: parameters.minimumCell),
                File(
                    "opt_in_daily", "app_id day os_name os_version \(Self.funnel) \(Self.grantRate)", ofDays,
                    minimumCell: parameters.minimumCell),
                File(
                    "opt_in_by", "app_id dimension name \(Self.funnel) \(Self.grantRate)",
                    byDimension.rows({ $0["prompted"] }, Self.numbers), minimumCell: parameters.minimumCell),
            ]
        }

        private static func numbers(_ counts: OptInCounts) -> [String] {
            counts.cells(OptInCounts.funnel) + counts.grantRate
        }

        private static func allNumbers(_ counts: OptInCounts) -> [String] {
            numbers(counts) + CSV.proportion(counts["granted"], of: counts["decided"])
                + [50, 90].map { Percentile.seconds(counts.spans, percent: $0) } + counts.cells(OptInCounts.later)
        }
    }
}
