public import Postgres

/// What is kept of a published report, so that the next one can tell which of its numbers are other ones now.
public struct Publication: Sendable {
    private let values: [Parameter]
    private let rows: [String: [Row]]

    /// The numbers of a report's own range; nil where there was nothing to show.
    init?(_ reading: ReportReading) {
        let parameters = reading.parameters
        guard let horizon = parameters.horizon else { return nil }
        rows = reading.published
        values = [
            .text(horizon), .int(parameters.position), .int(parameters.conversionWindowSeconds),
            .int(parameters.openWindowSeconds), .int(parameters.influenceWindowSeconds), .int(parameters.minimumCell),
            .optional(parameters.from?.description), .optional(parameters.to?.description), .text(parameters.timeZone),
            .optional(parameters.app), .int(parameters.erasure),
        ]
    }

    /// Keeps it: `write`, and commits.
    public func keep(on session: Session) async throws {
        try await write(on: session)
        try await session.commit()
    }

    /// Writes it in a transaction, to be committed once the report can be read, with the rights of the role `project`, unless somebody
    /// it counts may have been erased since it was read; it waits for an erasure that is under way, and the next one for the
    /// commit. On a server that takes no writes (a standby) nothing is kept.
    public func write(on session: Session) async throws {
        // Behind its lock, READ COMMITTED sees the erasure that it waited for.
        try await session.begin(.readCommitted)
        do {
            try await session.run { [self] connection in try keep(connection) }
        } catch {
            await session.rollBack()
            throw error
        }
    }

    private func keep(_ connection: borrowing Connection) throws {
        let kept = try connection.execute(Self.publish, values)
        guard kept.rowCount > 0, let report = kept.text(0, 0), let measures = kept.text(0, 1) else { return }
        for (table, measures) in Self.byTable(measures) {
            for some in Self.pieces(rows[table] ?? []) {
                let keys = Self.keys.map { key in Parameter.array(some.map { $0.has(key) ? $0.text(key) : "" }) }
                _ = try connection.execute(
                    Self.publishRows, [.text(report), .text(table)] + keys + [.text(some.counts(of: measures))])
            }
        }
    }

    /// The measures of each table, of a list as `table.measure,table.measure`.
    private static func byTable(_ measures: String) -> [String: [String]] {
        let pairs = measures.split(separator: ",").map { $0.split(separator: ".").map(String.init) }
        return Dictionary(grouping: pairs) { $0[0] }.mapValues { $0.map { $0[1] } }
    }

    /// A text of the database has a greatest length, and a report none.
    private static func pieces(_ rows: [Row]) -> [ArraySlice<Row>] {
        stride(from: 0, to: rows.count, by: 10_000).map { rows[$0..<min($0 + 10_000, rows.count)] }
    }

    private static let publish = Statement(
        "publish",
        """
        SELECT kept.report, array_to_string(kept.measures, ',')
        FROM projection.publish(
            (
                $1::timestamptz, $2::bigint, $3::bigint, $4::bigint, $5::bigint, $6::integer, $7::date, $8::date,
                $9::text, $10::text, NULL, NULL
            )::analytics.published_report,
            $11::bigint
        ) AS kept
        WHERE current_setting('transaction_read_only') = 'off'
        """)

    /// The columns that tell a row of a kept table from the others, where the table has them.
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
    /// A JSON array of objects of whole numbers by the names of their columns, null where they are withheld. Written here, since it
    /// is most of what a report keeps, and an encoder takes as long for it as all pages take to be drawn.
    fileprivate func counts(of columns: [String]) -> String {
        let keys = columns.indices.map { "\($0 == 0 ? "{" : ",")\"\(columns[$0])\":" }
        var json = ""
        for row in self {
            json += json.isEmpty ? "" : ","
            for (column, key) in zip(columns, keys) {
                json += key
                json += row[column] ?? "null"
            }
            json += "}"
        }
        return "[\(json)]"
    }
}
