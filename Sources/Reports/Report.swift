public import Postgres

/// A report: the files that are a function of the log, of the parameters and, where published numbers are compared, of what
/// the report before published; and of nothing else.
public struct Report: Sendable {
    /// Path below the report's folder, and content.
    public let files: [(path: String, text: String)]
    /// What changed, what is new and what is wrong, the gravest first.
    public let findings: [Finding]
    /// What is to be kept of it once it is published; nil where it shows nothing.
    public let publication: Publication?

    /// The schema and the program that wrote it, for the manifest.
    public struct Versions: Sendable {
        public let program: String
        public let schema: Int

        public init(program: String, schema: Int) {
            self.program = program
            self.schema = schema
        }
    }

    /// Reads everything in one snapshot of the database, with the rights of the role `project`.
    public static func make(_ request: ReportRequest, _ versions: Versions, on session: Session) async throws -> Report
    {
        try await session.run { connection in
            try connection.transaction(.snapshot) { connection in
                // Before the snapshot is taken, so that no rebuild changes tables between two reads of it.
                try connection.execute(
                    Statement("hold generation", "LOCK TABLE projection.checkpoint IN ACCESS SHARE MODE"))
                let parameters = try ReportParameters.resolve(request, connection)
                var (files, rows) = try read(parameters, connection)
                let findings = try Finding.read(parameters, connection)
                let templates = try PageTemplates.embedded()
                for page in Site(PageHead(parameters), rows, findings: findings).pages {
                    files.append((page.file, try page.render(with: templates)))
                }
                files.sort { $0.0 < $1.0 }
                files.append(("manifest.json", try Manifest(parameters, versions, files).text))
                return Report(
                    files: files.map { (path: $0.0, text: $0.1) }, findings: findings,
                    publication: Publication(parameters, files))
            }
        }
    }

    /// The tables as files, and the rows that pages show.
    private static func read(
        _ parameters: ReportParameters, _ connection: borrowing Connection
    ) throws -> (files: [(String, String)], rows: ReportRows) {
        var files: [(String, String)] = []
        var rows = ReportRows()
        for table in ReportTable.all {
            let result = try table.read(parameters, connection)
            if let file = table.csv(of: result) { files.append(("csv/\(table.name).csv", file)) }
            if table.isOnPages { rows.add(Row.all(of: result), of: table.name) }
        }
        return (files, rows)
    }
}
