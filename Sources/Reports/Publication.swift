import Foundation
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

    /// Keeps it, with the rights of the role `project`, unless somebody it counts may have been erased since it was read;
    /// it waits for an erasure that is under way. On a server that takes no writes (a standby) nothing is kept.
    public func keep(on session: Session) async throws {
        try await session.run { [self] connection in
            // Behind its lock, READ COMMITTED sees the erasure that it waited for.
            try connection.transaction { connection in try keep(connection) }
        }
    }

    private func keep(_ connection: borrowing Connection) throws {
        let kept = try connection.execute(Self.publish, values)
        guard kept.rowCount > 0, let report = kept.text(0, 0) else { return }
        for (table, rows) in rows {
            for some in Self.pieces(rows) {
                let text = String(decoding: try JSONEncoder().encode(some.map(\.told)), as: UTF8.self)
                _ = try connection.execute(Self.publishRows, [.text(report), .text(table), .text(text)])
            }
        }
    }

    /// A text of the database has a greatest length, and a report none.
    private static func pieces(_ rows: [Row]) -> [ArraySlice<Row>] {
        stride(from: 0, to: rows.count, by: 10_000).map { rows[$0..<min($0 + 10_000, rows.count)] }
    }

    private static let publish = Statement(
        "publish",
        """
        SELECT projection.publish(
            (
                $1::timestamptz, $2::bigint, $3::bigint, $4::bigint, $5::bigint, $6::integer, $7::date, $8::date,
                $9::text, $10::text, NULL, NULL
            )::analytics.published_report,
            $11::bigint
        )
        WHERE current_setting('transaction_read_only') = 'off'
        """)

    private static let publishRows = Statement(
        "publish rows", "SELECT projection.publish_rows($1::bigint, $2::text, $3::jsonb)")
}
