import EventLog
import Postgres
import Projections
import TestSupport

extension History {
    /// Runs `body` with a session that has the rights of a role, or of the owner, and closes it.
    func withSession<Value: Sendable>(
        as role: Role? = .project, _ body: (Session) async throws -> Value
    ) async throws -> Value {
        let session =
            if let role { try await log.database.session(as: role) } else {
                try await Session.connect(to: log.database.target)
            }
        let outcome: Result<Value, any Error>
        do { outcome = .success(try await body(session)) } catch { outcome = .failure(error) }
        await session.close()
        return try outcome.get()
    }

    /// Returns a session that holds the lease with this name until it is closed.
    func holdingLease(_ name: String) async throws -> Session {
        try await inTransaction("SELECT pg_advisory_lock(hashtextextended('\(name)', 0))")
    }

    /// Returns a session in an open transaction whose first statement is `statement`.
    func inTransaction(_ statement: String) async throws -> Session {
        try await log.database.target.transaction(statement)
    }

    /// Waits until this many sessions wait for a lock with this `wait_event` in `pg_stat_activity`.
    func waitFor(_ count: Int, waitingFor event: String) async throws {
        try await log.waitFor(count, waitingFor: event)
    }

    /// Returns every row of every state table as text.
    func everything() async throws -> [[String?]] {
        var rows: [[String?]] = []
        for table in try await stateTables() {
            rows += try await log.rows("SELECT '\(table)', t::text FROM projection.\(table) AS t ORDER BY 2")
        }
        return rows
    }

    /// Returns the tables that a rebuild recreates.
    func stateTables() async throws -> [String] {
        try await log.rows(
            """
            SELECT relname FROM pg_class
            WHERE relnamespace = 'projection'::regnamespace AND relkind = 'r'
                AND relname NOT IN ('checkpoint', 'settings', 'pending_setting')
            ORDER BY relname
            """
        ).compactMap { $0[0] }
    }

    /// Returns what `bellwether status` shows.
    func status() async throws -> LogStatus {
        try await withSession { session in
            try await session.run { try LogStatus.read(Projection.programSQL, now: "2026-06-01T00:00:00Z", $0) }
        }
    }
}
