import EventLog
import Foundation
import Postgres
import PrivateServer
import Subprocess
import Synchronization

/// Runs psql on a database with the analyst's privileges.
struct Psql {
    /// The variables to set, and with nil those to remove.
    private let environment: [Environment.Key: String?]

    /// Prepares psql for a database. Its session has the analyst's role (if that could be created), is read-only, and
    /// resolves names in `analytics` first. JIT compilation is off because it takes longer than the queries. `timeout`
    /// is the limit for a statement in seconds; 0 means none. `options` in the database URL override these settings,
    /// except for the role and read-only. Throws if a pooler drops the settings on the way to the server.
    init(_ database: Database, timeout: Int) async throws {
        let target = database.target
        var environment: [Environment.Key: String?] = [:]
        // libpq would prefer what a service says to the variables that name the target.
        if !target.keywords.isEmpty { environment["PGSERVICE"] = .some(nil) }
        for (name, value) in target.environment { environment[Environment.Key(stringLiteral: name)] = value }
        let role = try await database.has(.analyst) ? "-c role=\(Role.analyst.rawValue) " : ""
        let own = target.environment["PGOPTIONS"].map { $0 + " " } ?? ""
        // If a setting is given twice, the last one counts.
        let options =
            "-c search_path=analytics,pg_catalog -c statement_timeout=\(timeout)s -c jit=off "
            + own + role + "-c default_transaction_read_only=on"
        environment["PGOPTIONS"] = options
        self.environment = environment
        try await Self.requireEffect(of: options, isAnalyst: !role.isEmpty, on: target)
    }

    /// Connects once as psql will, and throws if the session did not get the role and read-only from its options.
    private static func requireEffect(of options: String, isAnalyst: Bool, on target: ConnectionTarget) async throws {
        var asPsql = target
        asPsql.keywords["options"] = options
        let session = try await Session.connect(to: asPsql)
        let isLimited = try await session.run { connection in
            let found = try connection.execute(
                Statement(
                    "find effect of options",
                    """
                    SELECT current_setting('default_transaction_read_only')::boolean
                        AND ($1 = '' OR current_user = $1)
                    """),
                [.text(isAnalyst ? Role.analyst.rawValue : "")])
            return try found.bool(0, 0) == true
        }
        await session.close()
        guard isLimited else { throw ignoredOptions }
    }

    private static let ignoredOptions = Failure(
        status: 69,
        description: """
            A connection pooler, such as PgBouncer, stands before the server and ignores the options of a session, without \
            which psql could write: name the server itself in --database-url or DATABASE_URL.
            """)

    /// Runs psql on this terminal and returns its exit status. Ctrl-C is left to psql, which cancels a statement or a
    /// line with it.
    func run(_ arguments: [String]) async throws -> Int32 {
        let variables = ProcessInfo.processInfo.environment
        guard let program = try await PostgresPrograms.path(of: "psql", environment: variables) else {
            throw Self.absence
        }
        Interruption.isForAnother.store(true, ordering: .relaxed)
        defer { Interruption.isForAnother.store(false, ordering: .relaxed) }
        do {
            let outcome = try await Subprocess.run(
                .path(named(program)), arguments: Arguments(arguments), environment: .inherit.updating(environment),
                input: .currentStandardInput, output: .currentStandardOutput, error: .currentStandardError)
            switch outcome.terminationStatus {
            case .exited(let code): return code
            case .signaled(let number): return 128 + number
            }
        } catch is SubprocessError {
            throw Self.absence
        }
    }

    private static let absence = Failure(
        status: 69,
        description: """
            psql was not found: install it, on Debian with `apt-get install postgresql-client`, or name its folder \
            with BELLWETHER_PG_BINDIR.
            """)
}

/// Returns a path of swift-system's type, which Subprocess takes, without naming the type: this module doesn't depend
/// on swift-system.
private func named<Path: ExpressibleByStringLiteral>(_ path: String) -> Path where Path.StringLiteralType == String {
    Path(stringLiteral: path)
}
