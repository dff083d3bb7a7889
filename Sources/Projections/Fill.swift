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
    private(set) var statements: [Statement]

    /// nil for a file that is no fill.
    init?(_ file: ProjectionFile, steps: [ProjectionFile]) {
        switch file.kind {
        case .step: return nil
        case .monthFill:
            chunks = .months
            statements = [file.statement]
        case .monthWorkFill, .installationFill:
            chunks = file.kind == .installationFill ? .installations : .months
            statements = [file.statement] + steps.filter { $0.number > file.number }.map(\.statement)
        }
    }

    /// The same chunks with other SQL.
    func altering(_ alter: (Statement) -> Statement) -> Fill {
        var altered = self
        altered.statements = statements.map(alter)
        return altered
    }

    /// The bounds of the chunk that follows `done`, the upper bound of the one before; nil where none is left.
    func chunk(after done: String?, size: Int, _ connection: borrowing Connection) throws -> ChunkBounds? {
        switch chunks {
        case .months:
            let found = try connection.execute(Self.nextMonth, [.optional(done)])
            guard found.rowCount == 1 else { return nil }
            return found.text(0, 0).map { ChunkBounds(done: $0, from: found.text(0, 1), upTo: found.text(0, 2)) }
        case .installations:
            guard done != Self.lastInstallation else { return nil }
            let found = try connection.execute(Self.nextInstallation, [.optional(done), .int(size)])
            let upTo = found.rowCount == 1 ? found.text(0, 0) : Self.lastInstallation
            return upTo.map { ChunkBounds(done: $0, from: done, upTo: upTo) }
        }
    }

    private static let lastInstallation = "ffffffff-ffff-ffff-ffff-ffffffffffff"

    /// The last one is remembered as `infinity`, so that a month that comes meanwhile begins no other behind it.
    private static let nextMonth = Statement(
        "next month",
        """
        SELECT
            CASE WHEN month.is_last THEN 'infinity' ELSE month.starts END,
            CASE
                WHEN $1::date IS NULL THEN timestamptz '0001-01-01T00:00:00Z'
                ELSE ($1::date + interval '1 month') AT TIME ZONE 'UTC'
            END,
            CASE
                WHEN month.is_last THEN timestamptz '9999-12-31T00:00:00Z'
                ELSE (month.starts + interval '1 month') AT TIME ZONE 'UTC'
            END
        FROM (
            SELECT named.starts, lead(named.starts) OVER (ORDER BY named.starts) IS NULL AS is_last
            FROM (SELECT DISTINCT unnest(batch.engagement_months) AS starts FROM log.batch) AS named
            WHERE $1::date IS NULL OR named.starts > $1::date
            ORDER BY named.starts
            LIMIT 1
        ) AS month
        """)

    private static let nextInstallation = Statement(
        "next installations",
        """
        SELECT event.installation_id
        FROM log.permission_event AS event
        WHERE $1::uuid IS NULL OR event.installation_id > $1::uuid
        ORDER BY event.installation_id
        OFFSET $2::bigint
        LIMIT 1
        """)
}

/// A chunk of a fill: its two parameters, and what is remembered when it is done.
struct ChunkBounds: Sendable {
    let done: String
    let from: String?
    let upTo: String?
}
