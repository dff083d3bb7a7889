extension Truth {
    /// The table `reach_daily`: installations by status and level at the end of each day.
    struct ReachTable: Sendable {
        /// The counts of one row.
        private struct Counts {
            var statuses: [Status: Int] = [:]
            var levels: [Level: Int] = [:]
            var gained = 0
            var lost = 0

            func of(_ status: Status) -> Int { statuses[status, default: 0] }
        }

        private let days: Range<Int>
        private let minimumCell: Int
        private var counts: DailyCounts<SystemKey, Counts>

        init(_ parameters: Parameters) {
            days = parameters.days
            minimumCell = parameters.minimumCell
            counts = DailyCounts(days, Counts())
        }

        /// Counts an installation on each day from its first permission event.
        mutating func add(_ reach: ReachHistory, app: Text) {
            for (place, span) in reach.spans.enumerated() {
                let key = SystemKey(app: app, os: span.os)
                counts.update(key, on: reach.days(ofSpan: place, in: days)) {
                    $0.statuses[span.status, default: 0] += 1
                    if let level = span.level { $0.levels[level, default: 0] += 1 }
                }
                let wasReachable = place > 0 && reach.spans[place - 1].status.isReachable
                guard wasReachable != span.status.isReachable else { continue }
                counts.update(key, on: span.day) {
                    $0.gained += wasReachable ? 0 : 1
                    $0.lost += wasReachable ? 1 : 0
                }
            }
        }

        var file: File {
            File(
                "reach_daily",
                """
                app_id day os_name os_version authorized provisional ephemeral denied not_determined unknown gone \
                reachable reach_rate gained lost level_prominent level_scheduled level_quiet level_badge \
                level_unknown
                """, counts.rows({ $0.statuses.values.reduce(0, +) }, Self.numbers), minimumCell: minimumCell)
        }

        private static func numbers(_ counts: Counts) -> [String]? {
            guard !counts.statuses.isEmpty else { return nil }
            let columns = [.authorized, .provisional, .ephemeral, .denied, .notDetermined, .unknown, .gone] as [Status]
            let reachable = columns.filter(\.isReachable).reduce(0) { $0 + counts.of($1) }
            let base = reachable + counts.of(.denied) + counts.of(.notDetermined)
            return columns.map { "\(counts.of($0))" }
                + ["\(reachable)", Decimal.ratio(reachable, base), "\(counts.gained)", "\(counts.lost)"]
                + Level.allCases.map { "\(counts.levels[$0, default: 0])" }
        }
    }
}
