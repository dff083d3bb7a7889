import EventLog
import Pages
public import Postgres

/// The numbers of a published report that are stored in the database, so that later reports can list those that have
/// changed since.
public struct Publication: Sendable {
    private let values: [Parameter]
    private let rows: [String: [Row]]

    /// Takes the numbers of the report's own range; nil if there were no events, or if the caller chose the horizon.
    init?(_ reading: ReportReading) {
        let parameters = reading.parameters
        guard let horizon = parameters.horizon, !parameters.isOfChosenHorizon else { return nil }
        rows = reading.published
        values = [
            .text(horizon), .int(parameters.position), .int(parameters.conversionWindowSeconds),
            .int(parameters.openWindowSeconds), .int(parameters.influenceWindowSeconds), .int(parameters.minimumCell),
            .optional(parameters.from?.description), .optional(parameters.to?.description), .text(parameters.timeZone),
            .optional(parameters.app), .int(parameters.erasure),
        ]
    }

    /// Writes the numbers and commits.
    public func keep(on session: Session) async throws {
        _ = try await write(on: session)
        try await session.commit()
    }

    /// Writes the numbers in a transaction that the caller commits after publishing the report. Needs a session of the
    /// role `project`.
    ///
    /// Waits for an erasure (removal of people's events) that is in progress; later erasures wait for the commit.
    /// Writes nothing if an erasure happened after the report was read, because the numbers may count erased people, or
    /// if a newer comparable report is stored. Also writes nothing on a read-only server, such as a standby.
    ///
    /// - Returns: whether a newer comparable report is stored. Its publication is over then, because the one who
    ///   publishes it holds the lock of the stored reports until the commit.
    public func write(on session: Session) async throws -> Bool {
        // READ COMMITTED, so that after waiting for an erasure's lock the next statement sees that erasure.
        try await session.begin(.readCommitted)
        do {
            return try await session.run { [self] connection in try keep(connection) }
        } catch {
            await session.rollBack()
            throw error
        }
    }

    /// Stores the report, then the rows of its tables. The first query returns the report's number and the measures to
    /// store, or no row if the report is not to be stored. Returns whether a newer comparable report is stored.
    private func keep(_ connection: borrowing Connection) throws -> Bool {
        let kept = try connection.execute(Self.publish, values)
        guard kept.rowCount > 0, let report = kept.text(0, 0), let measures = kept.text(0, 1) else {
            // All values except the days and the erasure.
            return try connection.execute(Self.findNewer, Array(values[..<6] + values[8..<10])).bool(0, 0) == true
        }
        for (table, measures) in Self.byTable(measures) {
            for some in Self.pieces(rows[table] ?? []) {
                let keys = Self.keys.map { key in Parameter.array(some.map { $0.has(key) ? $0.text(key) : "" }) }
                _ = try connection.execute(
                    Self.publishRows, [.text(report), .text(table)] + keys + [.text(some.counts(of: measures))])
            }
        }
        return false
    }

    /// Parses a list such as `opt_in_daily.prompted,opt_in_daily.decided` to the measures of each table.
    private static func byTable(_ measures: String) -> [String: [String]] {
        let pairs = measures.split(separator: ",").map { $0.split(separator: ".").map(String.init) }
        return Dictionary(grouping: pairs) { $0[0] }.mapValues { $0.map { $0[1] } }
    }

    /// Splits the rows, because PostgreSQL limits the size of a text value and a report can be larger.
    private static func pieces(_ rows: [Row]) -> [ArraySlice<Row>] {
        stride(from: 0, to: rows.count, by: 10_000).map { rows[$0..<min($0 + 10_000, rows.count)] }
    }

    private static let publish = SQLFiles.statement("queries/publish.sql")

    private static let findNewer = Statement(
        "find newer report",
        """
        SELECT EXISTS (
            SELECT
            FROM projection.comparable_reports(
                (
                    $1::timestamptz, $2::bigint, $3::bigint, $4::bigint, $5::bigint, $6::integer, $7::text, $8::text,
                    NULL, NULL
                )::analytics.published_report
            ) AS report
            WHERE (report.horizon, report.position) > ($1::timestamptz, $2::bigint)
        )
        """)

    /// The columns that identify a row of a stored table. A table may lack some of them.
    private static let keys = ["day", "app_id", "os_name", "os_version"]

    private static let publishRows = Statement(
        "publish rows",
        """
        SELECT projection.publish_rows(
            $1::bigint, $2::text, $3::date[], $4::text[], $5::text[], $6::text[], $7::jsonb
        )
        """)
}

extension ArraySlice<Row> {
    /// Returns a JSON array with an object of integers by column name for each row; null for a withheld row. Does not use
    /// `JSONEncoder`, which would take as long for these rows as rendering all pages.
    fileprivate func counts(of columns: [String]) -> String {
        let keys = columns.indices.map { "\($0 == 0 ? "{" : ",")\"\(columns[$0])\":" }
        var json = ""
        for row in self {
            json += json.isEmpty ? "" : ","
            guard columns.first.flatMap({ row[$0] }) != nil else {
                json += "null"
                continue
            }
            for (column, key) in zip(columns, keys) {
                json += key
                json += row[column] ?? "null"
            }
            json += "}"
        }
        return "[\(json)]"
    }
}
