package import Pages

/// The cells that the pages of a range show.
package struct PageTables {
    /// The rows of each table, whose name begins with the folder of its range, in the order of their numbers.
    package let rows: [String: [Row]]
    /// The last day of each table and app.
    let lastDays: [String: Day]
    /// The example of each reject reason, whose numbers mean nothing.
    let examples: [String]

    /// - Parameter ranges: the range of the pages and that of the whole report, or one if they are the same.
    package init(_ ranges: [ReportRows]) {
        var rows: [String: [Row]] = [:]
        for range in ranges {
            for name in range.names {
                let all = range[name]
                rows[range.folder + name] = all.filter(\.isInFile) + all.filter { !$0.isInFile }
            }
        }
        self.rows = rows
        lastDays = rows.reduce(into: [:]) { days, table in
            for row in table.value {
                guard let day = row.has("day") ? row.day("day") : nil else { continue }
                let key = Self.key(of: row, in: table.key)
                days[key] = max(days[key] ?? day, day)
            }
        }
        examples = rows.filter { $0.key.hasSuffix("reject_examples") }.flatMap(\.value).map {
            PageFormat.name($0.text("example"), atMost: 200)
        }
    }

    /// The tables of a site of one range.
    package init(_ site: Site) { self.init([site.rows]) }

    /// Returns whether the row's day is the last of its table and app.
    func isLast(_ day: Day, of row: Row, in table: String) -> Bool { lastDays[Self.key(of: row, in: table)] == day }

    /// Returns whether a sum is of all rows of the table that have its app and level and the cell.
    func isWhole(_ sum: PageMark.Cell) -> Bool {
        let keys = { (row: Row) in ["app_id", "level"].map { row.has($0) ? row.text($0) : "" } }
        guard let first = sum.rows.first else { return false }
        let all = (rows[sum.table] ?? []).filter { keys($0) == keys(first) && $0[sum.column] != nil }
        return all.count == sum.rows.count && Set(sum.places).count == all.count
    }

    /// Returns how many rows a sum may be said to be of: its own, and those whose cell is withheld. `areVersions`: a row of
    /// a major version may count as its minor versions, as it does in a list of both.
    func counts(of sum: PageMark.Cell, areVersions: Bool) -> ClosedRange<Int> {
        let all = (rows[sum.table] ?? []).filter { row in
            !row.has("app_id") || row["app_id"] == sum.rows[0]["app_id"]
        }
        let minors = sum.rows.reduce(0) { count, major in
            let own = all.filter { row in
                areVersions && major.text("level") == "major" && row.text("level") == "version"
                    && row["os_name"] == major["os_name"]
                    && (!row.has("app_version") || row["app_version"] == major["app_version"])
                    && row.text("os_version").prefix { $0 != "." } == major.text("os_version").prefix { $0 != "." }
            }
            return count + max(own.count, 1)
        }
        return sum.rows.count...minors + all.count { $0[sum.column] == nil }
    }

    private static func key(of row: Row, in table: String) -> String {
        "\(table) \(row.has("app_id") ? row.text("app_id") : "")"
    }
}
