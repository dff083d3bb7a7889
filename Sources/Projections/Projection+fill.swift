import Postgres

extension Projection {
    /// Fills the next chunk, in the transaction and the generation that are open, and marks how far it has come. Gives
    /// false where nothing was left, and the tables hold what the log held when the rebuild began.
    func fillChunk(size: Int, _ connection: borrowing Connection) throws -> Bool {
        let mark = try connection.execute(Self.lockMark, [.text(name), .bytes(sha256)])
        guard mark.rowCount == 1 else { throw ProjectionError.changed(name) }
        guard let place = try mark.int(0, 0) else { return false }
        guard place < fills.count else {
            try connection.execute(Self.endFills, [.text(name)])
            return false
        }
        let fill = fills[place]
        if let chunk = try fill.chunk(after: mark.text(0, 1), size: size, connection) {
            try connection.execute(Self.widenSorts)
            try run(fill.statements, [.optional(chunk.from), .optional(chunk.upTo)], connection)
            try connection.execute(Self.moveMark, [.text(name), .int(place), .text(chunk.done)])
        } else {
            try connection.execute(Self.moveMark, [.text(name), .int(place + 1), .null])
        }
        return true
    }

    /// A month of a busy log is sorted in memory; two sessions do so at once at most.
    private static let widenSorts = Statement("widen sorts", "SET LOCAL work_mem = '128MB'")

    private static let lockMark = Statement(
        "lock mark",
        """
        SELECT checkpoint.fill, checkpoint.filled_to FROM checkpoint
        WHERE checkpoint.name = $1 AND checkpoint.sql_sha256 = $2
        FOR UPDATE
        """)

    private static let moveMark = Statement(
        "move mark",
        "UPDATE checkpoint SET fill = $2::integer, filled_to = $3::text WHERE checkpoint.name = $1")

    private static let endFills = Statement(
        "end fills",
        """
        UPDATE checkpoint SET position = fill_head, fill_head = NULL, fill = NULL, moved_at = now()
        WHERE checkpoint.name = $1
        """)
}
