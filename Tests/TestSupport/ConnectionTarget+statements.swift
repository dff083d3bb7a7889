public import Postgres

extension ConnectionTarget {
    /// Returns the rows of a statement, which runs in a separate session.
    public func rows(_ statement: String, _ parameters: [Parameter] = []) async throws -> [[String?]] {
        let session = try await Session.connect(to: self)
        let rows = try await session.run { connection in
            try connection.execute(Statement(file: "test", text: statement), parameters).rows()
        }
        await session.close()
        return rows
    }

    /// Runs statements in a separate session.
    public func script(_ statements: String) async throws {
        let session = try await Session.connect(to: self)
        try await session.run { try $0.script(Statement(file: "test", text: statements)) }
        await session.close()
    }

    /// Returns a session in an open transaction that begins with a statement. Closing it rolls the transaction back.
    public func transaction(_ statement: String) async throws -> Session {
        let session = try await Session.connect(to: self)
        try await session.run { try $0.script(Statement(file: "test", text: "BEGIN; " + statement)) }
        return session
    }
}
