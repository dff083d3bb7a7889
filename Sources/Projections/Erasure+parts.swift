import EventLog
import Events
import Postgres

extension Erasure {
    /// Erases on a cluster, where each part commits separately: reads the stored reports' numbers, erases on the parts, then
    /// reads them again. If the program is killed in between, erasing the same installations again completes the work,
    /// but stored reports then keep the numbers that they had, as if events had come late.
    static func eraseOnParts(
        _ installations: Installations, _ connection: borrowing Connection
    ) throws -> Report {
        // A rebuild begins again: it is unknown what its parts have counted.
        if try Generation.next.exists(connection) {
            try connection.transaction { connection in
                guard try Lease.isFree(Lease.rebuild, connection) else { throw ProjectionError.rebuilding }
                try Rebuild.dropGeneration(connection)
            }
        }
        try connection.script(forgetWorkTables)
        try holding(connection) { connection in
            try connection.execute(kept("erasure/1_erased.sql"), [installations.parameter])
            try connection.execute(kept("erasure/1_devices.sql"), [.array(installations.devices)])
            try connection.script(kept("erasure/2_published.sql"))
        }
        let scripts =
            [SQLFiles.statement("erasure/3_events.sql")] + Projection.all.filter { !$0.isOfLedger }.flatMap(\.erasure)
        let gone = try holding(connection) { connection in
            let found = try connection.execute(eraseAll, [installations.parameter, .array(scripts.map(\.text))])
            return (permission: try found.int(0, 0) ?? 0, engagement: try found.int(0, 1) ?? 0)
        }
        return try holding(connection) { connection in
            try connection.script(SQLFiles.statement("erasure/4_quarantine.sql"))
            try connection.script(SQLFiles.statement("erasure/5_published.sql"))
            let row = try connection.execute(note, [.int(gone.permission), .int(gone.engagement)])
            return Report(
                installations: try row.int(0, 0) ?? 0, permissionEvents: gone.permission,
                engagementEvents: gone.engagement, quarantined: try row.int(0, 1) ?? 0)
        }
    }

    /// Runs `body` in a transaction during which nobody steps, swaps or reads parts.
    private static func holding<Value>(
        _ connection: borrowing Connection, _ body: (borrowing Connection) throws -> Value
    ) throws -> Value {
        try Generation.transactionHoldingAll(.readCommitted, connection) { _, connection in
            try connection.execute(Parts.lock)
            return try body(connection)
        }
    }

    /// Returns the statement in a file, with work tables that last until the session ends.
    private static func kept(_ path: String) -> Statement {
        Statement(file: "sql/" + path, text: SQLFiles.statement(path).text.replacing(" ON COMMIT DROP", with: ""))
    }

    private static let forgetWorkTables = Statement(
        "forget work tables",
        "DROP TABLE IF EXISTS pg_temp.erased_installation, pg_temp.erased_device, pg_temp.row_before")

    private static let eraseAll = Statement(
        "erase on parts",
        "SELECT gone.permission_events, gone.engagement_events FROM parts.erase_all($1::uuid[], $2::text[]) AS gone")

    private static let note = Statement(
        "note erasure",
        """
        INSERT INTO log.erasure (erased_at, installations, permission_events, engagement_events, quarantined)
        SELECT
            clock_timestamp(), (SELECT count(*) FROM erased_installation), $1::bigint, $2::bigint,
            (SELECT count(*) FROM erased_reject)
        RETURNING installations, quarantined
        """)
}
