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
            What follows goes to psql as it is. The schema analytics comes first, so that \\d lists its tables and their \
            names need no schema; nothing can be written. With --json the rows of one query are printed as a JSON array.

            Example:  bellwether sql -c 'SELECT os_version, grant_rate FROM analytics.opt_in_by_os'
                      bellwether sql --json -c 'SELECT * FROM analytics.opt_in_by_os'
            """)

    @Option(help: ArgumentHelp("Stop a statement after so many seconds; 0 for never.", valueName: "seconds"))
    var timeout = 300

    @OptionGroup var database: DatabaseOptions
    @OptionGroup var output: OutputOptions

    @Argument(parsing: .allUnrecognized, help: ArgumentHelp("psql's own arguments.", valueName: "args"))
    var arguments: [String] = []

    func validate() throws {
        if !(0...86_400).contains(timeout) { throw ValidationError("--timeout is a number of seconds up to 86400.") }
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
        // The person's own query, run with the person's own rights: there is nothing here to protect from it.
        let query = arguments[1].trimmingCharacters(in: CharacterSet(charactersIn: "; \n\t"))
        return ["-X", "-A", "-t", "-q", "-c", "SELECT coalesce(json_agg(row), '[]') FROM (\(query)\n) AS row"]
    }
}
