extension Truth {
    /// The table `data_quality`: anomalies in each app's data.
    struct QualityTable: Sendable {
        /// The sums of an app's `Quality` values.
        private struct Counts {
            var orphanDecisions = 0
            var decidedLate = 0
            var unsentOpens = 0
            var clocksCorrected = 0
            var sharedInstallations = 0
            var statusJumps = 0
            var reassigned = 0
            var latencies: [Microseconds] = []
        }

        private var counts: [Text: Counts] = [:]
        private var setAside: [Text: Int] = [:]

        /// Counts an installation that has too many permission events for a journey.
        mutating func addSetAside(app: Text) { setAside[app, default: 0] += 1 }

        /// Counts an installation with events in the range.
        mutating func add(_ quality: Quality, app: Text) {
            counts[app, default: Counts()].orphanDecisions += quality.orphanDecisions
            counts[app, default: Counts()].decidedLate += quality.decidedLate
            counts[app, default: Counts()].unsentOpens += quality.unsentOpens
            counts[app, default: Counts()].clocksCorrected += quality.clocksCorrected
            counts[app, default: Counts()].sharedInstallations += quality.sharedInstallations
            counts[app, default: Counts()].statusJumps += quality.statusJumps
            counts[app, default: Counts()].reassigned += quality.reassigned
            counts[app, default: Counts()].latencies += quality.latencies
        }

        var file: File {
            let apps = Set(counts.keys).union(setAside.keys).sorted()
            return File(
                "data_quality", "app_id measure value",
                apps.flatMap { app in
                    let aside = setAside[app].map { [("installations_set_aside", "\($0)")] } ?? []
                    let measures = (counts[app].map(Self.measures) ?? []) + aside
                    return measures.sorted { $0.0 < $1.0 }.map { [CSV.text(app), $0.0, $0.1] }
                })
        }

        /// Returns the measures with their values.
        private static func measures(_ counts: Counts) -> [(name: String, value: String)] {
            let late = counts.latencies.count { $0 > .day }
            return [
                ("clocks_corrected", "\(counts.clocksCorrected)"),
                ("decided_late", "\(counts.decidedLate)"),
                ("latency_over_24h_rate", Decimal.ratio(late, counts.latencies.count)),
                ("latency_p50_seconds", Percentile.seconds(counts.latencies, percent: 50)),
                ("latency_p95_seconds", Percentile.seconds(counts.latencies, percent: 95)),
                ("orphan_decisions", "\(counts.orphanDecisions)"),
                ("reassigned", "\(counts.reassigned)"),
                ("shared_installations", "\(counts.sharedInstallations)"),
                ("status_jumps", "\(counts.statusJumps)"),
                ("unsent_opens", "\(counts.unsentOpens)"),
            ]
        }
    }
}
