import EventLog
import Foundation
import Postgres
import TestSupport
import Testing

/// What `doctor --json` prints.
private struct Examination: Decodable {
    struct Finding: Decodable {
        let check: String
        let severity: String
        let sentence: String
    }

    let checks: [String]
    let findings: [Finding]

    init(_ run: ProgramRun) throws {
        self = try JSONDecoder().decode(Examination.self, from: Data(run.output.utf8))
    }
}

/// Something that is done to a database, and what the doctor must say of it.
struct Ailment: Sendable, CustomTestStringConvertible {
    let damage: String
    let check: String
    let severity: String
    let words: String

    init(_ damage: String, _ check: String, _ severity: String, _ words: String) {
        self.damage = damage
        self.check = check
        self.severity = severity
        self.words = words
    }

    var testDescription: String { words }

    static let all = [
        Ailment(set("synchronous_commit", "off"), "settings", "error", "synchronous_commit is off"),
        Ailment(
            "GRANT UPDATE ON log.batch TO bellwether_ingest", "privileges", "error",
            "bellwether_ingest has UPDATE on log.batch, which it must not: "),
        Ailment(
            "REVOKE INSERT ON log.batch, log.delivery FROM bellwether_ingest", "privileges", "error",
            "bellwether_ingest lacks INSERT on log.batch, INSERT on log.delivery: run `bellwether doctor --grant`"),
        Ailment(
            "GRANT USAGE ON SCHEMA log TO bellwether_analyst", "privileges", "error",
            "run REVOKE USAGE ON SCHEMA log FROM bellwether_analyst, PUBLIC;"),
        Ailment(
            "GRANT INSERT ON analytics.published_report TO PUBLIC", "privileges", "error",
            "bellwether_analyst has INSERT on analytics.published_report"),
        Ailment(
            "GRANT CREATE ON SCHEMA public TO PUBLIC", "privileges", "warning",
            "run REVOKE CREATE ON SCHEMA public FROM bellwether_analyst, PUBLIC;"),
        Ailment(
            "REVOKE EXECUTE ON FUNCTION log.make_partitions(date[]) FROM bellwether_ingest", "partitions", "error",
            "may not call log.make_partitions"),
        Ailment(
            "UPDATE projection.settings SET time_zone = 'Mars/Olympus'", "time_zone", "error",
            "does not know the time zone Mars/Olympus"),
        Ailment(
            "UPDATE projection.settings SET zone_changes = '2015-01-01 60'", "time_zone", "warning",
            "time zone data have changed for UTC"),
        Ailment(
            "UPDATE projection.checkpoint SET sql_sha256 = 'other' WHERE name = 'opens'", "projections", "error",
            "run `bellwether project --job opens --rebuild`"),
        Ailment(
            """
            WITH older AS (UPDATE log.batch SET committed_at = committed_at - interval '3 days')
            UPDATE projection.checkpoint SET position = 0 WHERE name = 'quality'
            """, "projections", "warning", "Projection quality lacks "),
        Ailment(
            "INSERT INTO projection.set_aside_v1 VALUES (1, gen_random_uuid(), 'fold_failed')", "projections",
            "warning", "1 installations are set aside"),
        Ailment(
            """
            INSERT INTO log.quarantine (
                received_at, quarantined_at, batch_id, line, byte_count, copy, reason, source, detail, line_hash, bytes
            )
            SELECT now(), now(), 1, n, 1, 1, 'invalid_json', 'test', 'test', gen_random_uuid(), 'x'
            FROM generate_series(1, 1500) AS n
            """, "quarantine", "warning", " deliveries of the last 7 days are in quarantine, 0 a week of "),
    ]

    private static func set(_ name: String, _ value: String) -> String {
        "DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET \(name) = \(value)', current_database()); END $$"
    }
}

@Suite struct DoctorTests {
    /// A database that was ingested into and projected, and a doctor's visit.
    private func withPatient(_ body: (Workbench) async throws -> Void) async throws {
        try await withProgram { bench in
            try bench.simulate(installations: 20, days: 5)
            try bench.run("ingest", "--quiet", "--max-rejected", "100", "events.ndjson")
            try bench.run("project", "--quiet")
            try await body(bench)
        }
    }

    @Test func ofAHealthyDatabaseNothingIsSaid() async throws {
        try await withPatient { bench in
            let run = try bench.run("doctor", "--json")
            let examination = try Examination(run)
            #expect(examination.findings.isEmpty, "\(run.output)")
            let expected: Set = [
                "clock", "server", "settings", "time_zones", "schema", "time_zone", "roles", "privileges", "partitions",
                "dead_rows", "projections", "quarantine", "templates",
            ]
            #expect(Set(examination.checks) == expected)
            #expect(try bench.run("doctor").output == "Nothing is wrong: \(expected.count) checks.\n")
        }
    }

    @Test(arguments: Ailment.all) func whatIsWrongIsSaidWithItsCure(ailment: Ailment) async throws {
        try await withPatient { bench in
            try await bench.execute(ailment.damage)
            let run = try bench.attempt("doctor", "--json")
            let findings = try Examination(run).findings
            #expect(findings.count == 1, "\(run.output)")
            #expect(findings.first?.check == ailment.check && findings.first?.severity == ailment.severity)
            #expect(findings.first?.sentence.contains(ailment.words) == true, "\(run.output)")
            #expect(run.status == (ailment.severity == "error" ? 78 : 0))
            let line = try bench.attempt("doctor").output
            #expect(line.hasPrefix(ailment.severity + ": ") && line.contains(ailment.words))
        }
    }

    @Test func deadRowsAreSaid() async throws {
        try await withPatient { bench in
            try await bench.execute("ALTER TABLE projection.set_aside_v1 SET (autovacuum_enabled = off)")
            try await bench.execute(
                """
                INSERT INTO projection.set_aside_v1
                SELECT 1, gen_random_uuid(), 'fold_failed' FROM generate_series(1, 120000)
                """)
            try await bench.execute("DELETE FROM projection.set_aside_v1")
            // The server counts them when the session that made them ends, or a second later.
            var output = ""
            for _ in 0..<50 where !output.contains("VACUUM (ANALYZE) projection.set_aside_v1") {
                try await Task.sleep(for: .milliseconds(100))
                output = try bench.run("doctor").output
            }
            #expect(output.contains("projection.set_aside_v1 has 120000 dead rows beside 0 live ones: run VACUUM"))
        }
    }

    @Test func rightsThatAreLackingAreGivenAnew() async throws {
        try await withPatient { bench in
            try await bench.execute("REVOKE SELECT ON ALL TABLES IN SCHEMA analytics FROM bellwether_analyst")
            #expect(try bench.attempt("doctor").status == 78)
            #expect(try bench.run("doctor", "--grant").output.hasPrefix("Nothing is wrong"))
        }
    }

    @Test func aDatabaseThatIsOutOfReachIsAFindingToo() async throws {
        try await withProgram { bench in
            let url = "postgresql://nobody@127.0.0.1:1/x"
            let run = try bench.attempt("doctor", "--json", "--database-url", url)
            #expect(run.status == 69)
            let finding = try #require(try Examination(run).findings.first)
            #expect(finding.check == "database" && finding.severity == "error")
            #expect(finding.sentence.hasPrefix("The database is out of reach"))
        }
    }

    @Test func itMigratesNothing() async throws {
        try await TestServer.withEmptyDatabase { target in
            let run = try ProgramRun.run(["doctor", "--json"], database: target, in: NSTemporaryDirectory())
            #expect(run.status == 0)
            #expect(try Examination(run).findings.map(\.check) == ["schema"])
            let session = try await Session.connect(to: target)
            let schemas = try await session.run { connection in
                try connection.execute(
                    Statement("schemas", "SELECT FROM pg_namespace WHERE nspname IN ('log', 'bellwether')")
                ).rowCount
            }
            await session.close()
            #expect(schemas == 0)
        }
    }

    @Test func itMakesNoPrivateCluster() async throws {
        let folder = NSTemporaryDirectory() + "bellwether-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let run = try ProgramRun.run(["doctor"], database: nil, in: folder)
        #expect(run.status == 0)
        #expect(run.output.hasPrefix("info: There is no database in \(folder)/.bellwether yet: "))
        #expect(!FileManager.default.fileExists(atPath: folder + "/.bellwether"))
    }

    @Test(.enabled(if: SmallDisk.obstacle == nil, Comment(rawValue: SmallDisk.obstacle ?? "")))
    func aDiskThatIsSoonFullIsSaid() async throws {
        try await withProgram { bench in
            let disk = try SmallDisk(bench.folder + "/reports", megabytes: 64, owner: 0)
            defer { disk.remove() }
            let run = try bench.attempt("doctor", "--out", "reports")
            #expect(run.status == 78)
            #expect(run.output == "error: The folder of reports has 64 MiB of disk left at reports: make room.\n")
        }
    }

    @Test func templatesAndTheFolderOfReportsAreLookedAt() async throws {
        try await withProgram { bench in
            try FileManager.default.createDirectory(
                atPath: bench.folder + "/brand", withIntermediateDirectories: true)
            try bench.write("{{nonsense}}", to: "brand/layout.mustache")
            let run = try bench.attempt("doctor", "--json", "--templates", "brand", "--out", "reports")
            #expect(run.status == 78)
            let findings = try Examination(run).findings
            #expect(findings.map(\.check) == ["templates", "reports"])
            #expect(findings.map(\.severity) == ["error", "info"])
            #expect(findings.first?.sentence.contains("nonsense") == true)
        }
    }
}

extension Workbench {
    /// Runs a statement with the rights of who connects.
    func execute(_ statement: String) async throws {
        let session = try await Session.connect(to: database.target)
        try await session.run { connection in
            try connection.script(Statement(file: "test", text: statement))
        }
        await session.close()
    }
}
