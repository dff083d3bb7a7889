import Postgres

extension Projection {
    /// How far its tables are in the generation that is open.
    enum FillState {
        /// They are not made, or nothing was ever put into them.
        case absent
        case filling
        /// They hold what the log held up to the checkpoint's position.
        case filled
    }

    /// Throws where its tables were computed by other SQL.
    func fillState(_ connection: borrowing Connection) throws -> FillState {
        let found = try connection.execute(Self.readMark, [.text(name)])
        guard found.rowCount == 1 else { return .absent }
        guard found.bytes(0, 0) == sha256 else { throw ProjectionError.changed(name) }
        return try found.bool(0, 1) == true ? .filling : .filled
    }

    private static let readMark = Statement(
        "read mark",
        "SELECT checkpoint.sql_sha256, checkpoint.fill_head IS NOT NULL FROM checkpoint WHERE checkpoint.name = $1")
}
