package import Reports

/// The cells that the pages of a range show.
package struct PageTables {
    /// The rows of each table, whose name begins with the folder of its range.
    let rows: [String: [Row]]
    /// The last day of each table and app.
    let lastDays: [String: Day]
    /// The numbers that sentences may have without a mark (see `PageAccount.numbers`).
    let known: Set<String>
    /// The example of each reject reason, whose numbers mean nothing.
    let examples: [String]

    /// - Parameter ranges: the range of the pages and that of the whole report, or one if they are the same.
    package init(_ ranges: [ReportRows], _ findings: [Finding]) {
        var rows = ["findings": findings.map(Self.row)]
        for range in ranges { for name in range.names { rows[range.folder + name] = range[name] } }
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
        known = ranges.reduce(into: []) { $0.formUnion(PageAccount.numbers(of: $1)) }
    }

    /// The tables of a site of one range.
    package init(_ site: Site) { self.init([site.rows], site.findings) }

    /// Returns whether the row's day is the last of its table and app.
    func isLast(_ day: Day, of row: Row, in table: String) -> Bool { lastDays[Self.key(of: row, in: table)] == day }

    private static func key(of row: Row, in table: String) -> String {
        "\(table) \(row.has("app_id") ? row.text("app_id") : "")"
    }

    private static func row(of finding: Finding) -> Row {
        let numbers = [
            ("before", finding.before), ("after", finding.after), ("difference", finding.difference),
            ("difference_low", finding.differenceLow), ("difference_high", finding.differenceHigh),
        ]
        return Row(
            [("app_id", finding.appID), ("subject", finding.subject)] + numbers.map { ($0, $1.map { "\($0)" }) })
    }
}
