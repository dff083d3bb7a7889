import Postgres

extension Rebuild {
    /// What became of looking for a chunk to fill.
    enum Filling: Sendable {
        /// One of this projection is filled, and so many are left.
        case filled(String, left: Int)
        /// Those that are left wait for chunks that others are filling.
        case waiting
        /// None is left.
        case done
    }

    /// Notes all chunks that are to be filled, in the generation that is open. What must be done one after the other comes first, since the rest can be done
    /// beside it; of the rest, neighbours are not done at the same time, as they may meet in the same rows.
    func noteChunks(size: Int, _ connection: borrowing Connection) throws {
        var turn = try connection.execute(Self.lastTurn).singleInt()
        let fills = projections.flatMap(\.fills)
        let isByTime = fills.contains { $0.chunks == .months || $0.chunks == .quarters }
        let monthEnds = isByTime ? try Fill.monthEnds(connection) : []
        let isSerial = { (projection: Projection) in projection.fills.contains(where: \.isSerial) }
        for projection in projections.filter(isSerial) + projections.filter({ !isSerial($0) }) {
            for (place, fill) in projection.fills.enumerated() {
                let bounds = Array(try fill.bounds(size: size, monthEnds: monthEnds, connection).enumerated())
                let odd = fill.isSerial ? [] : bounds.filter { $0.offset % 2 == 1 }
                for (_, bound) in bounds.filter({ fill.isSerial || $0.offset % 2 == 0 }) + odd {
                    turn += 1
                    try connection.execute(
                        Self.noteChunk,
                        [
                            .int(turn), .int(place), .text("\(fill.isSerial)"), .text(projection.name),
                            .array(projection.fillsRead), .optional(bound.from), .optional(bound.upTo),
                        ])
                }
            }
        }
    }

    /// Fills the first chunk that waits for none, in one transaction with its mark. Whoever else fills takes another.
    func fillNext(_ connection: borrowing Connection) throws -> Filling {
        try Generation.next.transaction(connection) { connection in
            let claimed = try connection.execute(Self.claimChunk)
            guard claimed.rowCount == 1 else { return try chunksLeft(connection) == 0 ? .done : .waiting }
            let name = claimed.text(0, 1) ?? ""
            guard let projection = projections.first(where: { $0.name == name }),
                claimed.text(0, 2) == projection.sha256.hex
            else { throw ProjectionError.changed(name) }
            let fill = projection.fills[try claimed.int(0, 3) ?? 0]
            try connection.execute(Self.widenSorts)
            // What is taken over holds what the live checkpoint says until the transaction ends.
            if fill.chunks == .kept { try connection.execute(Self.holdLive, [.text(name)]) }
            try projection.run(
                fill.statements, fill.parameters(from: claimed.text(0, 4), upTo: claimed.text(0, 5)), connection)
            try connection.execute(Self.endChunk, [.optional(claimed.text(0, 0))])
            return .filled(name, left: try chunksLeft(connection))
        }
    }

    /// How many chunks are still to be filled, those in work by others included.
    func chunksLeft(_ connection: borrowing Connection) throws -> Int {
        try connection.execute(Self.countChunks).singleInt()
    }

    /// Marks that the tables hold what the log held when the rebuild began; false where chunks were noted again meanwhile.
    func endFills(_ connection: borrowing Connection) throws -> Bool {
        try Generation.next.transaction(connection) { connection in
            try connection.execute(Self.endFills)
            return try chunksLeft(connection) == 0
        }
    }

    /// Empties the tables that are being filled in the next generation, which must be open and held still, and notes all their
    /// chunks again.
    static func beginFillsAnew(_ connection: borrowing Connection) throws {
        let rebuild = Rebuild(projections: try Projection.all.filter { try $0.fillState(connection) == .filling })
        let tables = rebuild.projections.flatMap(\.tables)
        guard !tables.isEmpty else { return }
        // The names are the program's own.
        let names = tables.map { "\(Generation.next.rawValue).\($0)" }.joined(separator: ", ")
        try connection.execute(Statement(file: "empty tables", text: "TRUNCATE " + names))
        try connection.execute(Self.beginAnew)
        try connection.execute(Self.forgetChunks)
        try rebuild.noteChunks(size: Projector.rebuildStepSize, connection)
    }

    private static let lastTurn = Statement(
        "find last turn", "SELECT coalesce(max(chunk.turn), 0) FROM fill_chunk AS chunk")

    private static let forgetChunks = Statement("forget chunks", "DELETE FROM fill_chunk")

    private static let holdLive = Statement(
        "hold live checkpoint",
        "SELECT live.position FROM projection.checkpoint AS live WHERE live.name = $1 FOR SHARE")

    /// What is taken over from the live generation must hold all that is not filled or stepped behind it.
    private static let beginAnew = Statement(
        "begin fills anew",
        """
        UPDATE checkpoint SET fill_head = least(checkpoint.fill_head, live.position)
        FROM log.refusal, (SELECT min(other.position) AS position FROM projection.checkpoint AS other) AS live
        WHERE checkpoint.fill_head IS NOT NULL AND refusal.retained_from IS NOT NULL
        """)

    private static let noteChunk = Statement(
        "note chunk",
        """
        INSERT INTO projection_next.fill_chunk (turn, place, is_serial, name, after, from_bound, up_to)
        VALUES ($1, $2, $3, $4, $5, $6, $7)
        """)

    private static let claimChunk = Statement(
        "claim chunk",
        """
        SELECT
            chunk.turn, chunk.name, encode(checkpoint.sql_sha256, 'hex'), chunk.place, chunk.from_bound, chunk.up_to
        FROM fill_chunk AS chunk
        INNER JOIN checkpoint ON checkpoint.name = chunk.name
        WHERE NOT EXISTS (
            SELECT
            FROM fill_chunk AS earlier
            WHERE earlier.name = ANY (chunk.after)
                OR (earlier.name = chunk.name AND earlier.place < chunk.place)
                OR (
                    chunk.is_serial
                    AND earlier.name = chunk.name
                    AND earlier.place = chunk.place
                    AND earlier.turn < chunk.turn
                )
        )
        ORDER BY chunk.turn
        LIMIT 1
        FOR UPDATE OF chunk SKIP LOCKED
        """)

    private static let countChunks = Statement("count chunks", "SELECT count(*) FROM projection_next.fill_chunk")

    private static let endChunk = Statement("end chunk", "DELETE FROM fill_chunk WHERE turn = $1::integer")

    /// A month of a busy log is sorted in memory; two sessions do so at once at most.
    private static let widenSorts = Statement("widen sorts", "SET LOCAL work_mem = '128MB'")

    private static let endFills = Statement(
        "end fills",
        """
        UPDATE checkpoint SET position = fill_head, fill_head = NULL, moved_at = now()
        WHERE checkpoint.fill_head IS NOT NULL AND NOT EXISTS (SELECT FROM fill_chunk)
        """)
}
