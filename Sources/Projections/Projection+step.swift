import EventLog
import Postgres

extension Projection {
    /// Returns the position (the number of a batch in the log) up to which the live tables are computed. Creates the
    /// checkpoint on first use.
    ///
    /// - Throws: `ProjectionError` if the tables were computed by other SQL than this program's.
    func checkpoint(_ connection: borrowing Connection) throws -> Int {
        try connection.execute(
            Statement(
                "make checkpoint",
                """
                INSERT INTO projection.checkpoint (position, version, name, sql_sha256)
                SELECT 0, $2::integer, $1, $3
                WHERE NOT EXISTS (SELECT FROM projection.checkpoint WHERE checkpoint.name = $1)
                ON CONFLICT DO NOTHING
                """),
            [.text(name), .int(version), .bytes(sha256)])
        let found = try connection.execute(
            Statement(
                "read checkpoint",
                """
                SELECT checkpoint.position, checkpoint.version, checkpoint.sql_sha256
                FROM projection.checkpoint WHERE checkpoint.name = $1
                """),
            [.text(name)])
        guard try found.int(0, 1) == version, found.bytes(0, 2) == sha256 else { throw ProjectionError.changed(name) }
        return try found.int(0, 0) ?? 0
    }

    /// Processes the next batches, about `size` deliveries of them, and moves the checkpoint. Runs in the open
    /// transaction and in the generation (set of tables, see `Generation`) whose schema is in the search path. Returns
    /// the new position; it is at least `head` if there was nothing to do.
    ///
    /// - Parameter onPartsOf: the generation, if the tables are distributed. Parts that are behind the checkpoint, because a
    ///   node was lost, are brought up to it first.
    func step(
        upTo head: Int, size: Int, onPartsOf generation: Generation? = nil, _ connection: borrowing Connection
    ) throws -> Int {
        let from = try connection.execute(Self.lockCheckpoint, [.text(name), .bytes(sha256)])
        guard from.rowCount == 1, let position = try from.int(0, 0) else { throw ProjectionError.changed(name) }
        guard position < head else {
            if let generation { try stepParts(of: generation, upTo: position, connection) }
            return position
        }
        let limits: [Parameter] = [.int(position), .int(head), .int(size), .int(QuarantineRetry.chunkSize)]
        let next = try connection.execute(Self.chooseEnd, limits).singleInt()
        if generation == nil || isOfLedger { try run(steps, [.int(position), .int(next)], connection) }
        if let generation { try stepParts(of: generation, upTo: next, connection) }
        let moved = try connection.execute(Self.moveCheckpoint, [.text(name), .int(position), .int(next)])
        guard moved.affectedRows == 1 else { throw ProjectionError.busy(name) }
        return next
    }

    /// Runs statements one after another, with the parameters for those that contain `$1`.
    func run(_ statements: [Statement], _ parameters: [Parameter], _ connection: borrowing Connection) throws {
        for statement in statements {
            try connection.execute(statement, statement.text.contains("$1") ? parameters : [])
        }
    }

    /// Returns how far a step may go: not beyond the projections whose state it reads. Their position is that in this
    /// generation, or in the live one if they are not part of this one.
    func reach(of head: Int, _ connection: borrowing Connection) throws -> Int {
        let found = try connection.execute(Self.positionRead, [.array(reads)])
        return min(head, try found.int(0, 0) ?? head)
    }

    /// Returns no row while backfills are in progress, because a step would count again what they count. A step can meet
    /// such tables only if another program's rebuild has replaced those it worked on.
    private static let lockCheckpoint = Statement(
        "lock checkpoint",
        """
        SELECT checkpoint.position FROM checkpoint
        WHERE checkpoint.name = $1 AND checkpoint.sql_sha256 = $2 AND checkpoint.backfill_head IS NULL
        FOR UPDATE
        """)

    private static let chooseEnd = SQLFiles.statement("queries/choose_step.sql")

    private static let moveCheckpoint = Statement(
        "move checkpoint",
        """
        UPDATE checkpoint SET position = $3::bigint, moved_at = now()
        WHERE checkpoint.name = $1 AND checkpoint.position = $2::bigint
        """)

    private static let positionRead = Statement(
        "read positions of others",
        """
        SELECT min(coalesce(own.position, live.position, 0))
        FROM unnest($1::text[]) AS other (name)
        LEFT JOIN checkpoint AS own ON own.name = other.name
        LEFT JOIN projection.checkpoint AS live ON live.name = other.name
        """)
}
