import EventLog
import Postgres

extension Rebuild {
    /// The outcome of looking for a chunk to fill.
    enum Filling: Sendable {
        /// A chunk of this projection was filled, and `left` chunks remain.
        case filled(String, left: Int)
        /// The same on the parts of a cluster, which commit after the coordinator. End the chunk when all have.
        case filledOnParts(String, turn: Int)
        /// All remaining chunks wait for chunks that other sessions are filling.
        case waiting
        /// No chunk is left.
        case done
    }

    /// Queues all chunks in the table `backfill_chunk` of the generation whose schema is in the search path. Chunks that
    /// must run one after another come first, because the others can run beside them. Of the others, neighbours are
    /// queued apart, because they may update the same rows.
    func noteChunks(size: Int, _ connection: borrowing Connection) throws {
        var turn = try connection.execute(Self.lastTurn).singleInt()
        let backfills = projections.flatMap(\.backfills)
        let isByTime = backfills.contains { $0.chunks == .months || $0.chunks == .quarters }
        let monthEnds = isByTime ? try Backfill.monthEnds(connection) : []
        let isSerial = { (projection: Projection) in projection.backfills.contains(where: \.isSerial) }
        for projection in projections.filter(isSerial) + projections.filter({ !isSerial($0) }) {
            for (place, backfill) in projection.backfills.enumerated() {
                let bounds = Array(try backfill.bounds(size: size, monthEnds: monthEnds, connection).enumerated())
                let odd = backfill.isSerial ? [] : bounds.filter { $0.offset % 2 == 1 }
                for (_, bound) in bounds.filter({ backfill.isSerial || $0.offset % 2 == 0 }) + odd {
                    turn += 1
                    try connection.execute(
                        Self.noteChunk,
                        [
                            .int(turn), .int(place), .text("\(backfill.isSerial)"), .text(projection.name),
                            .array(projection.backfillsRead), .optional(bound.from), .optional(bound.upTo),
                        ])
                }
            }
        }
    }

    /// Fills the first chunk that waits for no other, and removes it from the queue in the same transaction. Other
    /// sessions skip it meanwhile.
    func backfillNext(_ connection: borrowing Connection) throws -> Filling {
        try Generation.next.transaction(connection) { connection in
            let claimed = try connection.execute(Self.claimChunk)
            guard claimed.rowCount == 1 else { return try chunksLeft(connection) == 0 ? .done : .waiting }
            let name = claimed.text(0, 1) ?? ""
            guard let projection = projections.first(where: { $0.name == name }),
                claimed.text(0, 2) == projection.sha256.hex
            else { throw ProjectionError.changed(name) }
            let backfill = projection.backfills[try claimed.int(0, 3) ?? 0]
            try connection.execute(Self.widenSorts)
            // Lock the live checkpoint so that the state being copied does not change until the transaction ends.
            if backfill.chunks == .kept { try connection.execute(Self.holdLive, [.text(name)]) }
            if try Parts.areThere(connection) {
                let chunk: [Parameter] = [
                    .optional(claimed.text(0, 0)), .array(backfill.statements.map(\.text)),
                    .optional(claimed.text(0, 4)), .optional(claimed.text(0, 5)), .text("\(backfill.chunks == .kept)"),
                ]
                try connection.execute(Self.fillParts, chunk)
                return .filledOnParts(name, turn: try claimed.int(0, 0) ?? 0)
            }
            try projection.run(
                backfill.statements, backfill.parameters(from: claimed.text(0, 4), upTo: claimed.text(0, 5)), connection
            )
            try connection.execute(Self.endChunk, [.optional(claimed.text(0, 0))])
            return .filled(name, left: try chunksLeft(connection))
        }
    }

    /// Removes a chunk that all parts have filled, and returns how many remain. If a node was lost before it committed, the
    /// chunk stays, and is filled again on the parts that lack it.
    func endOnParts(turn: Int, _ connection: borrowing Connection) throws -> Int {
        try Generation.next.transaction(connection) { connection in
            if try connection.execute(Self.haveFilled, [.int(turn)]).bool(0, 0) == true {
                try connection.execute(Self.endChunk, [.int(turn)])
            }
            return try chunksLeft(connection)
        }
    }

    /// Returns the number of chunks that remain, including those that other sessions are filling.
    func chunksLeft(_ connection: borrowing Connection) throws -> Int {
        try connection.execute(Self.countChunks).singleInt()
    }

    /// Sets the checkpoints to the position up to which the backfills have read the log. Returns false if chunks remain,
    /// because some were queued again meanwhile.
    func endFills(_ connection: borrowing Connection) throws -> Bool {
        try Generation.next.transaction(connection) { connection in
            let ended = try connection.execute(Self.endFills)
            if ended.affectedRows > 0, try Parts.areThere(connection) { try connection.execute(Self.endFillsOfParts) }
            return try chunksLeft(connection) == 0
        }
    }

    /// Empties the tables of the next generation that are being filled, and queues all their chunks again. The caller
    /// must have set the search path to the next generation and locked it (`transactionHoldingAll`).
    static func beginFillsAnew(_ connection: borrowing Connection) throws {
        let rebuild = Rebuild(projections: try Projection.all.filter { try $0.backfillState(connection) == .filling })
        let tables = rebuild.projections.flatMap(\.tables)
        guard !tables.isEmpty else { return }
        try connection.execute(Self.emptyTables, [.array(tables)])
        try connection.execute(Self.beginAnew)
        try connection.execute(Self.forgetChunks)
        try rebuild.noteChunks(size: Projector.rebuildStepSize, connection)
    }

    private static let lastTurn = Statement(
        "find last turn", "SELECT coalesce(max(chunk.turn), 0) FROM backfill_chunk AS chunk")

    private static let emptyTables = Statement("empty tables", "SELECT projection.empty_generation($1::text[])")

    private static let forgetChunks = Statement("forget chunks", "DELETE FROM backfill_chunk")

    private static let holdLive = Statement(
        "hold live checkpoint",
        "SELECT live.position FROM projection.checkpoint AS live WHERE live.name = $1 FOR SHARE")

    /// If retention has dropped events, backfills copy live state, which must be complete up to the position at which they
    /// end. So lowers that position to the live one, which is 0 for what was never projected.
    private static let beginAnew = Statement(
        "begin backfills again",
        """
        UPDATE checkpoint SET backfill_head = least(checkpoint.backfill_head, live.position)
        FROM log.intake_rules, (
            SELECT min(coalesce(live.position, 0)) AS position
            FROM checkpoint AS own
            FULL JOIN projection.checkpoint AS live ON live.name = own.name
        ) AS live
        WHERE checkpoint.backfill_head IS NOT NULL AND intake_rules.retained_from IS NOT NULL
        """)

    private static let noteChunk = Statement(
        "note chunk",
        """
        INSERT INTO projection_next.backfill_chunk (turn, place, is_serial, name, after, from_bound, up_to)
        VALUES ($1, $2, $3, $4, $5, $6, $7)
        """)

    private static let claimChunk = SQLFiles.statement("queries/claim_chunk.sql")

    private static let fillParts = Statement(
        "fill parts", "SELECT parts.fill_all($1::integer, $2::text[], $3, $4, $5::boolean)")

    private static let haveFilled = Statement("look for filled parts", "SELECT parts.have_filled($1::integer)")

    private static let endFillsOfParts = Statement("end fills of parts", "SELECT parts.end_fills()")

    private static let countChunks = Statement("count chunks", "SELECT count(*) FROM projection_next.backfill_chunk")

    private static let endChunk = Statement("end chunk", "DELETE FROM backfill_chunk WHERE turn = $1::integer")

    /// Lets a month of a busy log be sorted in memory. At most two sessions do so at the same time.
    private static let widenSorts = Statement("widen sorts", "SET LOCAL work_mem = '128MB'")

    private static let endFills = Statement(
        "end backfills",
        """
        UPDATE checkpoint SET position = backfill_head, backfill_head = NULL, moved_at = now()
        WHERE checkpoint.backfill_head IS NOT NULL AND NOT EXISTS (SELECT FROM backfill_chunk)
        """)
}
