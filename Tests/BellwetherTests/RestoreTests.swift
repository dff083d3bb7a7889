import EventLog
import Foundation
import Postgres
import PrivateServer
import TestSupport
import Testing

@Suite struct RestoreTests {
    private static let programs = Task {
        try? await PostgresPrograms.find(environment: ProcessInfo.processInfo.environment)
    }

    @Test(.enabled("pg_dump is not installed") { await programs.value?.hasDump ?? false })
    func aDumpThatIsRestoredIntoANewServerGoesOnWhereItWasMade() async throws {
        let programs = try #require(await Self.programs.value)
        try await withProgram { bench in
            try bench.simulate(installations: 300, days: 60)
            let parts = try bench.parts(3)
            try bench.run("ingest", "--quiet", parts[0])
            try bench.run("project", "--quiet")
            // These events are in the log but not yet projected when the dump is made.
            try bench.run("ingest", "--quiet", parts[1])
            let origin = bench.database.target
            try bench.call("\(programs.path(of: "pg_dumpall")) --roles-only --file roles.sql", on: origin)
            try bench.call("\(programs.path(of: "pg_dump")) --no-owner --file dump.sql", on: origin)
            try await withNewServer { target in
                let psql = programs.path(of: "psql") + " -Xqo /dev/null"
                // Roles that exist on both servers give errors, which psql ignores without ON_ERROR_STOP.
                try bench.call("\(psql) --file roles.sql", on: target)
                try bench.call("\(psql) --set ON_ERROR_STOP=1 --file dump.sql", on: target)
                let restored = Workbench(database: try await Database(migrating: target), folder: bench.folder)
                // Ingests everything again, together with events that are new.
                try restored.run("ingest", "--quiet", parts[0], parts[1], parts[2])
                #expect(try await restored.rows(Self.ledger) == [["3", "3", "0"]])
                try restored.expectTruth()
                let audit = try restored.run("project", "--check", "--quiet").output
                #expect(audit.contains("journey: matches the log\n") && !audit.contains("differed"), "\(audit)")
            }
        }
    }

    /// Selects the number of batches, the highest position, and the number of events whose batch is missing from the
    /// ledger.
    private static let ledger = """
        SELECT count(*), max(batch.position), (
            SELECT count(*) FROM log.permission_event AS event
            WHERE NOT EXISTS (SELECT FROM log.batch AS own WHERE own.batch_id = event.batch_id)
        ) FROM log.batch
        """
}

extension PostgresPrograms {
    fileprivate var hasDump: Bool {
        ["pg_dump", "pg_dumpall", "psql"].allSatisfy { FileManager.default.isExecutableFile(atPath: path(of: $0)) }
    }
}

/// Runs `body` with the empty database of a new server.
private func withNewServer(_ body: (ConnectionTarget) async throws -> Void) async throws {
    let folder = NSTemporaryDirectory() + "restored-\(UUID().uuidString.prefix(8))"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let server = try EmbeddedServer(directory: folder, environment: ProcessInfo.processInfo.environment)
    let lease = try await server.acquire()
    let outcome: Result<Void, any Error>
    do { outcome = .success(try await body(lease.target)) } catch { outcome = .failure(error) }
    try await lease.release()
    try outcome.get()
}

extension Workbench {
    /// Shuffles the simulated lines and distributes them over `count` files.
    fileprivate func parts(_ count: Int) throws -> [String] {
        let events = try Data(contentsOf: URL(fileURLWithPath: folder + "/events.ndjson"))
        let lines = events.split(separator: 0x0A).shuffled()
        return try (0..<count).map { number in
            let part = lines[lines.count * number / count..<lines.count * (number + 1) / count]
            try Data(part.joined(separator: [0x0A])).write(to: URL(fileURLWithPath: "\(folder)/part-\(number).ndjson"))
            return "part-\(number).ndjson"
        }
    }

    /// Runs one of PostgreSQL's programs on a database and expects it to succeed.
    fileprivate func call(_ command: String, on target: ConnectionTarget) throws {
        #expect(try shell(command, on: target).status == 0, "\(command)")
    }
}
