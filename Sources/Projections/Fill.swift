import Postgres

/// What a rebuild does chunk by chunk in place of a step. A fill by month is whole in itself; one by installation, or one
/// that makes a work table of a month, stands for the step of its number, and the steps after that run behind it.
struct Fill: Sendable {
    /// What its chunks are.
    enum Chunks: Sendable {
        /// Spans that follow one another without a gap and hold all times, cut at the ends of the UTC months in which the
        /// ledger has engagement events.
        case months
        /// Ranges of `installation_id` that hold about so many permission events.
        case installations
    }

    let chunks: Chunks
    /// Whether its chunks must follow one another: steps may read what those before have written.
    let isSerial: Bool
    private(set) var statements: [Statement]

    /// nil for a file that is no fill.
    init?(_ file: ProjectionFile, steps: [ProjectionFile]) {
        switch file.kind {
        case .step: return nil
        case .monthFill:
            chunks = .months
            isSerial = false
            statements = [file.statement]
        case .monthWorkFill, .installationFill:
            chunks = file.kind == .installationFill ? .installations : .months
            isSerial = true
            statements = [file.statement] + steps.filter { $0.number > file.number }.map(\.statement)
        }
    }

    /// The same chunks with other SQL.
    func altering(_ alter: (Statement) -> Statement) -> Fill {
        var altered = self
        altered.statements = statements.map(alter)
        return altered
    }

    /// The bounds of all chunks, in their order: after or from where, and up to where. The first begins with whatever is
    /// there, and so has no lower bound where it is one of installations.
    func bounds(size: Int, _ connection: borrowing Connection) throws -> [(from: String?, upTo: String?)] {
        let found =
            switch chunks {
            case .months: try connection.execute(Self.months)
            case .installations: try connection.execute(Self.installations, [.int(size)])
            }
        return (0..<found.rowCount).map { (found.text($0, 0), found.text($0, 1)) }
    }

    /// The last one has no end, so that a month that comes meanwhile is in it.
    private static let months = Statement(
        "find months",
        """
        SELECT
            coalesce(lag(month.ends) OVER by_end, timestamptz '0001-01-01T00:00:00Z'),
            CASE WHEN lead(month.ends) OVER by_end IS NULL THEN timestamptz '9999-12-31T00:00:00Z' ELSE month.ends END
        FROM (
            SELECT DISTINCT (named.starts + interval '1 month') AT TIME ZONE 'UTC' AS ends
            FROM log.batch
            CROSS JOIN LATERAL unnest(batch.engagement_months) AS named (starts)
        ) AS month
        WINDOW by_end AS (ORDER BY month.ends)
        ORDER BY month.ends
        """)

    private static let installations = Statement(
        "find installations",
        """
        SELECT lag(cut.installation_id) OVER (ORDER BY cut.installation_id), cut.installation_id
        FROM (
            SELECT event.installation_id
            FROM (
                SELECT
                    permission_event.installation_id,
                    row_number() OVER (ORDER BY permission_event.installation_id) AS n
                FROM log.permission_event
            ) AS event
            WHERE event.n % $1::bigint = 0
            UNION
            SELECT 'ffffffff-ffff-ffff-ffff-ffffffffffff'
        ) AS cut
        ORDER BY cut.installation_id
        """)
}
