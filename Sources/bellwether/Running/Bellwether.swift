import ArgumentParser
import Glibc

/// The program: its subcommands, one file each in `Commands/`.
struct Bellwether: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bellwether",
        abstract: "Push-notification opt-in and open rates from events, exact and with intervals.",
        discussion: """
            Try it:  bellwether demo
            Use it:  bellwether ingest events/
                     bellwether project
                     bellwether report --out reports

            The database is --database-url, else DATABASE_URL, else what PGHOST and PGDATABASE name, else a private \
            PostgreSQL cluster in .bellwether.

            Exit status: 0 done, 10 a finding is an alert and --alert was given, 64 wrong usage, 65 more rejects than \
            allowed or no data at all, 66 an input is missing or unreadable, 69 the database is out of reach or \
            needs a rebuild, 70 a defect of ours, 73 an output can't be written, 75 someone else is at it, 78 `doctor` \
            found an error, 130 Ctrl-C, 143 SIGTERM.
            """,
        version: Program.version,
        subcommands: [
            DemoCommand.self, IngestCommand.self, ServeCommand.self, KeysCommand.self, ProjectCommand.self,
            ReportCommand.self,
            SimulateCommand.self, SettingsCommand.self, StatusCommand.self, DoctorCommand.self, SQLCommand.self,
            DictionaryCommand.self, ServerCommand.self, QuarantineCommand.self, ForgetCommand.self, RetainCommand.self,
            NightlyCommand.self,
        ])
}

/// What the program says of itself.
enum Program {
    static let version = "0.1.0"
}

/// Where the program starts: parses, runs, and turns every error into one sentence and an exit status.
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
        } catch let error where !(error is ExitCode) && Bellwether.exitCode(for: error) == .failure {
            // Nobody expected it: it is neither the command line's nor any module's.
            fail(.defect(error))
        } catch {
            Bellwether.exit(withError: error)
        }
    }

    /// A command that was parsed, on its way to the one task that runs it.
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
