import ArgumentParser
import EventLog
import Foundation
import Postgres

/// What every command can be told about its output.
struct OutputOptions: ParsableArguments {
    @Flag(help: "Print the result as JSON.")
    var json = false

    @Flag(help: "Show no progress.")
    var quiet = false
}

/// Which database a command works on.
struct DatabaseOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The PostgreSQL database, as a URL.", valueName: "url"))
    var databaseURL: String?

    @Option(help: ArgumentHelp("The folder of the private cluster, if no database is named.", valueName: "dir"))
    var dataDir: String?

    /// The database that the options and the environment name.
    var source: DatabaseSource {
        DatabaseSource.resolve(
            databaseURL: databaseURL, dataDirectory: dataDir, environment: ProcessInfo.processInfo.environment,
            currentDirectory: FileManager.default.currentDirectoryPath)
    }

    /// Runs `body` with the database, which is started if need be, migrated, and let go of afterwards.
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
    /// Runs `body` with a server that is up for as long as it runs.
    func withTarget<Value: Sendable>(
        quiet: Bool, _ body: (ConnectionTarget) async throws -> Value
    ) async throws -> Value {
        switch self {
        case .target(let target):
            return try await body(target)
        case .embedded(let directory):
            let lease = try await Self.cluster(in: directory, quiet: quiet).acquire()
            let outcome: Result<Value, any Error>
            do { outcome = .success(try await body(lease.target)) } catch { outcome = .failure(error) }
            // A task of its own: letting go of the server must not be cut short by the interruption that ended the work.
            let release = await Task { try await lease.release() }.result
            let value = try outcome.get()
            try release.get()
            return value
        }
    }

    /// The folder of the private cluster when no other database may be meant, whatever the environment names.
    static func embeddedDirectory(_ dataDirectory: String?) -> String {
        let environment = ProcessInfo.processInfo.environment.filter { $0.key == "BELLWETHER_DATA_DIR" }
        let source = resolve(
            databaseURL: nil, dataDirectory: dataDirectory, environment: environment,
            currentDirectory: FileManager.default.currentDirectoryPath)
        guard case .embedded(let directory) = source else { preconditionFailure("no database was named") }
        return directory
    }

    /// The private cluster in a folder.
    static func cluster(in directory: String, quiet: Bool) throws -> EmbeddedCluster {
        try EmbeddedCluster(directory: directory, environment: ProcessInfo.processInfo.environment) { message in
            if !quiet { Console.error(message) }
        }
    }
}
