import Postgres

/// What a rebuild does chunk by chunk in place of a step. A fill by month is whole in itself; one by installation stands
/// for the step of its number, and the steps after that run behind it.
struct Fill: Sendable {
    /// What its chunks are.
    enum Chunks: Sendable {
        /// UTC months of `occurred_at` in which the ledger has engagement events.
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
        case .installationFill:
            chunks = .installations
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
            return found.text(0, 0).map { ChunkBounds(done: $0, from: found.text(0, 1), upTo: found.text(0, 2)) }
        case .installations:
            guard done != Self.lastInstallation else { return nil }
            let found = try connection.execute(Self.nextInstallation, [.optional(done), .int(size)])
            let upTo = found.rowCount == 1 ? found.text(0, 0) : Self.lastInstallation
            return upTo.map { ChunkBounds(done: $0, from: done, upTo: upTo) }
        }
    }

    private static let lastInstallation = "ffffffff-ffff-ffff-ffff-ffffffffffff"

    private static let nextMonth = Statement(
        "next month",
        """
        SELECT
            month.starts,
            month.starts::timestamp AT TIME ZONE 'UTC',
            (month.starts + interval '1 month') AT TIME ZONE 'UTC'
        FROM (
            SELECT min(named.starts) AS starts
            FROM (SELECT unnest(batch.engagement_months) AS starts FROM log.batch) AS named
            WHERE $1::date IS NULL OR named.starts > $1::date
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
