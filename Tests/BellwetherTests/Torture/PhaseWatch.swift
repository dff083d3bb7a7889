import Postgres

/// What a projector is doing at a moment.
enum ProjectionPhase: String, CaseIterable {
    /// A step of the live tables.
    case step
    /// Filling the tables of a rebuild, chunk by chunk.
    case fill
    /// The steps of a rebuild up to the end of the log, and its statistics.
    case catchUp = "catch-up"
    /// The transaction that replaces the old tables with those of a rebuild, including the wait for their readers.
    case swap
}

/// Observes a projector's phase over its own connection, which it reopens after the server was stopped.
final class PhaseWatch {
    private let server: TortureServer
    private var session: Session?

    init(_ server: TortureServer) { self.server = server }

    /// Returns the current phase; nil before the start, after the end, between two steps, and while the server is down.
    func phase() async -> ProjectionPhase? {
        do {
            if session == nil { session = try await server.session() }
            return try await session?.run { try Self.phase($0) }
        } catch let error as PostgresError where error.sqlState == "55P03" {
            // Lock timeout: a swap has locked the table that we wanted to read.
            return .swap
        } catch {
            await rest()
            return nil
        }
    }

    /// Closes the connection.
    func rest() async {
        await session?.close()
        session = nil
    }

    /// A step locks the row of its checkpoint, a swap locks the whole table, and a rebuild is listed in
    /// `rebuild_state()`.
    private static func phase(_ connection: borrowing Connection) throws -> ProjectionPhase? {
        let locks = try connection.execute(findLocks)
        if try locks.bool(0, 0) == true { return .swap }
        if try locks.bool(0, 1) == true { return .step }
        let rebuild = try connection.execute(readRebuild)
        guard try rebuild.int(0, 0) != 0 else { return nil }
        return try rebuild.int(0, 1) == 0 ? .catchUp : .fill
    }

    private static let findLocks = Statement(
        "find locks",
        """
        SELECT
            set_config('lock_timeout', '20ms', false) IS NOT NULL
                AND coalesce(bool_or(held.mode = 'AccessExclusiveLock'), false),
            coalesce(bool_or(held.mode = 'RowShareLock'), false)
        FROM pg_locks AS held
        WHERE held.relation = 'projection.checkpoint'::regclass
            AND held.database = (SELECT own.oid FROM pg_database AS own WHERE own.datname = current_database())
        """)

    private static let readRebuild = Statement(
        "read rebuild", "SELECT count(*), sum(state.chunks) FROM projection.rebuild_state() AS state")
}
