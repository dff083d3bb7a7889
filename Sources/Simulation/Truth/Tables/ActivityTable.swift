extension Truth {
    /// The table `activity_daily`: active and reachable installations and openers by app and day.
    struct ActivityTable: Sendable {
        /// The counts of one row; the names that end in 28 are over the 28 days ending with the row's day.
        private struct Counts {
            var active = 0
            var openers = 0
            /// Installations reachable at the end of the day before, the denominator of `opener_rate`.
            var reachableBefore = 0
            var active28 = 0
            var openers28 = 0
            var reachable28 = 0
        }

        private let days: Range<Int>
        private let minimumCell: Int
        private var counts: DailyCounts<AppKey, Counts>

        init(_ parameters: Parameters) {
            days = parameters.days
            minimumCell = parameters.minimumCell
            counts = DailyCounts(days, Counts())
        }

        /// Counts an installation.
        mutating func add(_ reach: ReachHistory, active: ActiveDays, openers: ActiveDays, app: Text) {
            let key = AppKey(app: app)
            let active28 = active.within28Days(in: days)
            let reachable28 = active28.filter(reach.isReachable)
            let reachableBefore = days.filter { reach.isReachable(atEndOf: $0 - 1) }
            counts.update(key, on: active.systems.keys) { $0.active += 1 }
            counts.update(key, on: openers.systems.keys) { $0.openers += 1 }
            counts.update(key, on: reachableBefore) { $0.reachableBefore += 1 }
            counts.update(key, on: active28) { $0.active28 += 1 }
            counts.update(key, on: openers.within28Days(in: days)) { $0.openers28 += 1 }
            counts.update(key, on: reachable28) { $0.reachable28 += 1 }
        }

        var file: File {
            File(
                "activity_daily",
                "app_id day active openers opener_rate active_28d openers_28d reachable_28d reach_rate_28d",
                counts.rows(\.active28, Self.numbers), minimumCell: minimumCell)
        }

        private static func numbers(_ counts: Counts) -> [String]? {
            guard counts.active28 > 0 else { return nil }
            return [
                "\(counts.active)", "\(counts.openers)", Decimal.ratio(counts.openers, counts.reachableBefore),
                "\(counts.active28)", "\(counts.openers28)", "\(counts.reachable28)",
                Decimal.ratio(counts.reachable28, counts.active28),
            ]
        }
    }
}
