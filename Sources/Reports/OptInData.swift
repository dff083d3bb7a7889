import Postgres

/// Reads what the first page shows.
enum OptInData {
    static func read(_ parameters: ReportParameters, _ connection: borrowing Connection) throws -> IndexPage {
        var sections: [AppSection] = []
        let cells = try connection.execute(Self.cells, parameters.values)
        let names = cells.columnNames
        for row in 0..<cells.rowCount {
            let record = Record(cells, row: row, names: names)
            let cell = record.optInCell()
            let app = record.text("app_id")
            if record.text("level") == "app" {
                sections.append(AppSection(appID: app, total: cell, rows: [], days: []))
            } else {
                sections[sections.count - 1].rows.append(
                    OptInRow(
                        osName: record.text("os_name"), osVersion: record.text("os_version"),
                        isMajor: record.text("level") == "major", cell: cell))
            }
        }
        try addDays(to: &sections, parameters, connection)
        return IndexPage(
            from: parameters.from, to: parameters.to, timeZone: parameters.timeZone, horizon: parameters.horizon,
            conversionWindowSeconds: parameters.conversionWindowSeconds, minimumCell: parameters.minimumCell,
            sections: sections)
    }

    private static func addDays(
        to sections: inout [AppSection], _ parameters: ReportParameters, _ connection: borrowing Connection
    ) throws {
        let days = try connection.execute(trend, parameters.values)
        let names = days.columnNames
        for row in 0..<days.rowCount {
            let record = Record(days, row: row, names: names)
            guard let section = sections.firstIndex(where: { $0.appID.utf8.elementsEqual(record.text("app_id").utf8) }),
                let day = Day(record.text("day"))
            else { continue }
            sections[section].days.append(
                OptInDay(
                    day: day, prompted: record.int("prompted"), pooledBase: record.int("pooled_base") ?? 0,
                    pooledRate: record.rate("pooled_rate"), isOpen: record.text("is_open") == "t"))
        }
    }

    private static let cells = Statement(
        "opt-in page",
        """
        SELECT opt_in_page.*
        FROM projection.opt_in_page($1::date, $2::date, $3::timestamptz, $4::integer) AS opt_in_page
        WHERE $5::text IS NULL OR opt_in_page.app_id = $5::text
        """)

    private static let trend = Statement(
        "opt-in trend",
        """
        SELECT opt_in_trend.*
        FROM projection.opt_in_trend($1::date, $2::date, $3::timestamptz, $4::integer) AS opt_in_trend
        WHERE $5::text IS NULL OR opt_in_trend.app_id = $5::text
        """)
}

/// One row of a result by the names of its columns; numbers that are absent are nil.
private struct Record {
    private var cells: [String: String] = [:]

    init(_ result: borrowing QueryResult, row: Int, names: [String]) {
        for (column, name) in names.enumerated() { cells[name] = result.text(row, column) }
    }

    func text(_ name: String) -> String { cells[name] ?? "" }
    func int(_ name: String) -> Int? { cells[name].flatMap { Int($0) } }
    func double(_ name: String) -> Double? { cells[name].flatMap { Double($0) } }

    /// The proportion of a name with the bounds of its interval.
    func rate(_ name: String) -> Rate? {
        guard let value = double(name), let low = double(name + "_low"), let high = double(name + "_high") else {
            return nil
        }
        return Rate(value: value, low: low, high: high)
    }

    func retention(_ days: String) -> Retention {
        Retention(
            eligible: int("eligible_" + days) ?? 0, retained: int("retained_" + days) ?? 0,
            opened: int("opened_" + days) ?? 0, retainedRate: rate("retained_\(days)_rate"))
    }

    /// nil where the row's numbers are withheld.
    func optInCell() -> OptInCell? {
        guard let prompted = int("prompted") else { return nil }
        return OptInCell(
            prompted: prompted, decided: int("decided") ?? 0, granted: int("granted") ?? 0, denied: int("denied") ?? 0,
            undecided: int("undecided") ?? 0, openWindow: int("open_window") ?? 0, grantRate: rate("grant_rate"),
            acceptanceRate: rate("acceptance_rate"), secondsToDecisionP50: double("seconds_to_decision_p50"),
            secondsToDecisionP90: double("seconds_to_decision_p90"), retention7d: retention("7d"),
            retention30d: retention("30d"))
    }
}
