public import Postgres

/// A database that is distributed over a cluster of Citus: its parts, groups of shards that lie together, and the SQL of
/// `sql/citus/` (docs/scaling.md). The coordinator's functions ask all parts; what they call is copied to the nodes.
public enum Parts {
    /// The oldest version of Citus that this was written for.
    public static let leastCitus = "12.1"

    /// Returns whether the database is distributed. Any login may ask.
    public static func areThere(_ connection: borrowing Connection) throws -> Bool {
        try connection.execute(
            Statement(
                "find parts",
                """
                SELECT EXISTS (
                    SELECT FROM pg_class INNER JOIN pg_namespace ON pg_namespace.oid = relnamespace
                    WHERE nspname = 'parts' AND relname = 'state'
                )
                """)
        ).bool(0, 0) == true
    }

    /// Distributes the tables that are not distributed, each in its own transaction, and brings the nodes' functions up
    /// to date. Call it again if it was interrupted. Nothing may write meanwhile.
    ///
    /// - Parameters:
    ///   - partCount: how many parts to make, if there are none.
    ///   - progress: called with each table, how many are done, and how many there are.
    /// - Throws: `SchemaError` if the server has no Citus of a supported version.
    public static func distribute(
        into partCount: Int, _ connection: borrowing Connection, progress: (String, Int, Int) -> Void
    ) throws {
        try check(connection)
        try connection.execute(placeOnOneNode)
        for file in ["1_tables", "2_distribute", "4_routines", "5_work"] { try run(file, connection) }
        let tables = try connection.execute(Statement("list tables", "SELECT name, is_distributed FROM parts.tables()"))
        for row in 0..<tables.rowCount {
            let name = tables.text(row, 0) ?? ""
            progress(name, row, tables.rowCount)
            guard try tables.bool(row, 1) == false else { continue }
            try connection.execute(
                Statement("distribute table", "SELECT parts.distribute($1, $2::integer)"),
                [.text(name), .int(partCount)])
        }
        try renew(connection)
        try connection.execute(begin)
        try renewCopies(connection)
        try prepareForReaders(connection)
        try connection.execute(
            Statement("note distribution", "UPDATE parts.state SET is_distributed = true WHERE NOT is_distributed"))
    }

    /// Copies this program's functions to the nodes if they have others'. Call it after migrations, as the owner.
    ///
    /// - Throws: `SchemaError` if a distribution was interrupted.
    static func renewIfNeeded(_ connection: borrowing Connection) throws {
        guard try areThere(connection), try connection.execute(mayRenew).bool(0, 0) == true else { return }
        let state = try connection.execute(
            Statement("read state of parts", "SELECT state.is_distributed, state.sha256 FROM parts.state"))
        guard try state.bool(0, 0) == true else { throw SchemaError.halfDistributed }
        if state.text(0, 1) != checksum { try renew(connection) }
    }

    /// Makes what parts need for readers where it is missing, as after a swap or a move to another node: readers may not make it.
    /// Returns whether the database is distributed.
    @discardableResult
    public static func prepareForReaders(_ connection: borrowing Connection) throws -> Bool {
        guard try areThere(connection) else { return false }
        try connection.execute(Statement("make images", "SELECT parts.make_images()"))
        return true
    }

    /// Waits for steps, erasures, swaps and readers, and keeps others from beginning until the transaction ends.
    public static let lock = Statement("lock parts", "LOCK TABLE parts.lock IN EXCLUSIVE MODE")

    /// Makes a transaction use one connection to each node until it ends: partitions can't be dropped or made after several
    /// connections have read them.
    public static let workSequentially = Statement(
        "work sequentially", "SELECT set_config('citus.multi_shard_modify_mode', 'sequential', true)")

    /// Waits for the holder of `lock` and for a part that is being moved, and keeps others from beginning until the transaction
    /// ends, so that all parts are read at one position. Call it before the transaction has its snapshot.
    public static func share(_ connection: borrowing Connection) throws {
        try connection.execute(Statement("share parts", "LOCK TABLE parts.lock IN SHARE MODE"))
        try connection.execute(Statement("hold places", "SELECT parts.hold_places()"))
    }

    /// Returns whether the counts were distributed as they were, all to one part, so that steps may not go on before a
    /// rebuild.
    public static func areUndivided(_ connection: borrowing Connection) throws -> Bool {
        guard try areThere(connection) else { return false }
        return try connection.execute(
            Statement("find undivided counts", "SELECT NOT state.is_divided FROM parts.state")
        ).bool(0, 0) == true
    }

    /// Returns a statement that finds stored events, with the parameters of `find_stored_events.sql`, on all parts.
    static func asking(_ find: Statement) -> Statement {
        Statement(
            file: "find stored events on parts",
            text: """
                SELECT parts.stored(
                    $1::timestamptz[], $2::uuid[], $3::uuid[], $4::integer[], $5::bigint, $find$\(find.text)$find$
                )
                """)
    }

    /// Renews the copies of the ledger and the settings that parts read. Call it outside a transaction, before steps.
    public static func renewCopies(_ connection: borrowing Connection) throws {
        try keepConnections(connection)
        try connection.execute(Statement("renew copies", "SELECT parts.renew_copies()"))
    }

    /// Makes a session keep its connections to the nodes after each transaction: opening them costs more than storing a batch, or
    /// than a small step.
    static func keepConnections(_ connection: borrowing Connection) throws {
        try connection.execute(
            Statement("keep connections", "SELECT set_config('citus.max_cached_conns_per_worker', '64', false)"))
    }

    private static func check(_ connection: borrowing Connection) throws {
        let found = try connection.execute(
            Statement("find Citus", "SELECT max(extversion) FROM pg_extension WHERE extname = 'citus'"))
        guard let version = found.text(0, 0) else { throw SchemaError.withoutCitus }
        let parts = version.split { !$0.isNumber }.compactMap { Int($0) }
        let least = leastCitus.split(separator: ".").compactMap { Int($0) }
        guard !parts.lexicographicallyPrecedes(least) else { throw SchemaError.withoutCitus }
    }

    /// Replaces the functions of the coordinator, copies them to the nodes, and makes those that read parts ask all of
    /// them. If the program is killed meanwhile, the next command of the owner begins again.
    private static func renew(_ connection: borrowing Connection) throws {
        try connection.execute(Statement("begin renewal", "UPDATE parts.state SET sha256 = ''"))
        try connection.transaction { connection in
            try connection.execute(withoutPropagation)
            try Schema.replaceObjects(connection, always: true)
        }
        for file in ["2_distribute", "4_routines", "5_work"] { try run(file, connection) }
        let onNodes = Statement("run on nodes", "SELECT parts.on_nodes($1)")
        try each("SELECT made FROM parts.bases_of_nodes() AS made", connection) { text, connection in
            try connection.execute(onNodes, [.text(text)])
        }
        for file in ["event_types", "citus/3_nodes"] {
            try connection.execute(onNodes, [.text(SQLFiles.statement("\(file).sql").text)])
        }
        let routines = try connection.execute(
            Statement("list routines", "SELECT string_agg(made, ';' || chr(10)) FROM parts.routines_of_nodes() AS made")
        )
        try connection.execute(onNodes, [.text(routines.text(0, 0) ?? "")])
        try connection.transaction { connection in
            try connection.execute(withoutPropagation)
            try connection.execute(
                Statement("ask parts", "SELECT parts.ask_all(asking.routine, asking.keys) FROM parts.asking()"))
            try connection.execute(
                Statement(
                    "ask parts in views",
                    """
                    SELECT parts.ask_all_of_view(view.name)
                    FROM unnest('{events,installations,notifications,openings,status_history}'::text[]) AS view (name)
                    """))
            try connection.script(SQLFiles.statement("grants.sql"))
        }
        try each("SELECT made FROM parts.rights_of_nodes() AS made", connection) { text, connection in
            try connection.execute(onNodes, [.text(text)])
        }
        try connection.execute(SQLFiles.statement("queries/take_inventory.sql"))
        try connection.execute(
            Statement("end renewal", "UPDATE parts.state SET sha256 = $1"), [.text(checksum)])
    }

    private static func each(
        _ query: String, _ connection: borrowing Connection,
        _ body: (String, borrowing Connection) throws -> Void
    ) throws {
        let found = try connection.execute(Statement(file: "list for nodes", text: query))
        for row in 0..<found.rowCount { try body(found.text(row, 0) ?? "", connection) }
    }

    private static func run(_ file: String, _ connection: borrowing Connection) throws {
        try connection.transaction { connection in
            try connection.execute(withoutPropagation)
            try connection.script(SQLFiles.statement("citus/\(file).sql"))
        }
    }

    /// Of all SQL that a node may have.
    private static let checksum = Migration.checksum(
        of: ["event_types.sql"] + Migration.replaceable + SQLFiles.paths(under: "citus")
    ).hex

    /// Keeps Citus, if it is there, from making the functions and views of the coordinator on the nodes too, which have them
    /// in another form. Lasts until the transaction ends.
    static let withoutPropagation = Statement(
        "propagate nothing",
        """
        SELECT set_config('citus.enable_ddl_propagation', 'off', true) FROM pg_extension WHERE extname = 'citus'
        """)

    private static let mayRenew = Statement(
        "find rights on parts", "SELECT has_schema_privilege('parts', 'CREATE')")

    /// Lets the coordinator hold shards if there is no other node, so that steps use all of one server's cores.
    private static let placeOnOneNode = Statement(
        "place shards on one node",
        """
        SELECT citus_set_node_property(node.nodename, node.nodeport, 'shouldhaveshards', true)
        FROM pg_dist_node AS node
        WHERE node.groupid = 0 AND NOT EXISTS (SELECT FROM pg_dist_node AS other WHERE other.groupid <> 0)
        """)

    /// Gives each part the positions of the coordinator, at which its rows are when they are distributed. Counts were
    /// distributed to one part, so they must be divided unless there are none.
    private static let begin = Statement(
        "begin parts",
        """
        WITH begun AS (
            SELECT parts.begin_generation('live', array_agg(checkpoint.name), array_agg(checkpoint.position))
            FROM projection.checkpoint
            HAVING count(*) > 0
        )
        UPDATE parts.state SET is_divided = NOT EXISTS (SELECT FROM begun) WHERE NOT state.is_distributed
        """)
}

extension SchemaError {
    fileprivate static let withoutCitus = SchemaError(
        description: """
            The database has no extension Citus of version \(Parts.leastCitus) or later: make this server the coordinator \
            of a cluster first (docs/scaling.md).
            """)

    fileprivate static let halfDistributed = SchemaError(
        description: """
            The distribution of the database was interrupted: run `bellwether cluster distribute` again as its owner.
            """)
}
