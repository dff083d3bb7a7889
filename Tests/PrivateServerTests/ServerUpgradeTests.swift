import Foundation
import Postgres
import PrivateServer
import Testing

/// PostgreSQL's programs are replaced while the server runs, as by an upgrade of their packages.
@Suite(.timeLimit(.minutes(20))) struct ServerUpgradeTests {
    /// Runs `body` with a sandbox whose programs are a copy, and a function that replaces the server's program.
    private func withCopiedPrograms(_ body: (ServerSandbox, () async throws -> Void) async throws -> Void) async throws
    {
        let plain = try ServerSandbox()
        let programs = try await PostgresPrograms.find(environment: plain.environment)
        let copy = plain.root + "/bin"
        // PostgreSQL looks for its libraries beside its programs.
        let script = """
            for other in "$1"/../*; do [ "$other" -ef "$1" ] || ln -s "$other" "$2"; done
            cp -rL "$1" "$2/bin"
            """
        _ = try await plain.run(["sh", "-c", script, "sh", programs.directory, plain.root])
        let sandbox = try ServerSandbox(environment: ["BELLWETHER_PG_BINDIR": copy])
        do {
            try await withSandbox(sandbox) { sandbox in
                try await body(sandbox) {
                    _ = try await sandbox.run(["cp", "-p", copy + "/postgres", copy + "/new"])
                    _ = try await sandbox.run(["mv", copy + "/new", copy + "/postgres"])
                }
            }
        } catch {
            await plain.clean()
            throw error
        }
        await plain.clean()
    }

    @Test func aServerThatNobodyUsesIsStartedAgain() async throws {
        try await withCopiedPrograms { sandbox, replace in
            let server = try sandbox.server()
            _ = try await server.start()
            let first = try #require(try await server.status().processID)
            let lease = try await server.acquire()
            try await lease.release()
            #expect(try await server.status().processID == first)
            try await replace()
            let again = try await server.acquire()
            let second = try #require(try await server.status().processID)
            #expect(second != first)
            #expect(try await sandbox.query("SELECT 1", on: again.target) == "1")
            try await again.release()
            #expect(try await server.status().processID == second)
        }
    }

    @Test func aServerThatACommandUsesIsLeftToIt() async throws {
        try await withCopiedPrograms { sandbox, replace in
            let server = try sandbox.server()
            let lease = try await server.acquire()
            let first = try #require(try await server.status().processID)
            #expect(try await !server.status().runsReplacedPrograms)
            try await replace()
            try await server.acquire().release()
            #expect(try await server.status().processID == first)
            #expect(try await server.status().runsReplacedPrograms)
            try await lease.release()
            #expect(try await !server.status().isRunning)
        }
    }

    @Test func aServerThatAnotherProgramUsesIsLeftToIt() async throws {
        try await withCopiedPrograms { sandbox, replace in
            let server = try sandbox.server()
            let target = try await server.start()
            let first = try #require(try await server.status().processID)
            try await replace()
            // Another program that uses its URL.
            let session = try await Session.connect(to: target)
            try await server.acquire().release()
            #expect(try await server.status().processID == first)
            await session.close()
        }
    }
}
