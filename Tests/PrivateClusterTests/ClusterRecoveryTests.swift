import Foundation
import PrivateCluster
import TestSupport
import Testing

@Suite struct ClusterRecoveryTests {
    /// Kills the server of a sandbox's cluster while it is in use.
    private func killServer(of sandbox: ClusterSandbox) async throws {
        let lease = try await sandbox.cluster().acquire()
        let server = try #require(try await sandbox.cluster().status().processID)
        kill(server, SIGKILL)
        _ = lease
    }

    private func expectUse(of sandbox: ClusterSandbox) async throws {
        let lease = try await sandbox.cluster().acquire()
        #expect(try await sandbox.query("SELECT 1", on: lease.target) == "1")
        try await lease.release()
        #expect(try await !sandbox.cluster().status().isRunning)
    }

    @Test func aKilledServerIsStartedAgain() async throws {
        try await withSandbox(ClusterSandbox()) { sandbox in
            try await killServer(of: sandbox)
            try await expectUse(of: sandbox)
        }
    }

    /// Starts a long query and suspends the server's process for it; returns the client and that process.
    private func suspendedBackend(in sandbox: ClusterSandbox) async throws -> (client: pid_t, backend: pid_t) {
        let lease = try await sandbox.cluster().acquire()
        let words = ["psql", "-Xc", "SELECT pg_sleep(600)", lease.connectionString]
        let client = try spawn(words, ProcessInfo.processInfo.environment)
        let sleeping = "SELECT pid FROM pg_stat_activity WHERE query LIKE 'SELECT pg_sleep%' AND state = 'active'"
        var backend: pid_t?
        for _ in 0..<600 where backend == nil { backend = pid_t(try await sandbox.query(sleeping, on: lease.target)) }
        kill(try #require(backend), SIGSTOP)
        return (client, try #require(backend))
    }

    /// Kills the server while one of its processes can't end. Returns the id of that process.
    private func killServerOfStuckBackend(in sandbox: ClusterSandbox) async throws -> pid_t {
        let (client, backend) = try await suspendedBackend(in: sandbox)
        let server = try #require(try await sandbox.cluster().status().processID)
        kill(server, SIGKILL)
        kill(client, SIGKILL)
        waitpid(client, nil, 0)
        return backend
    }

    @Test func theBackendsOfAKilledServerAreWaitedFor() async throws {
        try await withSandbox(ClusterSandbox()) { sandbox in
            let backend = try await killServerOfStuckBackend(in: sandbox)
            let cluster = try sandbox.cluster()
            async let lease = cluster.acquire()
            try await Task.sleep(for: .milliseconds(500))
            #expect(try await !cluster.status().isRunning)
            kill(backend, SIGCONT)
            try await lease.release()
        }
    }

    @Test func waitingForBackendsEndsWithTheirNumbers() async throws {
        try await withSandbox(ClusterSandbox()) { sandbox in
            let backend = try await killServerOfStuckBackend(in: sandbox)
            var cluster = try sandbox.cluster()
            cluster.patience = .seconds(1)
            let error = await #expect(throws: ClusterError.self) { try await cluster.acquire() }
            #expect(error?.description.contains("kill \(backend)") == true, "\(String(describing: error))")
            kill(backend, SIGKILL)
            try await expectUse(of: sandbox)
        }
    }

    /// Starts a server and kills one of its processes, as the system does when memory is short.
    private func killChild(of sandbox: ClusterSandbox) async throws {
        _ = try await sandbox.cluster().start()
        let server = try #require(try await sandbox.cluster().status().processID)
        let children = try String(contentsOfFile: "/proc/\(server)/task/\(server)/children", encoding: .utf8)
        kill(try #require(children.split(separator: " ").first.flatMap { pid_t($0) }), SIGKILL)
    }

    @Test func aServerThatRecoversFromAKilledProcessCanBeStopped() async throws {
        try await withSandbox(ClusterSandbox()) { sandbox in
            for milliseconds in [0, 50, 100, 200, 300, 400] {
                try await killChild(of: sandbox)
                try await Task.sleep(for: .milliseconds(milliseconds))
                #expect(try await sandbox.cluster().stop() == .stopped, "after \(milliseconds) ms")
                #expect(try await sandbox.cluster().status().state == .stopped)
                try await expectUse(of: sandbox)
            }
        }
    }

    /// Leaves a server in a stop that does not end, because one of its processes is suspended and can't react.
    private func leaveStopping(_ sandbox: ClusterSandbox) async throws -> pid_t {
        let (client, _) = try await suspendedBackend(in: sandbox)
        kill(try #require(try await sandbox.cluster().status().processID), SIGINT)
        for _ in 0..<3_000 {
            if try await sandbox.cluster().status().state == .stopping { break }
            try await Task.sleep(for: .milliseconds(20))
        }
        return client
    }

    @Test func aServerThatWasLeftStoppingIsStartedAgain() async throws {
        try await withSandbox(ClusterSandbox()) { sandbox in
            let client = try await leaveStopping(sandbox)
            try await expectUse(of: sandbox)
            kill(client, SIGKILL)
            waitpid(client, nil, 0)
        }
    }

    @Test func aSuspendedServerIsUnresponsiveAndCanBeStopped() async throws {
        try await withSandbox(ClusterSandbox()) { sandbox in
            _ = try await sandbox.cluster().start()
            let server = try #require(try await sandbox.cluster().status().processID)
            kill(server, SIGSTOP)
            #expect(try await sandbox.cluster().status().state == .unresponsive)
            #expect(try await sandbox.cluster().stop() == .stopped)
            #expect(try await sandbox.cluster().status().state == .stopped)
            try await expectUse(of: sandbox)
        }
    }

    @Test func filesThatNameALiveForeignProcessAreStale() async throws {
        try await withSandbox(ClusterSandbox()) { sandbox in
            try await killServer(of: sandbox)
            for file in ["/data/postmaster.pid", "/run/.s.PGSQL.5432.lock"] {
                let path = sandbox.directory + file
                let lines = try String(contentsOfFile: path, encoding: .utf8).split(
                    separator: "\n", omittingEmptySubsequences: false)
                let foreign = (["\(getppid())"] + lines.dropFirst()).joined(separator: "\n")
                try foreign.write(toFile: path, atomically: false, encoding: .utf8)
            }
            #expect(try await sandbox.cluster().status().processID == nil)
            try await expectUse(of: sandbox)
        }
    }

    @Test func aCopiedFolderIsAClusterOfItsOwn() async throws {
        try await withSandbox(ClusterSandbox()) { sandbox in
            let original = try await sandbox.cluster().acquire()
            #expect(try await sandbox.run(["/bin/cp", "-a", sandbox.directory, sandbox.root + "/copy"]).succeeded)
            let copy = try EmbeddedCluster(directory: sandbox.root + "/copy", environment: sandbox.environment)
            let lease = try await copy.acquire()
            #expect(lease.target != original.target)
            #expect(try await copy.status().processID != sandbox.cluster().status().processID)
            try await lease.release()
            #expect(try await sandbox.query("SELECT 1", on: original.target) == "1")
            try await original.release()
        }
    }

    @Test func aHalfMadeClusterIsMadeAnew() async throws {
        try await withSandbox(ClusterSandbox()) { sandbox in
            try await sandbox.cluster().acquire().release()
            let data = sandbox.directory + "/data"
            #expect(rename(data, sandbox.directory + "/data.new") == 0)
            unlink(sandbox.directory + "/data.new/postgresql.conf")
            try await expectUse(of: sandbox)
            #expect(!FileManager.default.fileExists(atPath: sandbox.directory + "/data.new"))
        }
    }

    @Test func aServerStartedByHandIsShared() async throws {
        try await withSandbox(ClusterSandbox()) { sandbox in
            try await sandbox.cluster().acquire().release()
            let programs = try await PostgresPrograms.find(environment: sandbox.environment)
            let data = sandbox.directory + "/data"
            let start = [programs.path(of: "pg_ctl"), "start", "-sw", "-D", data, "-l", "/dev/null"]
            let asOwner = ["/usr/bin/setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"]
            #expect(try await sandbox.run((geteuid() == 0 ? asOwner : []) + start).succeeded)
            let server = try await sandbox.cluster().status().processID
            let lease = try await sandbox.cluster().acquire()
            #expect(try await sandbox.cluster().status().processID == server)
            try await lease.release()
        }
    }

    @Test func aServerThatCannotStartSaysWhy() async throws {
        try await withSandbox(ClusterSandbox()) { sandbox in
            try await sandbox.cluster().acquire().release()
            let settings = try #require(FileHandle(forUpdatingAtPath: sandbox.directory + "/data/postgresql.conf"))
            try settings.seekToEnd()
            try settings.write(contentsOf: Data("max_connections = -1\n".utf8))
            let error = await #expect(throws: ClusterError.self) { try await sandbox.cluster().acquire() }
            #expect(error?.exitStatus == 69)
            #expect(error?.description.contains("max_connections") == true, "\(String(describing: error))")
            #expect(error?.description.contains("server.log") == true)
        }
    }
}
