public import Postgres

/// What is kept of a published report, so that the next one can tell which of its numbers read differently.
public struct Publication: Sendable {
    private let values: [Parameter]

    /// The tables whose numbers are compared, in the order of `analytics.published_report`.
    private static let tables = ["opt_in_daily", "reach_daily", "opens_daily", "activity_daily"]

    /// The tables among the files of a report; nil where there was nothing to show.
    init?(_ parameters: ReportParameters, _ files: [(String, String)]) {
        guard let horizon = parameters.horizon else { return nil }
        values =
            [
                .text(horizon), .int(parameters.position), .int(parameters.conversionWindowSeconds),
                .int(parameters.openWindowSeconds), .int(parameters.influenceWindowSeconds),
                .int(parameters.minimumCell), .optional(parameters.from?.description),
                .optional(parameters.to?.description), .text(parameters.timeZone), .optional(parameters.app),
                .int(parameters.erasure),
            ]
            + Self.tables.map { table in
                Parameter.optional(files.first { $0.0 == "csv/\(table).csv" }?.1)
            }
    }

    /// Keeps it, with the rights of the role `project`, unless somebody it counts may have been erased since it was read;
    /// it waits for an erasure that is under way. On a server that takes no writes (a standby) nothing is kept.
    public func keep(on session: Session) async throws {
        try await session.run { [values] connection in
            // Behind its lock, READ COMMITTED sees the erasure that it waited for.
            try connection.transaction { connection in _ = try connection.execute(Self.publish, values) }
        }
    }

    private static let publish = Statement(
        "publish",
        """
        SELECT projection.publish(ROW(
            $1::timestamptz, $2::bigint, $3::bigint, $4::bigint, $5::bigint, $6::integer, $7::date, $8::date, $9::text,
            $10::text, $12::text, $13::text, $14::text, $15::text
        )::analytics.published_report, $11::bigint)
        WHERE current_setting('transaction_read_only') = 'off'
        """)
}
