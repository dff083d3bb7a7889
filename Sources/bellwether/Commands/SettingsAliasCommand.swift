import ArgumentParser
import Collector
import EventLog
import Events
import Postgres

/// `bellwether settings alias`
struct SettingsAliasCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "alias",
        abstract: "Show or set which event type a name in Segment track calls means.",
        discussion: """
            The names of the types themselves need no alias. A running collector applies changes within 5 seconds.

            Example:  bellwether settings alias
                      bellwether settings alias "Push Opened" notification_opened
                      bellwether settings alias "Push Opened" none
            """)

    @Argument(help: "The name that the Segment library sends.")
    var name: String?

    @Argument(help: "The event type, such as notification_opened; none removes the alias.")
    var type: String?

    @OptionGroup var database: DatabaseOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        if name != nil && type == nil { throw ValidationError("A type is missing: give one after the name, or none.") }
        if let type, type != "none", EventType(name: type) == nil {
            let types = EventType.allCases.map(\.name).joined(separator: ", ")
            throw ValidationError("\(type) is not an event type: give none, or one of \(types).")
        }
    }

    func run() async throws {
        let aliases = try await database.withDatabase(quiet: output.quiet) { [name, type] database in
            let session = try await Session.connect(to: database.target)
            let aliases = try await session.run { connection in
                if let name, let type { try EventAlias.set(name, to: EventType(name: type), connection) }
                return try EventAlias.all(connection)
            }
            await session.close()
            return aliases.mapValues(\.name)
        }
        if output.json { return try Console.result(json: ["aliases": aliases]) }
        for (name, type) in aliases.sorted(by: { $0.key < $1.key }) { try Console.result("\(name)  \(type)") }
    }
}
