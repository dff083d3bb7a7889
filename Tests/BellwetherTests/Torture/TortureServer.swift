import EventLog
import Foundation
import Postgres
import Testing

/// How a tortured program is told its database.
enum Addressing: CaseIterable {
    /// `--data-dir`: it starts and stops the server itself.
    case embedded
    /// `DATABASE_URL`: somebody else runs the server.
    case url
}

/// A private server that is stopped at once in the middle of its work.
final class TortureServer {
    /// The cluster's folder.
    let folder: String
    private let cluster: EmbeddedCluster
    private let programs: PostgresPrograms
    private var lease: ClusterLease?
    private var address: (target: ConnectionTarget, url: String)?

    /// A database of the schema alone.
    static let pristine = "pristine"

    /// Makes the server's cluster in a folder, with a database that holds the schema alone.
    init(in folder: String) async throws {
        self.folder = folder
        let environment = ProcessInfo.processInfo.environment
        cluster = try EmbeddedCluster(directory: folder, environment: environment)
        programs = try await PostgresPrograms.find(environment: environment)
        let target = try await start()
        _ = try await Database(migrating: target)
        try await keep(as: Self.pristine)
    }

    /// Sees to it that the server runs and stays up until `letGo`.
    @discardableResult
    func start() async throws -> ConnectionTarget {
        let held = lease
        let taken = try await cluster.acquire()
        lease = taken
        address = (taken.target, taken.connectionString)
        try await held?.release()
        return taken.target
    }

    /// Leaves the server to the programs that use it; the last of them stops it.
    func letGo() async throws {
        try await lease?.release()
        lease = nil
    }

    /// Gives the programs a copy of a database that was kept, which is an empty log unless one is named; in a tablespace if
    /// one is named.
    func reset(to kept: String = TortureServer.pristine, in tablespace: String? = nil) async throws {
        try await start()
        try await administer("DROP DATABASE IF EXISTS bellwether WITH (FORCE)")
        let place = tablespace.map { " TABLESPACE \($0)" } ?? ""
        try await administer("CREATE DATABASE bellwether TEMPLATE \(kept)\(place)")
        // A sequence of a copied database gives its numbers again after a crash: PostgreSQL (15) takes the numbers that were
        // logged ahead in the original for logged in the copy, until the next checkpoint.
        try await administer("CHECKPOINT")
    }

    /// Keeps the programs' database under a name of its own.
    func keep(as name: String) async throws {
        try await administer("ALTER DATABASE bellwether RENAME TO \(name)")
    }

    /// Ends the server, or a process of it.
    func strike(_ victim: Victim, _ random: inout SplitMix64) async throws {
        if victim == .child { try await killChild(&random) } else { try await stopImmediately() }
    }

    /// Kills any process of the server.
    private func killChild(_ random: inout SplitMix64) async throws {
        guard let process = try await cluster.status().processID else { return }
        let path = "/proc/\(process)/task/\(process)/children"
        let children = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
        guard let child = children.split(separator: " ").compactMap({ pid_t($0) }).randomElement(using: &random)
        else { return }
        kill(child, SIGKILL)
    }

    /// Stops the server without a checkpoint or a word to its clients, as `pg_ctl stop -m immediate` does.
    func stopImmediately() async throws {
        let stop = [programs.path(of: "pg_ctl"), "stop", "-s", "-m", "immediate", "-D", folder + "/data"]
        let asOwner = ["/usr/bin/setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"]
        let process = try SpawnedProgram.spawn(
            (geteuid() == 0 ? asOwner : []) + stop, ["PATH": "/usr/bin:/bin"])
        while waitpid(process, nil, WNOHANG) == 0 { try await Task.sleep(for: .milliseconds(2)) }
    }

    /// A small disk at a path, which the server may write to.
    func disk(_ path: String, megabytes: Int) throws -> SmallDisk {
        var state = stat()
        guard stat(folder + "/data", &state) == 0 else { throw CocoaError(.fileReadUnknown) }
        return try SmallDisk(path, megabytes: megabytes, owner: state.st_uid)
    }

    /// The environment of a program that is to find its database so.
    func environment(_ addressing: Addressing) throws -> [String: String] {
        var environment = ProcessInfo.processInfo.environment.filter { name, _ in
            !name.hasPrefix("PG") && name != "DATABASE_URL"
        }
        environment["BELLWETHER_DATA_DIR"] = folder
        if addressing == .url { environment["DATABASE_URL"] = try #require(address).url }
        return environment
    }

    /// A session with the rights of the owner; throws where the server is down.
    func session() async throws -> Session {
        try await Session.connect(to: try #require(address).target)
    }

    /// The rows of a query on the log.
    func rows(_ query: String) async throws -> [[String?]] {
        let session = try await session()
        let rows = try await session.run { try $0.execute(Statement(file: "torture", text: query)).rows() }
        await session.close()
        return rows
    }

    /// Runs a statement about databases and tablespaces.
    func administer(_ text: String) async throws {
        var target = try #require(address).target
        target.keywords["dbname"] = "postgres"
        let session = try await Session.connect(to: target)
        try await session.run { _ = try $0.execute(Statement(file: "administer", text: text)) }
        await session.close()
    }
}
