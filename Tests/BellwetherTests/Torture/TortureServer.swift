import EventLog
import Foundation
import Postgres
import PrivateServer
import TestSupport
import Testing

/// How a program finds its database.
enum Addressing {
    /// Through `BELLWETHER_DATA_DIR`: the program starts and stops the server itself.
    case embedded
    /// Through `DATABASE_URL`: the test runs the server.
    case url
}

/// A private server that tests stop abruptly.
final class TortureServer {
    /// The server's folder.
    let folder: String
    private let server: EmbeddedServer
    private let programs: PostgresPrograms
    private var lease: ServerLease?
    private var address: (target: ConnectionTarget, url: String)?

    /// The name of a database with only the schema.
    private static let pristine = "pristine"

    /// Creates the server, with a database that has only the schema.
    init(in folder: String) async throws {
        self.folder = folder
        let environment = ProcessInfo.processInfo.environment
        server = try EmbeddedServer(directory: folder, environment: environment)
        programs = try await PostgresPrograms.find(environment: environment)
        let target = try await start()
        _ = try await Database(migrating: target)
        try await administer("ALTER DATABASE bellwether RENAME TO \(Self.pristine)")
    }

    /// Starts the server if necessary and keeps it running until `letGo`.
    @discardableResult
    func start() async throws -> ConnectionTarget {
        let held = lease
        let taken = try await server.acquire()
        lease = taken
        address = (taken.target, taken.connectionString)
        try await held?.release()
        return taken.target
    }

    /// Releases the server; it stops when the last program that uses it ends.
    func letGo() async throws {
        try await lease?.release()
        lease = nil
    }

    /// Replaces the programs' database by an empty log; optionally in a tablespace.
    func reset(in tablespace: String? = nil) async throws {
        try await start()
        try await administer("DROP DATABASE IF EXISTS bellwether WITH (FORCE)")
        let place = tablespace.map { " TABLESPACE \($0)" } ?? ""
        try await administer("CREATE DATABASE bellwether TEMPLATE \(Self.pristine)\(place)")
        // Without a checkpoint, a crash could make a sequence of the copied database repeat numbers. PostgreSQL (15)
        // logs sequence numbers ahead of their use, and treats those logged for the original as logged for the copy.
        try await administer("CHECKPOINT")
    }

    /// Kills a random process of the server, as the kernel does when memory runs out. The server then recovers.
    func killChild(_ random: inout SplitMix64) async throws {
        guard let process = try await server.status().processID else { return }
        let path = "/proc/\(process)/task/\(process)/children"
        let children = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
        guard let child = children.split(separator: " ").compactMap({ pid_t($0) }).randomElement(using: &random)
        else { return }
        kill(child, SIGKILL)
    }

    /// Stops the server without a checkpoint and without notice to its clients (`pg_ctl stop -m immediate`).
    func stopImmediately() async throws {
        let stop = [programs.path(of: "pg_ctl"), "stop", "-s", "-m", "immediate", "-D", folder + "/data"]
        let asOwner = ["/usr/bin/setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"]
        let process = try spawn((geteuid() == 0 ? asOwner : []) + stop, ["PATH": "/usr/bin:/bin"])
        while waitpid(process, nil, WNOHANG) == 0 { try await Task.sleep(for: .milliseconds(2)) }
    }

    /// Creates a small disk that the server's user owns.
    func disk(_ path: String, megabytes: Int) throws -> SmallDisk {
        var state = stat()
        guard stat(folder + "/data", &state) == 0 else { throw CocoaError(.fileReadUnknown) }
        return try SmallDisk(path, megabytes: megabytes, owner: state.st_uid)
    }

    /// Returns the environment for a program that should find its database this way.
    func environment(_ addressing: Addressing) throws -> [String: String] {
        var environment = ProcessInfo.processInfo.environment.filter { name, _ in
            !name.hasPrefix("PG") && name != "DATABASE_URL"
        }
        environment["BELLWETHER_DATA_DIR"] = folder
        if addressing == .url { environment["DATABASE_URL"] = try #require(address).url }
        return environment
    }

    /// Opens a session with the owner's rights; throws if the server is down.
    func session() async throws -> Session {
        try await Session.connect(to: try #require(address).target)
    }

    /// Returns the rows of a query.
    func rows(_ query: String) async throws -> [[String?]] { try await #require(address).target.rows(query) }

    /// Runs a statement about databases or tablespaces.
    func administer(_ text: String) async throws {
        var target = try #require(address).target
        target.keywords["dbname"] = "postgres"
        try await target.script(text)
    }
}
