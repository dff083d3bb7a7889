public import Postgres

/// The content of `bellwether cluster status`.
public struct PartsStatus: Sendable, Encodable {
    /// One server of the cluster.
    public struct Node: Sendable, Encodable {
        public let name: String
        public let port: Int
        /// Whether it answers. If not, the numbers after this are 0.
        public let isThere: Bool
        public let parts: Int
        /// Size of its database as text for people, such as "12 GB".
        public let size: String
        /// Prepared transactions: committed on the coordinator, but not yet here.
        public let waiting: Int

        enum CodingKeys: String, CodingKey {
            case name, port, parts, size, waiting
            case isThere = "is_there"
        }
    }

    /// The version of the extension.
    public let citus: String
    public let parts: Int
    /// How many positions of parts are behind those of the coordinator.
    public let behind: Int
    /// In the order of their numbers.
    public let nodes: [Node]

    /// Reads the status, as the owner of the database.
    ///
    /// - Throws: `SchemaError` if the database is not distributed.
    public static func read(_ connection: borrowing Connection) throws -> PartsStatus {
        guard try Parts.areThere(connection) else { throw SchemaError.notDistributed }
        let whole = try connection.execute(SQLFiles.statement("queries/status_cluster.sql"))
        let nodes = try connection.execute(SQLFiles.statement("queries/status_nodes.sql"))
        return PartsStatus(
            citus: whole.text(0, 0) ?? "", parts: try whole.int(0, 1) ?? 0, behind: try behind(connection),
            nodes: try (0..<nodes.rowCount).map { row in
                Node(
                    name: nodes.text(row, 0) ?? "", port: try nodes.int(row, 1) ?? 0,
                    isThere: try nodes.bool(row, 2) ?? false, parts: try nodes.int(row, 3) ?? 0,
                    size: nodes.text(row, 4) ?? "", waiting: try nodes.int(row, 5) ?? 0)
            })
    }

    /// Returns how many positions are behind; 0 if a node that has some does not answer.
    private static func behind(_ connection: borrowing Connection) throws -> Int {
        do {
            return try connection.execute(
                Statement(
                    "find parts behind",
                    """
                    SELECT coalesce(sum(parts.behind('live', checkpoint.name, checkpoint.position)), 0)::bigint
                    FROM projection.checkpoint
                    """)
            ).singleInt()
        } catch  where error.kind == .connection { return 0 }
    }
}

extension SchemaError {
    fileprivate static let notDistributed = SchemaError(
        description: "The database is not distributed: `bellwether cluster distribute` does that.")
}
