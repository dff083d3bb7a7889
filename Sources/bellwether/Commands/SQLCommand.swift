import ArgumentParser
import EventLog
import Foundation
import Glibc
import Subprocess

/// `bellwether sql [ARGS…]`
struct SQLCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sql",
        abstract: "Open psql on the database as the read-only analyst.",
        discussion: """
            Arguments are passed on to psql. The schema analytics is first in the search path, so \\d lists its tables \
            and their names need no schema. The session is read-only. --json prints the rows of one query as a JSON \
            array.

            Example:  bellwether sql -c 'SELECT os_version, grant_rate FROM analytics.opt_in_by_os'
                      bellwether sql --json -c 'SELECT * FROM analytics.opt_in_by_os'
            """)

    @Option(help: ArgumentHelp("Cancel a statement after this many seconds; 0 for never.", valueName: "seconds"))
    var timeout = 300

    @OptionGroup var database: DatabaseOptions
    @OptionGroup var output: OutputOptions

    @Argument(parsing: .allUnrecognized, help: ArgumentHelp("Arguments for psql.", valueName: "args"))
    var arguments: [String] = []

    func validate() throws {
        if !(0...86_400).contains(timeout) { throw ValidationError("--timeout must be 0 to 86400 seconds.") }
    }

    func run() async throws {
        let status = try await database.withDatabase(quiet: output.quiet) { database in
            try await Psql(database, timeout: timeout).run(try psqlArguments())
        }
        if status != 0 { throw ExitCode(status) }
    }

    private func psqlArguments() throws -> [String] {
        guard output.json else { return arguments }
        guard arguments.count == 2, arguments[0] == "-c" else {
            throw Failure.usage("--json takes one query: bellwether sql --json -c 'SELECT …'.")
        }
        // Inserting the query is safe: it is the user's own and runs with the user's own permissions.
        let query = arguments[1].trimmingCharacters(in: CharacterSet(charactersIn: "; \n\t"))
        return ["-X", "-A", "-t", "-q", "-c", "SELECT coalesce(json_agg(row), '[]') FROM (\(query)\n) AS row"]
    }
}
