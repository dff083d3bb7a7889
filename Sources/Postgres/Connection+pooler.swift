import CPostgres

extension Connection {
    private static let processID = Statement("ask for process", "SELECT pg_catalog.pg_backend_pid()")

    /// Throws if the other side is a pooler that gives the connection a session only for the time of a transaction:
    /// what this program sets in a session (its role, locks, temporary tables) would then be met by others. A pooler
    /// that keeps a session for each connection is fine. Both tell the client another process than the server's.
    static func refusePooler(_ opened: OpaquePointer, _ keywords: [String: String]) throws(PostgresError) {
        guard try process(of: opened) != PQbackendPID(opened) else { return }
        let other = try connect(keywords)
        defer { PQfinish(other) }
        // Each answer may come from another session, chosen by the pooler: ask a few times.
        var own: Set<Int32> = []
        var others: Set<Int32> = []
        for _ in 0..<4 {
            own.insert(try process(of: opened))
            others.insert(try process(of: other))
            own.insert(try process(of: opened))
        }
        guard own.count > 1 || !own.isDisjoint(with: others) else { return }
        throw PostgresError(
            kind: .pooled, message: "connections share the server's sessions", statement: processID.name)
    }

    /// Returns the process of the server that answers now.
    private static func process(of opened: OpaquePointer) throws(PostgresError) -> Int32 {
        let answer = try check(PQexec(opened, processID.text), processID, on: opened)
        return Int32(truncatingIfNeeded: try answer.singleInt())
    }
}
