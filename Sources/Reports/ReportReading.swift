import Pages
import Postgres

/// What was read for one range of days of a report: CSV files and rows for the pages.
struct ReportReading: Sendable {
    let parameters: ReportParameters
    /// Each file's path, relative to the report's folder, and its content.
    private(set) var files: [(path: String, text: String)] = []
    private(set) var rows: ReportRows
    /// Rows of the daily tables that are CSV files, by table name; only in the reading of the report's own range. They
    /// are stored when the report is published, so that the next report can compare; the database chooses which numbers
    /// it stores.
    private(set) var published: [String: [Row]] = [:]
    /// The dimensions of which tables add up values.
    var rests: [Rest] { rows["rests"].map(Rest.init) }

    init(_ parameters: ReportParameters) {
        self.parameters = parameters
        rows = ReportRows(folder: parameters.folder)
    }

    /// Adds a query result. A daily table may have been read for a longer range: days before this range are left out.
    mutating func add(_ result: borrowing QueryResult, of table: ReportTable) {
        let first = table.isByDay ? parameters.from : nil
        let text = table.csv(of: result, since: first)
        if let text { files.append(("\(parameters.folder)csv/\(table.name).csv", text)) }
        let isPublished = parameters.folder.isEmpty && table.isByDay && text != nil
        guard table.isOnPages || isPublished else { return }
        let all = Row.all(result.columnNames, result.rows())
        if isPublished { published[table.name] = all }
        guard table.isOnPages else { return }
        let shown = all.map(\.onPages)
        rows.add(first.map { first in shown.filter { $0.text("day") >= first.description } } ?? shown, of: table.name)
    }

    /// Adds what another session read for the same range.
    mutating func add(_ other: ReportReading) {
        files += other.files
        rows.add(other.rows)
        published.merge(other.published) { $0 + $1 }
    }
}
