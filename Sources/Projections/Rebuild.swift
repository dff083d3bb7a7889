import EventLog
import Postgres

/// A rebuild in progress: projections whose tables are computed again, in the schema `projection_next`, while readers use
/// the live tables in `projection`. Each of the two sets of tables is called a *generation*.
struct Rebuild: Sendable {
    let projections: [Projection]

    private var tables: Parameter { .array(projections.flatMap(\.tables)) }

    /// Resumes the existing rebuild if it has the same projections, SQL and settings; otherwise begins a new one.
    /// `head`: the latest position of the log. `size`: the number of permission events in a chunk of installations.
    static func beginOrResume(
        _ projections: [Projection], head: Int, size: Int, _ connection: borrowing Connection
    ) throws -> Rebuild {
        // Reads everything in one snapshot: the position up to which backfills read the log and the chunks both depend on
        // the retention cutoff, and what is rebuilt on the settings, which another program may change meanwhile.
        try connection.transaction(.repeatableRead) { connection in
            // An erasure handles only the generations that exist when it starts, so wait for it before making one.
            try connection.execute(
                Statement("begin beside erasures", "LOCK TABLE projection.checkpoint IN ROW SHARE MODE"))
            let rebuild = Rebuild(projections: try PendingSettings.areThere(connection) ? Projection.all : projections)
            if try !rebuild.isThere(connection) {
                try rebuild.begin(head: head, connection)
                try Generation.next.enter(connection)
                try rebuild.noteChunks(size: size, connection)
            }
            return rebuild
        }
    }

    /// Returns whether a rebuild of the same projections, SQL and settings is in progress.
    func isThere(_ connection: borrowing Connection) throws -> Bool {
        guard try Generation.next.exists(connection) else { return false }
        let isSame = try connection.execute(
            SQLFiles.statement("queries/compare_rebuild.sql"),
            [.array(projections.map(\.name)), .array(projections.map(\.sha256.hex))])
        return try isSame.bool(0, 0) == true
    }

    /// Returns whether an error can mean that another program has swapped in, dropped or replaced the tables.
    static func mayBeLost(after error: any Error) -> Bool {
        Generation.isMissed(by: error) || (error as? ProjectionError)?.kind == .changed
    }

    private func begin(head: Int, _ connection: borrowing Connection) throws {
        try connection.execute(
            Statement("make generation", "SELECT projection.make_generation($1::text[])"), [tables])
        try connection.execute(
            SQLFiles.statement("queries/copy_settings.sql"))
        let fillHead = try findFillHead(head, connection)
        for projection in projections {
            try connection.execute(
                Self.beginProjection,
                [
                    .text(projection.name), .int(projection.version), .bytes(projection.sha256),
                    .optional(projection.backfills.isEmpty ? nil : fillHead),
                ])
        }
        if try Parts.areThere(connection) {
            try connection.execute(
                Statement(
                    "begin parts of rebuild",
                    """
                    SELECT parts.begin_generation(
                        'next', array_agg(checkpoint.name), array_agg(checkpoint.backfill_head)
                    )
                    FROM projection_next.checkpoint
                    """))
        }
    }

    /// Returns the position up to which all backfills read the log. A backfill can read the live tables of another
    /// projection, so it must not read further in the log than these had come when the rebuild began.
    private func findFillHead(_ head: Int, _ connection: borrowing Connection) throws -> Int {
        try connection.execute(
            Self.findFillHead,
            [.int(head), .array(projections.flatMap(\.backfillsRead)), .array(projections.map(\.name))]
        ).singleInt()
    }

    private static let findFillHead = SQLFiles.statement("queries/find_backfill_head.sql")

    private static let beginProjection = Statement(
        "begin rebuild",
        """
        INSERT INTO projection_next.checkpoint (position, version, name, sql_sha256, backfill_head)
        VALUES (0, $2::integer, $1, $3, $4::bigint)
        """)

    /// The outcome of an attempt to swap.
    enum Swap: Sendable {
        case done
        /// The live tables have moved ahead of the new ones.
        case behind
        /// Queries are reading the old tables.
        case isRead
    }

    /// Runs ANALYZE on the new tables.
    func analyze(_ connection: borrowing Connection) throws {
        try connection.execute(
            Statement("analyze generation", "SELECT projection.analyze_generation($1::text[])"), [tables])
    }

    /// Replaces the live tables with the new ones in one transaction. Waits at most a fifth of a second for each lock,
    /// because new readers queue behind a waiting lock.
    func swap(_ connection: borrowing Connection) throws -> Swap {
        do {
            return try connection.transaction { connection in
                try connection.execute(Statement("wait shortly", "SET LOCAL lock_timeout = '200ms'"))
                // Steps and reports hold some lock on this table. Take the strongest mode immediately: upgrading from a
                // weaker one could deadlock with sessions that wait for this one.
                try connection.execute(
                    Statement("lock checkpoints", "LOCK TABLE projection.checkpoint IN ACCESS EXCLUSIVE MODE"))
                guard try connection.execute(Self.countBehind).singleInt() == 0 else { return .behind }
                try connection.execute(
                    Statement("swap generation", "SELECT projection.swap_generation($1::text[])"), [tables])
                return .done
            }
        } catch let error as PostgresError where error.sqlState == "55P03" || error.isRetriable {
            return .isRead
        }
    }

    private static let countBehind = Statement(
        "compare positions",
        """
        SELECT count(*)
        FROM projection_next.checkpoint AS next
        INNER JOIN projection.checkpoint AS live ON live.name = next.name AND live.position > next.position
        """)

    /// Drops the next generation.
    static func dropGeneration(_ connection: borrowing Connection) throws {
        try connection.execute(Statement("drop generation", "SELECT projection.drop_generation()"))
    }

    /// Returns, for each table, in how many rows the new generation differs from the live one.
    func findings(_ connection: borrowing Connection) throws -> [Projector.Finding] {
        try connection.transaction(.snapshot) { connection in
            try projections.flatMap(\.tables).map { table in
                let differing = try connection.execute(
                    Statement("compare table", "SELECT projection.differing_rows($1)"), [.text(table)])
                return Projector.Finding(table: table, differing: try differing.singleInt())
            }
        }
    }
}
