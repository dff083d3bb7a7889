import Postgres

/// What a projector is in the middle of.
enum ProjectionPhase: String, CaseIterable {
    /// A step of the live tables.
    case step
    /// The chunks of a rebuild.
    case fill
    /// The steps of a rebuild, and its statistics.
    case catchUp = "catch-up"
    /// The transaction that puts a rebuild's tables in the place of the old ones, or waits for who reads those.
    case swap
}

/// Looks what a projector is in the middle of, over a connection of its own that is made anew after the server was stopped.
final class PhaseWatch {
    private let server: TortureServer
    private var session: Session?

    init(_ server: TortureServer) { self.server = server }

    /// nil before it begins, after it ended, between two steps, and while the server is down.
    func phase() async -> ProjectionPhase? {
        do {
            if session == nil { session = try await server.session() }
            return try await session?.run { try Self.phase($0) }
        } catch let error as PostgresError where error.sqlState == "55P03" {
            // A swap came in between and has locked what was to be read.
            return .swap
        } catch {
            await rest()
            return nil
        }
    }

    /// Lets go of the connection.
    func rest() async {
        await session?.close()
        session = nil
    }

    /// A step locks the row of its checkpoint, a swap the whole table, and a rebuild leaves marks of its own.
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
