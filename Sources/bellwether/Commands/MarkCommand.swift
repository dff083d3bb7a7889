import ArgumentParser
import EventLog
import Pages
import Postgres
import Reports

/// `bellwether mark`
struct MarkCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mark",
        abstract: "Mark a day on the trends, such as a campaign or a new pre-prompt.",
        discussion: """
            The next report shows the mark. New versions of the app and of the OS are marked automatically, on the first \
            day on which 30 people had been asked.

            Example:  bellwether mark 2026-03-24 "New pre-prompt"
                      bellwether mark 2026-03-24 "New pre-prompt" --app com.example.shop
                      bellwether mark import marks.csv
                      bellwether mark list
                      bellwether mark remove 3
            """,
        subcommands: [Add.self, Import.self, List.self, Remove.self], defaultSubcommand: Add.self)

    /// `bellwether mark add`
    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Mark a day. A mark that is stored already stays as it is.",
            discussion: "Example:  bellwether mark 2026-03-24 \"New pre-prompt\"")

        @Argument(help: "The day (yyyy-mm-dd).")
        var day: String

        @Argument(help: "What happened, in at most 80 characters.")
        var text: String

        @Option(help: ArgumentHelp("Only on the trends of this app.", valueName: "id"))
        var app: String?

        @OptionGroup var database: DatabaseOptions
        @OptionGroup var output: OutputOptions

        func run() async throws {
            guard let day = Day(day) else { throw Failure.usage("\(day) is not a day: write it like 2026-03-24.") }
            let marks = [MarkFile.Line(day: day, name: text, app: app)]
            try await database.withMarks(output) { connection in try marks.store(connection, orFail: 64) }
        }
    }

    /// `bellwether mark import`
    struct Import: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Store the marks of a CSV file.",
            discussion: """
                The first line names the columns: day, name and, if marks are of one app, app_id. Importing a file again \
                adds only what is new in it.

                Example:  bellwether mark import marks.csv
                """)

        @Argument(help: "The file, or - for standard input.")
        var file: String

        @OptionGroup var database: DatabaseOptions
        @OptionGroup var output: OutputOptions

        func run() async throws {
            let marks = try MarkFile(file).lines
            try await database.withMarks(output) { connection in
                try connection.transaction { connection in try marks.store(connection, orFail: 65) }
            }
        }
    }

    /// `bellwether mark list`
    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List the marks that were added.", discussion: "Example:  bellwether mark list --json")

        @OptionGroup var database: DatabaseOptions
        @OptionGroup var output: OutputOptions

        func run() async throws { try await database.withMarks(output) { _ in } }
    }

    /// `bellwether mark remove`
    struct Remove: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Remove a mark.", discussion: "Example:  bellwether mark remove 3")

        @Argument(help: "The mark's number, as `bellwether mark list` shows it.")
        var number: Int

        @OptionGroup var database: DatabaseOptions
        @OptionGroup var output: OutputOptions

        func run() async throws {
            try await database.withMarks(output) { [number] connection in
                guard try TeamMark.remove(number, connection) != nil else {
                    throw Failure(
                        status: 66, description: "There is no mark \(number): `bellwether mark list` shows all marks.")
                }
            }
        }
    }
}

extension DatabaseOptions {
    /// Runs `body`, then prints all marks.
    fileprivate func withMarks(
        _ output: OutputOptions, _ body: @Sendable (borrowing Connection) throws -> Void
    ) async throws {
        let marks = try await withDatabase(quiet: output.quiet) { database in
            let session = try await database.session(as: .project)
            let marks = try await session.run { connection in
                try body(connection)
                return try TeamMark.all(connection)
            }
            await session.close()
            return marks
        }
        if output.json { return try Console.result(json: ["marks": marks]) }
        for mark in marks {
            let app = mark.appID.map { "  (\($0))" } ?? ""
            try Console.result("\(mark.mark)  \(mark.day)  \(mark.name)\(app)")
        }
    }
}

extension [MarkFile.Line] {
    /// Stores the marks.
    ///
    /// - Throws: `Failure` with this status for a name that a mark can't have, 66 for an app without events.
    fileprivate func store(_ connection: borrowing Connection, orFail status: Int32) throws {
        if let wrong = first(where: { !TeamMark.isName($0.name) }) {
            throw Failure(
                status: status,
                description: "The mark of \(wrong.day) needs a text of 1 to 80 characters in one line, without control "
                    + "characters.")
        }
        let apps = try KnownApps(connection)
        for mark in self {
            if let app = mark.app, let absence = apps.absence(of: app) {
                throw Failure(status: 66, description: "\(absence): correct the app of the mark of \(mark.day).")
            }
            try TeamMark.add(on: mark.day, mark.name, app: mark.app, connection)
        }
    }
}
