import ArgumentParser
import Glibc

/// The root command. Each subcommand is a file in `Commands/`.
struct Bellwether: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bellwether",
        abstract: "Exact push-notification opt-in and open rates from events, with confidence intervals.",
        discussion: """
            Try it:  bellwether demo
            Use it:  bellwether ingest events/
                     bellwether project
                     bellwether report --out reports

            The database is the first of these that is set: --database-url, DATABASE_URL, PGHOST or PGDATABASE. If \
            none is set, it is a private PostgreSQL server in .bellwether.

            Completions for bash, zsh or fish:
                     bellwether --generate-completion-script bash

            Exit status: 0 done, 10 a finding is an alert (with --alert), 64 wrong usage, 65 more rejects than allowed \
            or no usable data, 66 an input is missing or unreadable, 69 the database is out of reach or needs a \
            rebuild, 70 a defect of Bellwether, 73 an output can't be written, 75 another instance is running or holds \
            a lock, 78 `doctor` found an error, 130 Ctrl-C or a question not answered with yes, 143 SIGTERM.
            """,
        version: Program.version,
        groupedSubcommands: [
            CommandGroup(name: "Trial", subcommands: [DemoCommand.self, SimulateCommand.self]),
            CommandGroup(
                name: "Event",
                subcommands: [IngestCommand.self, ServeCommand.self, KeysCommand.self, QuarantineCommand.self]),
            CommandGroup(
                name: "Reporting",
                subcommands: [
                    ProjectCommand.self, ReportCommand.self, MarkCommand.self, SQLCommand.self, DictionaryCommand.self,
                ]),
            CommandGroup(
                name: "Operation",
                subcommands: [
                    NightlyCommand.self, StatusCommand.self, DoctorCommand.self, SettingsCommand.self,
                    ServerCommand.self, ClusterCommand.self,
                ]),
            CommandGroup(name: "Deletion", subcommands: [ForgetCommand.self, RetainCommand.self]),
        ])
}

/// The program's own version.
enum Program {
    static let version = "0.1.0"
}

/// The entry point: parses the command line, runs the command, and turns every error into one sentence and an exit
/// status.
@main
enum Main {
    static func main() async {
        do {
            let command = Parsed(command: try Bellwether.parseAsRoot())
            try await Interruption.run { try await command.run() }
        } catch let error as Failure {
            fail(error)
        } catch let error where Failure(describing: error) != nil {
            fail(Failure(describing: error)!)
        } catch  where UnknownCommand(in: CommandLine.arguments) != nil {
            fail(UnknownCommand(in: CommandLine.arguments)!.failure)
        } catch let error where !(error is ExitCode) && Bellwether.exitCode(for: error) == .failure {
            // An unexpected error: neither ArgumentParser nor any module defines it.
            fail(.defect(error))
        } catch {
            Bellwether.exit(withError: error)
        }
    }

    /// Carries the parsed command into the task that runs it. Unchecked because commands are not Sendable: only that
    /// task uses it.
    private struct Parsed: @unchecked Sendable {
        let command: any ParsableCommand

        func run() async throws {
            if var command = command as? any AsyncParsableCommand { return try await command.run() }
            var command = command
            try command.run()
        }
    }

    private static func fail(_ failure: Failure) -> Never {
        Console.error(failure.description)
        exit(failure.status)
    }
}
