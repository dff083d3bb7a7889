import Postgres

/// An advisory lock on some work, held by a session. It only avoids waiting and duplicate work: if two sessions hold
/// it, results are still right because of the compare-and-set of the checkpoint.
struct Lease: Sendable {
    /// The name of the lease for rebuilding.
    static let rebuild = "rebuild"

    let session: Session
    let name: String
    /// The error to throw if another program holds the lease.
    let busy: ProjectionError

    /// Runs `body` while holding the lease. Throws `busy` if another program holds it.
    func hold<Value: Sendable>(_ body: () async throws -> Value) async throws -> Value {
        guard try await take() else { throw busy }
        let outcome: Result<Value, any Error>
        do { outcome = .success(try await body()) } catch { outcome = .failure(error) }
        _ = try? await session.run { connection in
            try connection.execute(
                Statement("end lease", "SELECT pg_advisory_unlock(hashtextextended($1, 0))"), [.text(name)])
        }
        return try outcome.get()
    }

    /// Returns whether the named lease is free. If it is, no other session can take it until the transaction ends.
    static func isFree(_ name: String, _ connection: borrowing Connection) throws -> Bool {
        try connection.execute(
            Statement("try lease", "SELECT pg_try_advisory_xact_lock(hashtextextended($1, 0))"), [.text(name)]
        ).bool(0, 0) == true
    }

    private func take() async throws -> Bool {
        try await session.run { connection in
            // Wait for up to 5 s: the server takes a second or two to notice that a program was killed, and to release
            // its lease.
            try connection.execute(Statement("wait for lease", "SELECT set_config('lock_timeout', '5s', false)"))
            defer {
                _ = try? connection.execute(
                    Statement("wait again", "SELECT set_config('lock_timeout', '0', false)"))
            }
            do {
                try connection.execute(
                    Statement("take lease", "SELECT pg_advisory_lock(hashtextextended($1, 0))"), [.text(name)])
                return true
            } catch let error as PostgresError where error.sqlState == "55P03" {
                return false
            }
        }
    }
}
