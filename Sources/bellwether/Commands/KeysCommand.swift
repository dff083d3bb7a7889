import ArgumentParser
import Collector
import EventLog
import Postgres

/// `bellwether keys add|list|revoke`
struct KeysCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "keys",
        abstract: "Create, list and revoke keys for sending events over HTTP.",
        discussion: """
            A key accepts events of one app. It is shown only once, when it is created: the database stores only its \
            SHA-256. To manage keys, connect as the owner of the database.

            Example:  bellwether keys add com.example.shop --name "iOS app"
                      bellwether keys list
                      bellwether keys revoke 3
            """,
        subcommands: [Add.self, List.self, Revoke.self])

    /// `bellwether keys add`
    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Create a key for an app and print it.",
            discussion: "Example:  bellwether keys add com.example.shop --name \"iOS app\"")

        @Argument(help: ArgumentHelp("The app_id of the events that the key accepts.", valueName: "app"))
        var appID: String

        @Option(help: "A description of the key.")
        var name = ""

        @OptionGroup var database: DatabaseOptions
        @OptionGroup var output: OutputOptions

        func run() async throws {
            let (key, secret) = try await database.asOwner(quiet: output.quiet) { [appID, name] connection in
                do {
                    return try CollectorKey.add(appID: appID, name: name, connection)
                } catch let error as PostgresError where error.constraint == "app_id_has_its_form" {
                    throw Failure.usage(notAnApp: appID)
                }
            }
            if output.json { return try Console.result(json: KeyReport(key, secret: secret.description)) }
            try Console.result(secret.description)
            if !output.quiet {
                Console.note("Key \(key.number) for \(key.appID). Save it now: it can't be shown again.")
            }
        }
    }

    /// `bellwether keys list`
    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List the keys and when each was last used.",
            discussion: "Example:  bellwether keys list --json")

        @OptionGroup var database: DatabaseOptions
        @OptionGroup var output: OutputOptions

        func run() async throws {
            let keys = try await database.asOwner(quiet: output.quiet) { try CollectorKey.all($0) }
            if output.json { return try Console.result(json: ["keys": keys.map { KeyReport($0) }]) }
            for key in keys { try Console.result(key.line) }
        }
    }

    /// `bellwether keys revoke`
    struct Revoke: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Revoke a key. It stops working within 5 seconds.",
            discussion: "Example:  bellwether keys revoke 3")

        @Argument(help: "The key's number, as `bellwether keys list` shows it.")
        var number: Int

        @OptionGroup var database: DatabaseOptions
        @OptionGroup var output: OutputOptions

        func run() async throws {
            let revoked = try await database.asOwner(quiet: output.quiet) { [number] connection in
                try CollectorKey.revoke(number, connection)
            }
            guard let revoked else {
                throw Failure(
                    status: 66, description: "There is no key \(number): `bellwether keys list` shows all keys.")
            }
            if output.json { return try Console.result(json: KeyReport(revoked)) }
            try Console.result(revoked.line)
        }
    }
}

extension DatabaseOptions {
    /// Runs `body` as the login of the connection, which must be the owner: the roles of the other commands may not
    /// manage keys.
    fileprivate func asOwner<Value: Sendable>(
        quiet: Bool, _ body: @Sendable (borrowing Connection) throws -> Value
    ) async throws -> Value {
        try await withDatabase(quiet: quiet) { database in
            let session = try await Session.connect(to: database.target)
            let value = try await session.run(body)
            await session.close()
            return value
        }
    }
}

extension CollectorKey {
    /// The key as a line of text.
    fileprivate var line: String {
        let use = revokedAt.map { "revoked \($0)" } ?? lastUsedAt.map { "last used \($0)" } ?? "never used"
        return "\(number)  \(appID)  \(name.isEmpty ? "" : name + "  ")created \(createdAt), \(use)"
    }
}

/// A key in the form that `--json` prints.
private struct KeyReport: Encodable {
    let number: Int
    let appID: String
    let name: String
    let createdAt: String
    let lastUsedAt: String?
    let revokedAt: String?
    /// The secret, only for a key that was just created.
    let key: String?

    enum CodingKeys: String, CodingKey {
        case number, name, key
        case appID = "app_id"
        case createdAt = "created_at"
        case lastUsedAt = "last_used_at"
        case revokedAt = "revoked_at"
    }

    init(_ key: CollectorKey, secret: String? = nil) {
        number = key.number
        appID = key.appID
        name = key.name
        createdAt = key.createdAt
        lastUsedAt = key.lastUsedAt
        revokedAt = key.revokedAt
        self.key = secret
    }
}
