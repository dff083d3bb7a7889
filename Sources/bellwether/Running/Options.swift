import ArgumentParser
import EventLog
import Foundation
import Postgres
import PrivateServer

/// The output options of every command.
struct OutputOptions: ParsableArguments {
    @Flag(help: "Print the result as JSON.")
    var json = false

    @Flag(help: "Show no progress and no notes.")
    var quiet = false
}

/// The options that choose the database.
struct DatabaseOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The PostgreSQL database, as a URL.", valueName: "url"))
    var databaseURL: String?

    @Option(help: ArgumentHelp("The folder of the private server, used if no database is given.", valueName: "dir"))
    var dataDir: String?

    /// The database that the options and the environment choose.
    var source: DatabaseSource {
        DatabaseSource.resolve(
            databaseURL: databaseURL, dataDirectory: dataDir, environment: ProcessInfo.processInfo.environment,
            currentDirectory: FileManager.default.currentDirectoryPath)
    }

    /// Runs `body` with the database. Starts a private server if necessary, migrates the schema, and releases the
    /// database afterwards.
    func withDatabase<Value: Sendable>(
        quiet: Bool, _ body: (Database) async throws -> Value
    ) async throws -> Value {
        try await source.withTarget(quiet: quiet) { target in
            do {
                return try await body(try await Database(migrating: target))
            } catch {
                throw await Failure.namingHolders(error, target)
            }
        }
    }
}

extension DatabaseSource {
    /// Runs `body` with the connection target. A private server is kept running meanwhile.
    func withTarget<Value: Sendable>(
        quiet: Bool, _ body: (ConnectionTarget) async throws -> Value
    ) async throws -> Value {
        switch self {
        case .target(let target):
            return try await body(target)
        case .embedded(let directory):
            let lease = try await Self.server(in: directory, quiet: quiet).acquire()
            let outcome: Result<Value, any Error>
            do { outcome = .success(try await body(lease.target)) } catch { outcome = .failure(error) }
            // Release the server in a separate task, so that the interruption that ended `body` does not cancel it.
            let release = await Task { try await lease.release() }.result
            let value = try outcome.get()
            try release.get()
            return value
        }
    }

    /// Returns the folder of the private server, ignoring any other database that the environment names.
    static func embeddedDirectory(_ dataDirectory: String?) -> String {
        let environment = ProcessInfo.processInfo.environment.filter { $0.key == "BELLWETHER_DATA_DIR" }
        let source = resolve(
            databaseURL: nil, dataDirectory: dataDirectory, environment: environment,
            currentDirectory: FileManager.default.currentDirectoryPath)
        guard case .embedded(let directory) = source else { preconditionFailure("no database was named") }
        return directory
    }

    /// Returns the private server in a folder. Its messages go to standard error.
    static func server(in directory: String, quiet: Bool) throws -> EmbeddedServer {
        // libpq would take from a service what the server's target does not name, such as a numeric address.
        unsetenv("PGSERVICE")
        return try EmbeddedServer(directory: directory, environment: ProcessInfo.processInfo.environment) { message in
            if !quiet { Console.error(message) }
        }
    }
}
