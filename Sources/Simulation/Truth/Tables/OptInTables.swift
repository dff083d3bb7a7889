extension Truth {
    /// The tables `opt_in_by_os`, `opt_in_daily`, `opt_in_by_app_version` and `opt_in_by_variant`.
    struct OptInTables: Sendable {
        private let parameters: Parameters
        private var bySystem = RangeCounts<SystemKey, OptInCounts>(OptInCounts())
        private var daily: DailyCounts<SystemKey, OptInCounts>
        private var byAppVersion = RangeCounts<AppVersionKey, OptInCounts>(OptInCounts())
        private var byVariant = RangeCounts<VariantKey, OptInCounts>(OptInCounts())

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
            byAppVersion.update(AppVersionKey(app: prompt.app, version: prompt.appVersion)) { $0.add(entry) }
            let variant = VariantKey(
                app: prompt.app, placement: prompt.placement, variant: prompt.variant, osName: Text(prompt.os?.name))
            byVariant.update(variant) { $0.add(entry) }
        }

        private static let steps = "prompted decided granted denied undecided open_window"
        private static let grantRate = "grant_rate grant_rate_low grant_rate_high"

        var files: [File] {
            let ofSystems = bySystem.rows(\.prompted, Self.allNumbers)
            let blank = Set(ofSystems.withheld(parameters.minimumCell).map { ofSystems[$0].keys })
            let ofDays = daily.rows(\.prompted) { $0.prompted > 0 ? $0.steps : nil }.map { row in
                var row = row
                row.isBlankElsewhere = blank.contains([row.keys[0]] + row.keys[2...])
                return row
            }
            return [
                File(
                    "opt_in_by_os",
                    """
                    app_id os_name os_version \(Self.steps) \(Self.grantRate) acceptance_rate acceptance_rate_low \
                    acceptance_rate_high seconds_to_decision_p50 seconds_to_decision_p90 eligible_7d retained_7d \
                    opened_7d eligible_30d retained_30d opened_30d
                    """, ofSystems, minimumCell: parameters.minimumCell),
                File(
                    "opt_in_daily", "app_id day os_name os_version \(Self.steps)",
                    ofDays, minimumCell: parameters.minimumCell),
                File(
                    "opt_in_by_app_version", "app_id app_version \(Self.steps) \(Self.grantRate)",
                    byAppVersion.rows(\.prompted) { $0.steps + $0.grantRate }, minimumCell: parameters.minimumCell),
                File(
                    "opt_in_by_variant", "app_id placement variant os_name \(Self.steps) \(Self.grantRate)",
                    byVariant.rows(\.prompted) { $0.steps + $0.grantRate }, minimumCell: parameters.minimumCell),
            ]
        }

        private static func allNumbers(_ counts: OptInCounts) -> [String] {
            let followed = [counts.after7Days, counts.after30Days]
            return counts.steps + counts.grantRate + CSV.proportion(counts.granted, of: counts.decided)
                + [50, 90].map { Percentile.seconds(counts.spans, percent: $0) }
                + followed.flatMap { ["\($0.eligible)", "\($0.retained)", "\($0.opened)"] }
        }
    }
}
