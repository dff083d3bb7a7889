import EventLog
import Postgres
import Subprocess
import Synchronization

/// PostgreSQL's own terminal, on a database, with an analyst's rights.
struct Psql {
    private let environment: [Environment.Key: String]

    /// A psql on a database. Its session has the analyst's role, where that could be made, cannot write, and looks into
    /// `analytics` first. Queries are not compiled: that takes longer than they do. `timeout`: seconds that a statement
    /// may take; 0: any time. The URL's own `options` win, but for the role and that nothing is written.
    init(_ database: Database, timeout: Int) async throws {
        var environment: [Environment.Key: String] = [:]
        for (name, value) in database.target.environment { environment[Environment.Key(stringLiteral: name)] = value }
        let role = try await database.has(.analyst) ? "-c role=\(Role.analyst.rawValue) " : ""
        let own = environment["PGOPTIONS"].map { $0 + " " } ?? ""
        // Of a setting that is given twice the last counts.
        environment["PGOPTIONS"] =
            "-c search_path=analytics,pg_catalog -c statement_timeout=\(timeout)s -c jit=off "
            + own + role + "-c default_transaction_read_only=on"
        self.environment = environment
    }

    /// Runs it at this terminal and gives its exit status. Ctrl-C is psql's, which ends a statement or a line by it.
    func run(_ arguments: [String]) async throws -> Int32 {
        Interruption.isForAnother.store(true, ordering: .relaxed)
        defer { Interruption.isForAnother.store(false, ordering: .relaxed) }
        do {
            let outcome = try await Subprocess.run(
                .name("psql"), arguments: Arguments(arguments), environment: .inherit.updating(environment),
                input: .currentStandardInput, output: .currentStandardOutput, error: .currentStandardError)
            switch outcome.terminationStatus {
            case .exited(let code): return code
            case .signaled(let number): return 128 + number
            }
        } catch is SubprocessError {
            throw Failure(
                status: 69,
                description: "psql was not found: install it, on Debian with `apt-get install postgresql-client`.")
        }
    }
}
