import ArgumentParser
import EventLog
import Postgres
import Reports

/// `bellwether settings name`
struct SettingsNameCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "name",
        abstract: "Show or set what pages call an app.",
        discussion: """
            Pages and digests show the name in place of the app's id. Tables, files and addresses keep the id.

            Example:  bellwether settings name
                      bellwether settings name com.example.shop "Shop"
                      bellwether settings name com.example.shop ""
            """)

    @Argument(help: "The app's id.")
    var app: String?

    @Argument(help: "The name, at most 60 characters; an empty one removes it.")
    var name: String?

    @OptionGroup var database: DatabaseOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        if let app, name == nil { throw Failure.usage("A name is missing: give one after \(app), or \"\" for none.") }
        let names = try await database.withDatabase(quiet: output.quiet) { [app, name] database in
            let session = try await database.session(as: .project)
            let names = try await session.run { connection in
                if let app, let name { try Self.set(name, of: app, connection) }
                return try AppName.all(connection)
            }
            await session.close()
            return names
        }
        if output.json { return try Console.result(json: ["names": names]) }
        for named in names { try Console.result("\(named.appID)  \(named.name)") }
    }

    private static func set(_ name: String, of app: String, _ connection: borrowing Connection) throws {
        if !name.isEmpty, let absence = try KnownApps(connection).absence(of: app) {
            throw Failure(status: 66, description: "\(absence): correct the app.")
        }
        do {
            try AppName.set(name.isEmpty ? nil : name, of: app, connection)
        } catch let error as PostgresError where error.constraint == "app_name_is_a_short_line" {
            throw Failure.usage("A name must be a line of at most 60 characters.")
        }
    }
}
