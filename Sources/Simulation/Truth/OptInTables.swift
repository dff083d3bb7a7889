extension Truth {
    /// The tables of the opt-in funnel over the default range at a horizon.
    public struct OptInTables: Sendable {
        /// The key of a row; `day` is nil in a table over the whole range.
        private struct Key: Hashable {
            var app: String
            var day: Int?
            var os: OperatingSystem
        }

        private let days: ClosedRange<Int>
        private var byOS: [Key: OptInCell] = [:]
        private var daily: [Key: OptInCell] = [:]

        /// Empty tables over the 90 days that end with the day before the horizon's day (UTC).
        public init(horizon: Microseconds) {
            let to = horizon.dayNumber - 1
            days = (to - 89)...to
        }

        /// Counts an installation of an app, if its prompt falls in the range.
        public mutating func add(_ entry: FunnelEntry, app: String) {
            guard days.contains(entry.day) else { return }
            byOS[Key(app: app, day: nil, os: entry.os), default: OptInCell()].add(entry)
            daily[Key(app: app, day: entry.day, os: entry.os), default: OptInCell()].add(entry)
        }

        /// `opt_in_by_os.csv`.
        public var optInByOS: String {
            CSV.table(
                [
                    "app_id", "os_name", "os_version", "prompted", "decided", "granted", "denied", "undecided",
                    "open_window", "grant_rate", "grant_rate_low", "grant_rate_high", "acceptance_rate",
                    "acceptance_rate_low", "acceptance_rate_high", "seconds_to_decision_p50",
                    "seconds_to_decision_p90", "eligible_7d", "retained_7d", "opened_7d", "eligible_30d",
                    "retained_30d", "opened_30d",
                ],
                Self.rows(of: byOS) { Self.steps($0) + Self.rates($0) + Self.followed($0) })
        }

        /// `opt_in_daily.csv`.
        public var optInDaily: String {
            CSV.table(
                [
                    "app_id", "day", "os_name", "os_version", "prompted", "decided", "granted", "denied",
                    "undecided", "open_window",
                ],
                Self.rows(of: daily, Self.steps))
        }

        private static func rows(of cells: [Key: OptInCell], _ numbers: (OptInCell) -> [String]) -> [[String]] {
            cells.sorted { precedes($0.key, $1.key) }.map { keyCells($0.key) + numbers($0.value) }
        }

        private static func precedes(_ left: Key, _ right: Key) -> Bool {
            if left.app != right.app { return left.app.utf8.lexicographicallyPrecedes(right.app.utf8) }
            if let leftDay = left.day, let rightDay = right.day, leftDay != rightDay { return leftDay < rightDay }
            if left.os.name != right.os.name { return left.os.name.utf8.lexicographicallyPrecedes(right.os.name.utf8) }
            return (left.os.major, left.os.minor) < (right.os.major, right.os.minor)
        }

        private static func keyCells(_ key: Key) -> [String] {
            let day = key.day.map { [CivilDate(dayNumber: $0).description] } ?? []
            return [CSV.text(key.app)] + day + [CSV.text(key.os.name), "\(key.os.major).\(key.os.minor)"]
        }

        private static func steps(_ cell: OptInCell) -> [String] {
            [cell.prompted, cell.decided, cell.granted, cell.denied, cell.undecided, cell.openWindow].map(String.init)
        }

        private static func rates(_ cell: OptInCell) -> [String] {
            CSV.proportion(cell.granted, of: cell.decided + cell.undecided)
                + CSV.proportion(cell.granted, of: cell.decided)
                + [5, 9].map { Percentile.seconds(cell.spans, tenths: $0) }
        }

        private static func followed(_ cell: OptInCell) -> [String] {
            [cell.after7Days, cell.after30Days].flatMap { ["\($0.eligible)", "\($0.retained)", "\($0.opened)"] }
        }
    }
}
