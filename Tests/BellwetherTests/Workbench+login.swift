import EventLog
import Foundation
import Postgres

extension Workbench {
    /// Creates a temporary login, runs `body` with it, and drops it. `statements` returns the SQL that creates a login
    /// with the given name and the password `…`.
    func withLogin(
        madeBy statements: (String) -> String, _ body: (ConnectionTarget) async throws -> Void
    ) async throws {
        let name = "login_\(UUID().uuidString.prefix(8).lowercased())"
        try await execute(statements(name))
        var login = database.target.expanded
        login.keywords["user"] = name
        login.keywords["password"] = "…"
        let outcome: Result<Void, any Error>
        do { outcome = .success(try await body(login)) } catch { outcome = .failure(error) }
        try await execute("DROP ROLE \(name)")
        try outcome.get()
    }

    /// Runs `body` with the same folder and database, connected as a login whose only rights come from these roles.
    func withLogin(memberOf roles: String..., body: (Workbench) async throws -> Void) async throws {
        let statements = { (name: String) in
            "CREATE ROLE \(name) LOGIN PASSWORD '…' IN ROLE \(roles.joined(separator: ", "))"
        }
        try await withLogin(madeBy: statements) { login in
            try await body(Workbench(database: try await Database(migrating: login), folder: folder))
        }
    }
}
