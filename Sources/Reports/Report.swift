public import Postgres

/// A report: the files that are a function of the log and the parameters, and nothing else.
public struct Report: Sendable {
    /// Path below the report's folder, and content.
    public let files: [(path: String, text: String)]

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
                var files = try Self.tables.map { table in
                    ("csv/\(table.name).csv", try table.csv(parameters, connection))
                }
                files.append(("index.html", try OptInData.read(parameters, connection).render()))
                files.sort { $0.0 < $1.0 }
                files.append(("manifest.json", try Manifest(parameters, versions, files).text))
                return Report(files: files.map { (path: $0.0, text: $0.1) })
            }
        }
    }

    private static let tables = [
        ReportTable(
            name: "opt_in_by_os",
            query: Statement(
                "opt_in_by_os",
                """
                SELECT opt_in_by_os.*
                FROM analytics.opt_in_by_os($1::date, $2::date, $3::timestamptz, $4::integer) AS opt_in_by_os
                WHERE $5::text IS NULL OR opt_in_by_os.app_id = $5::text
                """)),
        ReportTable(
            name: "opt_in_daily",
            query: Statement(
                "opt_in_daily",
                """
                SELECT opt_in_daily.*
                FROM analytics.opt_in_daily($1::date, $2::date, $3::timestamptz, $4::integer) AS opt_in_daily
                WHERE $5::text IS NULL OR opt_in_daily.app_id = $5::text
                """)),
        ReportTable(
            name: "opt_in_by_app_version",
            query: Statement(
                "opt_in_by_app_version",
                """
                SELECT opt_in_by_app_version.*
                FROM analytics.opt_in_by_app_version($1::date, $2::date, $3::timestamptz, $4::integer) AS opt_in_by_app_version
                WHERE $5::text IS NULL OR opt_in_by_app_version.app_id = $5::text
                """)),
        ReportTable(
            name: "opt_in_by_variant",
            query: Statement(
                "opt_in_by_variant",
                """
                SELECT opt_in_by_variant.*
                FROM analytics.opt_in_by_variant($1::date, $2::date, $3::timestamptz, $4::integer) AS opt_in_by_variant
                WHERE $5::text IS NULL OR opt_in_by_variant.app_id = $5::text
                """)),
        ReportTable(
            name: "provisional_by_os",
            query: Statement(
                "provisional_by_os",
                """
                SELECT provisional_by_os.*
                FROM analytics.provisional_by_os($1::date, $2::date, $3::timestamptz, $4::integer) AS provisional_by_os
                WHERE $5::text IS NULL OR provisional_by_os.app_id = $5::text
                """)),
        ReportTable(
            name: "win_back_by_os",
            query: Statement(
                "win_back_by_os",
                """
                SELECT win_back_by_os.*
                FROM analytics.win_back_by_os($1::date, $2::date, $3::timestamptz, $4::integer) AS win_back_by_os
                WHERE $5::text IS NULL OR win_back_by_os.app_id = $5::text
                """)),
        ReportTable(
            name: "reach_daily",
            query: Statement(
                "reach_daily",
                """
                SELECT reach_daily.*
                FROM analytics.reach_daily($1::date, $2::date, $3::timestamptz, $4::integer) AS reach_daily
                WHERE $5::text IS NULL OR reach_daily.app_id = $5::text
                """)),
    ]
}

/// A table of the report: its name, and the query that takes a range, a horizon, a minimum cell and an app.
struct ReportTable: Sendable {
    let name: String
    let query: Statement

    func csv(_ parameters: ReportParameters, _ connection: borrowing Connection) throws -> String {
        CSV.text(of: try connection.execute(query, parameters.values))
    }
}

extension ReportParameters {
    /// First day, last day, horizon, minimum cell, app: what every query of a report takes.
    var values: [Parameter] {
        [
            .optional(from?.description), .optional(to?.description), .optional(horizon), .int(minimumCell),
            .optional(app),
        ]
    }
}
