import Postgres

/// The right to be the only one at some work, held by a session. It keeps programs from waiting for and redoing each other's
/// work; what makes the result right if two hold it is the compare-and-set of the checkpoint.
struct Lease: Sendable {
    /// The name of that of who rebuilds.
    static let rebuild = "rebuild"

    let session: Session
    let name: String
    /// What is thrown where another program holds it.
    let busy: ProjectionError

    /// Runs `body` while the lease is held.
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

    /// Whether nobody holds the lease of a name; nobody takes it then until the transaction ends.
    static func isFree(_ name: String, _ connection: borrowing Connection) throws -> Bool {
        try connection.execute(
            Statement("try lease", "SELECT pg_try_advisory_xact_lock(hashtextextended($1, 0))"), [.text(name)]
        ).bool(0, 0) == true
    }

    private func take() async throws -> Bool {
        try await session.run { connection in
            // A program that was killed holds its lease until the server notices, a second or two.
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
