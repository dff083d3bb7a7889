import Foundation
import PrivateServer
import TestSupport
import Testing

@Suite struct ServerRecoveryTests {
    /// Kills the server of a sandbox while it is in use.
    private func killServer(of sandbox: ServerSandbox) async throws {
        let lease = try await sandbox.server().acquire()
        let process = try #require(try await sandbox.server().status().processID)
        kill(process, SIGKILL)
        _ = lease
    }

    private func expectUse(of sandbox: ServerSandbox) async throws {
        let lease = try await sandbox.server().acquire()
        #expect(try await sandbox.query("SELECT 1", on: lease.target) == "1")
        try await lease.release()
        #expect(try await !sandbox.server().status().isRunning)
    }

    @Test func aKilledServerIsStartedAgain() async throws {
        try await withSandbox(ServerSandbox()) { sandbox in
            try await killServer(of: sandbox)
            try await expectUse(of: sandbox)
        }
    }

    /// Starts a long query and suspends the server's process for it; returns the client and that process.
    private func suspendedBackend(in sandbox: ServerSandbox) async throws -> (client: pid_t, backend: pid_t) {
        let lease = try await sandbox.server().acquire()
        let words = ["psql", "-Xc", "SELECT pg_sleep(600)", lease.connectionString]
        let client = try spawn(words, ProcessInfo.processInfo.environment)
        let sleeping = "SELECT pid FROM pg_stat_activity WHERE query LIKE 'SELECT pg_sleep%' AND state = 'active'"
        var backend: pid_t?
        for _ in 0..<600 where backend == nil { backend = pid_t(try await sandbox.query(sleeping, on: lease.target)) }
        kill(try #require(backend), SIGSTOP)
        return (client, try #require(backend))
    }

    /// Kills the server while one of its processes can't end. Returns the id of that process.
    private func killServerOfStuckBackend(in sandbox: ServerSandbox) async throws -> pid_t {
        let (client, backend) = try await suspendedBackend(in: sandbox)
        let process = try #require(try await sandbox.server().status().processID)
        kill(process, SIGKILL)
        kill(client, SIGKILL)
        waitpid(client, nil, 0)
        return backend
    }

    @Test func theBackendsOfAKilledServerAreWaitedFor() async throws {
        try await withSandbox(ServerSandbox()) { sandbox in
            let backend = try await killServerOfStuckBackend(in: sandbox)
            let server = try sandbox.server()
            async let lease = server.acquire()
            try await Task.sleep(for: .milliseconds(500))
            #expect(try await !server.status().isRunning)
            kill(backend, SIGCONT)
            try await lease.release()
        }
    }

    @Test func waitingForBackendsEndsWithTheirNumbers() async throws {
        try await withSandbox(ServerSandbox()) { sandbox in
            let backend = try await killServerOfStuckBackend(in: sandbox)
            var server = try sandbox.server()
            server.patience = .seconds(1)
            let error = await #expect(throws: ServerError.self) { try await server.acquire() }
            #expect(error?.description.contains("kill \(backend)") == true, "\(String(describing: error))")
            kill(backend, SIGKILL)
            try await expectUse(of: sandbox)
        }
    }

    /// Starts a server and kills one of its processes, as the system does when memory is short.
    private func killChild(of sandbox: ServerSandbox) async throws {
        _ = try await sandbox.server().start()
        let process = try #require(try await sandbox.server().status().processID)
        let children = try String(contentsOfFile: "/proc/\(process)/task/\(process)/children", encoding: .utf8)
        kill(try #require(children.split(separator: " ").first.flatMap { pid_t($0) }), SIGKILL)
    }

    @Test func aServerThatRecoversFromAKilledProcessCanBeStopped() async throws {
        try await withSandbox(ServerSandbox()) { sandbox in
            for milliseconds in [0, 50, 100, 200, 300, 400] {
                try await killChild(of: sandbox)
                try await Task.sleep(for: .milliseconds(milliseconds))
                #expect(try await sandbox.server().stop() == .stopped, "after \(milliseconds) ms")
                #expect(try await sandbox.server().status().state == .stopped)
                try await expectUse(of: sandbox)
            }
        }
    }

    /// Leaves a server in a stop that does not end, because one of its processes is suspended and can't react.
    private func leaveStopping(_ sandbox: ServerSandbox) async throws -> pid_t {
        let (client, _) = try await suspendedBackend(in: sandbox)
        kill(try #require(try await sandbox.server().status().processID), SIGINT)
        for _ in 0..<3_000 {
            if try await sandbox.server().status().state == .stopping { break }
            try await Task.sleep(for: .milliseconds(20))
        }
        return client
    }

    @Test func aServerThatWasLeftStoppingIsStartedAgain() async throws {
        try await withSandbox(ServerSandbox()) { sandbox in
            let client = try await leaveStopping(sandbox)
            try await expectUse(of: sandbox)
            kill(client, SIGKILL)
            waitpid(client, nil, 0)
        }
    }

    @Test func aSuspendedServerIsUnresponsiveAndCanBeStopped() async throws {
        try await withSandbox(ServerSandbox()) { sandbox in
            _ = try await sandbox.server().start()
            let process = try #require(try await sandbox.server().status().processID)
            kill(process, SIGSTOP)
            #expect(try await sandbox.server().status().state == .unresponsive)
            #expect(try await sandbox.server().stop() == .stopped)
            #expect(try await sandbox.server().status().state == .stopped)
            try await expectUse(of: sandbox)
        }
    }

    @Test func filesThatNameALiveForeignProcessAreStale() async throws {
        try await withSandbox(ServerSandbox()) { sandbox in
            try await killServer(of: sandbox)
            for file in ["/data/postmaster.pid", "/run/.s.PGSQL.5432.lock"] {
                let path = sandbox.directory + file
                let lines = try String(contentsOfFile: path, encoding: .utf8).split(
                    separator: "\n", omittingEmptySubsequences: false)
                let foreign = (["\(getppid())"] + lines.dropFirst()).joined(separator: "\n")
                try foreign.write(toFile: path, atomically: false, encoding: .utf8)
            }
            #expect(try await sandbox.server().status().processID == nil)
            try await expectUse(of: sandbox)
        }
    }

    @Test func aCopiedFolderIsAServerOfItsOwn() async throws {
        try await withSandbox(ServerSandbox()) { sandbox in
            let original = try await sandbox.server().acquire()
            #expect(try await sandbox.run(["/bin/cp", "-a", sandbox.directory, sandbox.root + "/copy"]).succeeded)
            let copy = try EmbeddedServer(directory: sandbox.root + "/copy", environment: sandbox.environment)
            let lease = try await copy.acquire()
            #expect(lease.target != original.target)
            #expect(try await copy.status().processID != sandbox.server().status().processID)
            try await lease.release()
            #expect(try await sandbox.query("SELECT 1", on: original.target) == "1")
            try await original.release()
        }
    }

    @Test func aHalfMadeServerIsMadeAnew() async throws {
        try await withSandbox(ServerSandbox()) { sandbox in
            try await sandbox.server().acquire().release()
            let data = sandbox.directory + "/data"
            #expect(rename(data, sandbox.directory + "/data.new") == 0)
            unlink(sandbox.directory + "/data.new/postgresql.conf")
            try await expectUse(of: sandbox)
            #expect(!FileManager.default.fileExists(atPath: sandbox.directory + "/data.new"))
        }
    }

    @Test func aServerStartedByHandIsShared() async throws {
        try await withSandbox(ServerSandbox()) { sandbox in
            try await sandbox.server().acquire().release()
            let programs = try await PostgresPrograms.find(environment: sandbox.environment)
            let data = sandbox.directory + "/data"
            let start = [programs.path(of: "pg_ctl"), "start", "-sw", "-D", data, "-l", "/dev/null"]
            let asOwner = ["/usr/bin/setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"]
            #expect(try await sandbox.run((geteuid() == 0 ? asOwner : []) + start).succeeded)
            let process = try await sandbox.server().status().processID
            let lease = try await sandbox.server().acquire()
            #expect(try await sandbox.server().status().processID == process)
            try await lease.release()
        }
    }

    @Test func aLockThatAnotherCommandKeepsIsSaid() async throws {
        try await withSandbox(ServerSandbox()) { sandbox in
            try await sandbox.server().acquire().release()
            let other = open(sandbox.directory + "/start.lock", O_RDWR | O_CLOEXEC)
            try #require(flock(other, LOCK_EX) == 0)
            var server = try sandbox.server()
            server.patience = .milliseconds(50)
            let error = await #expect(throws: ServerError.self) { try await server.acquire() }
            close(other)
            #expect(error?.exitStatus == 75, "\(String(describing: error))")
        }
    }

    @Test func aServerThatCannotStartSaysWhy() async throws {
        try await withSandbox(ServerSandbox()) { sandbox in
            try await sandbox.server().acquire().release()
            let settings = try #require(FileHandle(forUpdatingAtPath: sandbox.directory + "/data/postgresql.conf"))
            try settings.seekToEnd()
            try settings.write(contentsOf: Data("max_connections = -1\n".utf8))
            let error = await #expect(throws: ServerError.self) { try await sandbox.server().acquire() }
            #expect(error?.exitStatus == 69)
            #expect(error?.description.contains("max_connections") == true, "\(String(describing: error))")
            #expect(error?.description.contains("server.log") == true)
        }
    }
}
