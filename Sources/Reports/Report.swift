public import Postgres

/// A report: the files that are a function of the log and the parameters, and nothing else.
public struct Report: Sendable {
    /// Path below the report's folder, and content.
    public let files: [(path: String, text: String)]
    /// What changed, what is new and what is wrong, the gravest first.
    public let findings: [Finding]

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
                var files = try ReportTable.all.map { table in
                    ("csv/\(table.name).csv", try table.csv(parameters, connection))
                }
                files.append(("index.html", try OptInData.read(parameters, connection).render()))
                files.sort { $0.0 < $1.0 }
                files.append(("manifest.json", try Manifest(parameters, versions, files).text))
                return Report(
                    files: files.map { (path: $0.0, text: $0.1) }, findings: try Finding.read(parameters, connection))
            }
        }
    }
}
