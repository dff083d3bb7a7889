import ArgumentParser
import EventLog
import Postgres
import Projections

/// `bellwether settings`
struct SettingsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "settings",
        abstract: "Show or set the database's parameters: time zone, windows, retention, targets, names.",
        discussion: """
            A new time zone or window takes effect with the next `bellwether project`, which recomputes everything.

            Example:  bellwether settings
                      bellwether settings set time_zone Europe/Berlin
                      bellwether settings set conversion_window 14d
                      bellwether settings target opt-in 58%
                      bellwether settings name com.example.shop "Shop"
                      bellwether settings alias "Push Opened" notification_opened
            """,
        subcommands: [
            Show.self, Set.self, SettingsTargetCommand.self, SettingsNameCommand.self, SettingsAliasCommand.self,
        ],
        defaultSubcommand: Show.self)

    /// `bellwether settings show`
    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Show the settings.", discussion: "Example:  bellwether settings --json")

        @OptionGroup var database: DatabaseOptions
        @OptionGroup var output: OutputOptions

        func run() async throws {
            let values = try await database.withSettings(quiet: output.quiet) { try Setting.all($0) }
            try values.print(output)
        }
    }

    /// `bellwether settings set`
    struct Set: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Set one setting.",
            discussion: """
                The settings are \(Setting.allCases.map(\.rawValue).joined(separator: ", ")).

                Example:  bellwether settings set influence_window 12h
                """)

        @Argument(help: "The setting's name.")
        var name: String

        @Argument(help: "The value: a time zone's name, a window such as 7d or 36h, a number of months, or all.")
        var value: String

        @OptionGroup var database: DatabaseOptions
        @OptionGroup var output: OutputOptions

        func run() async throws {
            let setting = try Setting.named(name)
            let values = try await database.withSettings(quiet: output.quiet) { connection in
                try setting.set(value, connection)
                return try Setting.all(connection)
            }
            try values.print(output)
        }
    }
}

extension DatabaseOptions {
    /// Runs `body` with a connection that may change settings, and returns their values.
    fileprivate func withSettings(
        quiet: Bool, _ body: @Sendable (borrowing Connection) throws -> [Setting.Value]
    ) async throws -> [Setting.Value] {
        try await withDatabase(quiet: quiet) { database in
            let session = try await database.session(as: .project)
            let values = try await session.run(body)
            await session.close()
            return values
        }
    }
}

extension [Setting.Value] {
    /// Prints the settings as JSON or as one line each.
    fileprivate func print(_ output: OutputOptions) throws {
        if output.json { return try Console.result(json: ["settings": self]) }
        for setting in self {
            let pending = setting.pending.map { " (\($0) after the next `bellwether project`)" } ?? ""
            try Console.result("\(setting.name)  \(setting.value)\(pending)")
        }
    }
}
