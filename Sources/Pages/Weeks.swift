/// Plots of more than 120 days are by week. A week is the seven days that end with the plot's last day or a whole number of
/// weeks before it.
enum Weeks {
    private static let mostDays = 120

    /// Returns the distance in days of the points of a plot of these rows, which have a column `day` and ascend: 1 or 7.
    static func step(of rows: [Row]) -> Int {
        guard let first = rows.first?.day("day"), let last = rows.last?.day("day") else { return 1 }
        return last.number - first.number + 1 > mostDays ? 7 : 1
    }

    /// Returns the rows of the last day of each week, or all if the plot is by day: for numbers that hold at the end of a
    /// day, or are of the seven days that end with it.
    static func ends(of rows: [Row]) -> [Row] {
        guard step(of: rows) > 1, let last = rows.last?.day("day") else { return rows }
        return rows.filter { row in row.day("day").map { (last.number - $0.number).isMultiple(of: 7) } ?? false }
    }

    /// Returns the sums of these columns by week, each with the week's last day, or all rows if the plot is by day. A sum
    /// is nil if the number of one of its days is. A week that is not whole is left out.
    static func sums(of rows: [Row], _ columns: [String]) -> [Row] {
        guard step(of: rows) > 1, let first = rows.first?.day("day"), let last = rows.last?.day("day") else {
            return rows
        }
        let weeks = Dictionary(grouping: rows) { row in (last.number - (row.day("day")?.number ?? 0)) / 7 }
        return stride(from: (last.number - first.number + 1) / 7 - 1, through: 0, by: -1).compactMap { week in
            guard let days = weeks[week], let end = last.before(7 * week) else { return nil }
            let sums = columns.map { column in
                let counts = days.map { $0.int(column) }
                return counts.contains(nil) ? nil : "\(counts.reduce(0) { $0 + ($1 ?? 0) })"
            }
            return Row([("day", end.description)] + zip(columns, sums).map { (column: $0, cell: $1) }, sumOf: days)
        }
    }

    /// Returns `day` or `week`.
    static func name(_ step: Int) -> String { step > 1 ? "week" : "day" }

    /// Returns the label of the column of days.
    static func column(_ step: Int) -> String { step > 1 ? "Week to" : "Day" }
}
