import Postgres

/// What was read of one range of a report: its tables as files, the rows that its pages show, and what was found.
struct ReportReading: Sendable {
    let parameters: ReportParameters
    /// Path below the report's folder, and content.
    private(set) var files: [(path: String, text: String)] = []
    private(set) var rows = ReportRows()
    /// The rows of the files by day, by table. The next report is compared with them; the database knows which numbers it keeps.
    private(set) var published: [String: [Row]] = [:]
    /// Of the report's own range alone.
    private(set) var findings: [Finding] = []

    init(_ parameters: ReportParameters) { self.parameters = parameters }

    /// Adds a table; of a table by day what is of the range.
    mutating func add(_ result: borrowing QueryResult, of table: ReportTable) {
        let first = table.isByDay ? parameters.from : nil
        let text = table.csv(of: result, since: first)
        if let text { files.append(("\(parameters.folder)csv/\(table.name).csv", text)) }
        let isPublished = parameters.folder.isEmpty && table.isByDay && text != nil
        guard table.isOnPages || isPublished else { return }
        let all = Row.all(of: result)
        if isPublished { published[table.name] = all }
        guard table.isOnPages else { return }
        rows.add(first.map { first in all.filter { $0.text("day") >= first.description } } ?? all, of: table.name)
    }

    /// Adds what was found.
    mutating func add(_ found: [Finding]) { findings += found }

    /// Adds what another session read of the same range.
    mutating func add(_ other: ReportReading) {
        files += other.files
        rows.add(other.rows)
        published.merge(other.published) { $0 + $1 }
        findings += other.findings
    }
}
