import EventLog
import Foundation
import Postgres
import TestSupport
import Testing

/// The output of `doctor --json`.
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

/// Damage to a database, and the finding that `doctor` must report for it.
private struct Ailment {
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

    static let all = [
        Ailment(set("synchronous_commit", "off"), "settings", "error", "synchronous_commit is off"),
        Ailment(
            "GRANT UPDATE ON log.batch TO bellwether_ingest", "privileges", "error",
            "bellwether_ingest has UPDATE on log.batch, which it must not have: "),
        Ailment(
            "REVOKE INSERT ON log.app, log.word FROM bellwether_ingest", "privileges", "error",
            "bellwether_ingest lacks INSERT on log.app, INSERT on log.word: run `bellwether doctor --grant`"),
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
            "INSERT INTO projection.installation_set_aside VALUES (1, gen_random_uuid(), 'fold_failed')", "projections",
            "warning", "1 installations are set aside"),
        Ailment(
            """
            INSERT INTO log.quarantine (
                received_at, quarantined_at, batch_id, line, byte_count, copy, reason, source, detail, line_hash, bytes
            )
            SELECT now(), now(), 1, n, 1, 1, 'invalid_json', 'test', 'test', gen_random_uuid(), 'x'
            FROM generate_series(1, 1500) AS n
            """, "quarantine", "warning", " deliveries of the last 7 days are in quarantine, compared with 0 a week in "
        ),
        Ailment(
            "UPDATE log.batch SET accepted = 98, duplicates = 0, rejected = 25", "quarantine", "warning",
            "25 of the 123 deliveries of the last 7 days were rejected"),
        Ailment(
            "INSERT INTO log.quarantine_use VALUES (7, 100, 5, now(), current_date)", "quarantine", "warning",
            "Rejects of the key 7 exceeded the daily limit of the quarantine"),
        Ailment(
            """
            UPDATE log.batch SET
                apps = array_fill((SELECT min(app) FROM log.app), ARRAY[12]),
                app_receipts = ARRAY(SELECT now() - n * interval '1 day' FROM generate_series(212, 223) AS n)
            """, "silence", "warning", "never paused longer than 24 hours: see whether it still sends"),
        Ailment(
            "DROP INDEX log.quarantine_received", "objects", "error",
            "index on log.quarantine USING btree (received_at) was dropped"),
        Ailment(
            "CREATE OR REPLACE FUNCTION log.is_readable() RETURNS boolean LANGUAGE sql AS 'SELECT false'", "objects",
            "error", "function log.is_readable() was changed"),
        Ailment(
            "ALTER TABLE log.batch DROP CONSTRAINT positions_begin_at_one", "objects", "error",
            "constraint CHECK ((\"position\" > 0)) of log.batch was dropped"),
        Ailment(
            "ALTER TABLE log.word ALTER COLUMN text DROP NOT NULL", "objects", "error", "table log.word was changed"),
        Ailment(
            "DROP VIEW analytics.verdicts", "objects", "error", "view analytics.verdicts was dropped"),
        Ailment(
            """
            DO $$ BEGIN
                EXECUTE format('GRANT TEMPORARY ON DATABASE %I TO bellwether_analyst', current_database());
            END $$
            """, "privileges", "warning", "may create temporary tables"),
        Ailment(
            "GRANT EXECUTE ON FUNCTION lo_create(oid), pg_advisory_lock(bigint) TO PUBLIC", "privileges", "warning",
            "may call 2 of the server's functions that write or take locks, such as lo_create(oid)"),
        Ailment(
            """
            INSERT INTO log.erasure (erased_at, installations, permission_events, engagement_events, quarantined)
            VALUES (now(), 1, 1, 1, 1);
            ANALYZE log.permission_event;
            DELETE FROM log.permission_event
            """, "statistics", "warning", "planner's statistics of log.permission_event, which is empty"),
    ]

    private static func set(_ name: String, _ value: String) -> String {
        "DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET \(name) = \(value)', current_database()); END $$"
    }
}

@Suite struct DoctorTests {
    /// Runs `body` with a database that has ingested and projected events.
    private func withPatient(_ body: (Workbench) async throws -> Void) async throws {
        try await withProgram { bench in
            try bench.fill(installations: 20, days: 5)
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
                "dead_rows", "nodes", "collations", "silence", "projections", "quarantine", "locks", "objects",
                "statistics", "log", "templates",
            ]
            #expect(Set(examination.checks) == expected)
            let lines = """
                Nothing is wrong: \(expected.count) checks.
                Checked: \(examination.checks.joined(separator: ", ")).

                """
            #expect(try bench.run("doctor").output == lines)
            #expect(try bench.run("doctor", "--quiet").output.isEmpty)
        }
    }

    @Test(.timeLimit(.minutes(20))) func whatIsWrongIsSaidWithItsCure() async throws {
        try await withPatient { patient in
            for ailment in Ailment.all {
                try await TestServer.withCopy(of: patient.database) { database in
                    let bench = Workbench(database: database, folder: patient.folder)
                    try await bench.execute(ailment.damage)
                    let run = try bench.attempt("doctor", "--json")
                    let findings = try Examination(run).findings
                    #expect(findings.count == 1, "\(ailment.words): \(run.output)")
                    #expect(findings.first?.check == ailment.check && findings.first?.severity == ailment.severity)
                    #expect(findings.first?.sentence.contains(ailment.words) == true, "\(run.output)")
                    #expect(run.status == (ailment.severity == "error" ? 78 : 0))
                }
            }
        }
    }

    @Test func aLogInWhichNothingWasAcceptedIsSaid() async throws {
        try await withProgram { bench in
            #expect(try bench.run("doctor").output.hasPrefix("info: The log has no events yet: store some with "))
            try bench.write("{}\n{}\n", to: "bad.ndjson")
            try bench.run("ingest", "--quiet", "bad.ndjson")
            let output = try bench.run("doctor").output
            #expect(
                output.contains("warning: The log has no events: all 2 that were sent were rejected; "), "\(output)")
        }
    }

    @Test(.timeLimit(.minutes(20))) func whoKeepsOthersWaitingIsSaid() async throws {
        try await withPatient { bench in
            let target = bench.database.target
            let holder = try await target.transaction("LOCK TABLE log.position_lock IN EXCLUSIVE MODE")
            let process = try await holder.run { connection in
                try connection.execute(Statement("pid", "SELECT pg_backend_pid()")).singleInt()
            }
            let waiting = Task { try await target.transaction("LOCK TABLE log.position_lock IN SHARE MODE").close() }
            try await Task.sleep(for: .seconds(6))
            let words = "s for a lock of process \(process) of "
            #expect(try bench.run("doctor").output.contains(words))
            #expect(try bench.run("status").output.contains(words))
            await holder.close()
            try await waiting.value
            // Covers a session that holds an advisory lock and uses none of the program's roles.
            try await bench.execute("GRANT EXECUTE ON FUNCTION pg_advisory_lock(bigint) TO PUBLIC")
            try await bench.withLogin(madeBy: { "CREATE ROLE \($0) LOGIN PASSWORD '…'" }) { target in
                let locker = try await target.transaction("SELECT pg_advisory_lock(7)")
                let output = try bench.run("doctor").output
                #expect(output.contains(" holds an advisory lock, with which it can block commands"), "\(output)")
                await locker.close()
            }
        }
    }

    @Test func afterARebuildAndARetentionNothingIsCalledChanged() async throws {
        try await withPatient { bench in
            try bench.run("project", "--rebuild", "--quiet")
            try bench.run("retain", "--engagement-months", "1", "--quiet")
            try bench.run("doctor", "--grant", "--quiet")
            let output = try bench.run("doctor").output
            #expect(output.hasPrefix("Nothing is wrong"), "\(output)")
        }
    }

    @Test func deadRowsAreSaid() async throws {
        try await withPatient { bench in
            try await bench.execute("ALTER TABLE projection.installation_set_aside SET (autovacuum_enabled = off)")
            try await bench.execute(
                """
                INSERT INTO projection.installation_set_aside
                SELECT 1, gen_random_uuid(), 'fold_failed' FROM generate_series(1, 120000)
                """)
            try await bench.execute("DELETE FROM projection.installation_set_aside")
            // The statistics are updated when the session ends or a second later.
            var output = ""
            for _ in 0..<50 where !output.contains("VACUUM (ANALYZE) projection.installation_set_aside") {
                try await Task.sleep(for: .milliseconds(100))
                output = try bench.run("doctor").output
            }
            #expect(
                output.contains("projection.installation_set_aside has 120000 dead rows beside 0 live ones: run VACUUM")
            )
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
            let schemas = "SELECT nspname FROM pg_namespace WHERE nspname IN ('log', 'bellwether')"
            #expect(try await target.rows(schemas) == [])
        }
    }

    @Test func itMakesNoPrivateServer() async throws {
        try await withProgram { bench in
            let run = try ProgramRun.run(["doctor"], database: nil, in: bench.folder)
            #expect(run.status == 0)
            #expect(run.output.hasPrefix("info: There is no database in \(bench.folder)/.bellwether yet: "))
            #expect(!FileManager.default.fileExists(atPath: bench.folder + "/.bellwether"))
        }
    }

    @Test(.enabled(if: SmallDisk.obstacle == nil, Comment(rawValue: SmallDisk.obstacle ?? "")))
    func aDiskThatIsSoonFullIsSaid() async throws {
        try await withProgram { bench in
            let disk = try SmallDisk(bench.folder + "/reports", megabytes: 64, owner: 0)
            defer { disk.remove() }
            let run = try bench.attempt("doctor", "--out", "reports")
            #expect(run.status == 78)
            #expect(
                run.output.hasPrefix(
                    "error: The folder of reports has 64 MiB of disk left at reports: free some space.\n"))
        }
    }

    @Test func whereNoReportCanBeWrittenIsSaid() async throws {
        try await withProgram { bench in
            try bench.write("mine", to: "file")
            for out in ["file", "file/r"] {
                let run = try bench.attempt("doctor", "--json", "--out", out)
                let finding = try #require(try Examination(run).findings.first { $0.check == "reports" })
                #expect(run.status == 78 && finding.severity == "error")
                #expect(finding.sentence.contains("name a folder with --out, not a file"), "\(finding.sentence)")
            }
        }
    }

    @Test func templatesAndTheFolderOfReportsAreLookedAt() async throws {
        try await withProgram { bench in
            try bench.makeFolder("brand")
            try bench.write("{{nonsense}}", to: "brand/layout.mustache")
            let run = try bench.attempt("doctor", "--json", "--templates", "brand", "--out", "reports")
            #expect(run.status == 78)
            let findings = try Examination(run).findings
            #expect(findings.map(\.check) == ["templates", "log", "reports"])
            #expect(findings.map(\.severity) == ["error", "info", "info"])
            #expect(findings.first?.sentence.contains("nonsense") == true)
        }
    }
}

extension Workbench {
    /// Runs statements with the rights of the connecting user.
    func execute(_ statements: String) async throws { try await database.target.script(statements) }
}
