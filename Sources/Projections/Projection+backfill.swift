import Postgres

extension Projection {
    /// The state of a projection's tables in the generation (`Generation`) whose schema is in the search path.
    enum BackfillState {
        /// The tables do not exist or were never filled.
        case absent
        case filling
        /// The tables hold everything in the log up to the checkpoint's position.
        case filled
    }

    /// Returns the state of its tables. Throws if they were computed by other SQL than this program's.
    func backfillState(_ connection: borrowing Connection) throws -> BackfillState {
        let found = try connection.execute(Self.readMark, [.text(name)])
        guard found.rowCount == 1 else { return .absent }
        guard found.bytes(0, 0) == sha256 else { throw ProjectionError.changed(name) }
        return try found.bool(0, 1) == true ? .filling : .filled
    }

    private static let readMark = Statement(
        "read mark",
        "SELECT checkpoint.sql_sha256, checkpoint.backfill_head IS NOT NULL FROM checkpoint WHERE checkpoint.name = $1")
}
