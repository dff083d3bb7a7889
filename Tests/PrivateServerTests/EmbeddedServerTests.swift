import Foundation
import Postgres
import PrivateServer
import TestSupport
import Testing

/// A temporary folder for one test's servers, with tools to examine them from outside.
struct ServerSandbox {
    /// The temporary folder. Every account can enter it, unless the test asked for a private one.
    let root: String
    /// The folder of the test's server in `root`.
    let directory: String
    let environment: [String: String]

    init(_ name: String = "db", isPrivate: Bool = false, environment: [String: String] = [:]) throws {
        let made = mkdtemp(strdup(NSTemporaryDirectory() + "server-test-XXXXXX"))
        self.root = try String(cString: #require(made))
        chmod(root, isPrivate ? 0o700 : 0o755)
        self.directory = root + "/" + name
        let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
        self.environment = ["PATH": path].merging(environment) { $1 }
    }

    /// The test's server.
    func server() throws -> EmbeddedServer {
        try EmbeddedServer(directory: directory, environment: environment)
    }

    /// Returns the rows of one statement, in psql's unaligned format.
    func query(_ sql: String, on target: ConnectionTarget) async throws -> String {
        let programs = try await PostgresPrograms.find(environment: environment)
        let words = ["host", "port", "user", "dbname"].map { "\($0)='\(target.keywords[$0, default: ""].escaped)'" }
        return try await run([programs.path(of: "psql"), "-XAtqd", words.joined(separator: " "), "-c", sql]).output
    }

    /// Runs a program and waits for its end.
    func run(_ words: [String]) async throws -> (succeeded: Bool, output: String) {
        let output = root + "/output-\(UUID())"
        let process = try spawn(words, ProcessInfo.processInfo.environment, output: output, errors: output)
        var status: Int32 = 0
        while waitpid(process, &status, WNOHANG) == 0 { try await Task.sleep(for: .milliseconds(5)) }
        let text = try String(contentsOfFile: output, encoding: .utf8)
        return (status == 0, text.trimmingCharacters(in: .whitespacesAndNewlines))
    }

    /// Returns the permission bits of a path, as in `ls`.
    func mode(_ path: String) -> mode_t {
        var state = stat()
        return stat(path, &state) == 0 ? state.st_mode & 0o7777 : 0
    }

    /// Ends processes that the test may have left running, and removes its folder.
    func clean() async {
        _ = try? await server().stop()
        try? FileManager.default.removeItem(atPath: root)
    }
}

extension String {
    fileprivate var escaped: String {
        replacing("\\", with: "\\\\").replacing("'", with: "\\'")
    }
}

/// Runs a test's body with a sandbox, and cleans up even if the body throws.
func withSandbox(_ sandbox: ServerSandbox, _ body: (ServerSandbox) async throws -> Void) async throws {
    do {
        try await body(sandbox)
    } catch {
        await sandbox.clean()
        throw error
    }
    await sandbox.clean()
}

@Suite struct EmbeddedServerTests {
    @Test func firstUseMakesAndStartsAPrivateServerThatLeadsASession() async throws {
        try await withSandbox(ServerSandbox()) { sandbox in
            let lease = try await sandbox.server().acquire()
            let settings = """
                SELECT concat_ws(' ', current_setting('listen_addresses') = '', current_setting('TimeZone'),
                    current_setting('data_checksums'), current_setting('fsync'), current_setting('server_encoding'),
                    current_database(), current_user)
                """
            #expect(try await sandbox.query(settings, on: lease.target) == "t UTC on on UTF8 bellwether bellwether")
            #expect(sandbox.mode(sandbox.directory) == 0o700)
            #expect(sandbox.mode(sandbox.directory + "/run/.s.PGSQL.5432") == 0o700)
            #expect(try await sandbox.query("SHOW data_directory", on: lease.target) == sandbox.directory + "/data")
            let process = try #require(try await sandbox.server().status().processID)
            #expect(getsid(process) == process && getpgid(process) == process)
            try await lease.release()
        }
    }

    @Test func theLastLeaseOutStopsTheServer() async throws {
        try await withSandbox(ServerSandbox()) { sandbox in
            let server = try sandbox.server()
            let first = try await server.acquire()
            let second = try await sandbox.server().acquire()
            let started = try await server.status()
            #expect(first.target == second.target)
            try await first.release()
            try await first.release()
            #expect(try await server.status() == started)
            #expect(started.isRunning && started.processID != nil && !started.isKept)
            try await second.release()
            #expect(try await !server.status().isRunning)
        }
    }

    @Test func aHolderThatDiesLeavesTheServerToTheNext() async throws {
        try await withSandbox(ServerSandbox()) { sandbox in
            let server = try sandbox.server()
            // Dropped without a release, as after kill -9.
            _ = try await server.acquire()
            let left = try await server.status()
            #expect(left.isRunning)
            let lease = try await server.acquire()
            #expect(try await server.status().processID == left.processID)
            try await lease.release()
            #expect(try await !server.status().isRunning)
        }
    }

    @Test func concurrentFirstUsesShareOneServer() async throws {
        try await withSandbox(ServerSandbox()) { sandbox in
            let leases = try await withThrowingTaskGroup(of: ServerLease.self) { group in
                for _ in 0..<6 {
                    let server = try sandbox.server()
                    group.addTask { try await server.acquire() }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(Set(leases.map(\.target)).count == 1)
            #expect(try await sandbox.query("SELECT 1", on: leases[0].target) == "1")
            try await withThrowingTaskGroup(of: Void.self) { group in
                for lease in leases { group.addTask { try await lease.release() } }
                try await group.waitForAll()
            }
            #expect(try await !sandbox.server().status().isRunning)
        }
    }

    @Test func aReleaseStopsTheServerEvenInACancelledTask() async throws {
        try await withSandbox(ServerSandbox()) { sandbox in
            let lease = try await sandbox.server().acquire()
            let task = Task {
                while !Task.isCancelled { await Task.yield() }
                try await lease.release()
            }
            task.cancel()
            try await task.value
            #expect(try await !sandbox.server().status().isRunning)
        }
    }

    @Test func serverStartKeepsTheServerUpUntilServerStopAndStatusMakesNothing() async throws {
        try await withSandbox(ServerSandbox()) { sandbox in
            let server = try sandbox.server()
            let none = try await server.status()
            #expect(!none.isRunning && none.version == nil && none.connectionString == nil)
            #expect(try await server.stop() == .wasNotRunning)
            #expect(!FileManager.default.fileExists(atPath: sandbox.directory))
            let target = try await server.start()
            let lease = try await server.acquire()
            #expect(lease.target == target)
            try await lease.release()
            let kept = try await server.status()
            #expect(kept.isRunning && kept.isKept)
            #expect(kept.connectionString == lease.connectionString)
            #expect(try await server.stop() == .stopped)
            #expect(try await !server.status().isRunning)
        }
    }

    @Test func serverStopLeavesAServerInUseToItsUsers() async throws {
        try await withSandbox(ServerSandbox()) { sandbox in
            let server = try sandbox.server()
            _ = try await server.start()
            let lease = try await server.acquire()
            #expect(try await server.stop() == .leftToItsUsers)
            #expect(try await sandbox.query("SELECT 1", on: lease.target) == "1")
            try await lease.release()
            #expect(try await !server.status().isRunning)
        }
    }
}
