import EventLog
import Foundation
import Postgres
import TestSupport
import Testing

/// Runs each command with a login that has only the role it needs. `serve` and `nightly` are covered in their own
/// suites.
@Suite(.timeLimit(.minutes(20))) struct LoginTests {
    @Test func whoMayIngestAloneIngestsAndMindsTheQuarantine() async throws {
        try await withProgram { bench in
            try await bench.withLogin(memberOf: "bellwether_ingest") { login in
                try login.write("\(QuarantineLine.good(1))\n{\n", to: "events.ndjson")
                try login.run("ingest", "--quiet", "events.ndjson")
                #expect(try login.listed().count == 1)
                try login.run("quarantine", "retry", "--quiet", "--all")
                try login.run("quarantine", "discard", "--quiet", "--all", "--yes")
                #expect(try login.listed() == [])
            }
            let stored = try await bench.rows("SELECT count(*) FROM log.permission_event")
            #expect(stored == [["1"]])
        }
    }

    @Test func whoMayProjectAloneProjectsAndReports() async throws {
        try await withProgram { bench in
            try bench.simulate(installations: 300, days: 60)
            try bench.run("ingest", "--quiet", "events.ndjson")
            try await bench.withLogin(memberOf: "bellwether_project") { login in
                try login.expectTruth()
                try login.run("project", "--quiet", "--rebuild")
                try login.run("project", "--quiet", "--check")
                try login.run("status")
                try login.run("settings", "set", "engagement_months", "1200")
            }
        }
    }

    @Test func whoMayReadAloneAsksQuestions() async throws {
        try await withProgram { bench in
            try await bench.withLogin(memberOf: "bellwether_analyst") { login in
                #expect(try login.run("sql", "-At", "-c", "SELECT count(*) FROM opt_in_by_os").output == "0\n")
                #expect(try login.run("dictionary").output.contains("opt_in_by_os"))
                let doctor = try login.attempt("doctor").output
                #expect(doctor.contains("warning: The database user can't see the schema: connect as the owner"))
            }
        }
    }

    @Test func whoLacksARoleIsToldWhichOne() async throws {
        let lacking = [
            ("bellwether_ingest", ["project"], "bellwether_project"),
            ("bellwether_ingest", ["report", "--out", "out"], "bellwether_project"),
            ("bellwether_project", ["ingest", "events.ndjson"], "bellwether_ingest"),
            ("bellwether_project", ["quarantine", "list"], "bellwether_ingest"),
            ("bellwether_analyst", ["status"], "bellwether_project"),
            ("bellwether_ingest", ["dictionary"], "bellwether_analyst"),
            ("bellwether_ingest", ["nightly", "--inbox", ".", "--out", "out"], "bellwether_project"),
        ]
        try await withProgram { bench in
            try bench.write(QuarantineLine.good(1) + "\n", to: "events.ndjson")
            for (role, command, missing) in lacking {
                try await bench.withLogin(memberOf: role) { login in
                    let run = try login.attempt(command)
                    #expect(run.status == 69, "\(command): \(run.errors)")
                    let words = " lacks the role \(missing), which this command needs: run GRANT \(missing) TO "
                    #expect(run.errors.contains(words), "\(command): \(run.errors)")
                    #expect(run.errors.ranges(of: "bellwether_").count == 2, "\(command): \(run.errors)")
                }
            }
        }
    }

    /// Since PostgreSQL 16 a login can be a member of a role that it may give to others and not take itself.
    @Test func whoOnlyAdministersARoleLacksIt() async throws {
        try await withProgram { bench in
            let version = try await bench.rows("SELECT current_setting('server_version_num')::integer >= 160000")
            guard version == [["t"]] else { return }
            let statements = { (name: String) in
                """
                CREATE ROLE \(name) LOGIN PASSWORD '…';
                GRANT bellwether_project TO \(name) WITH ADMIN TRUE, SET FALSE, INHERIT FALSE
                """
            }
            try await bench.withLogin(madeBy: statements) { target in
                let login = Workbench(database: try await Database(migrating: target), folder: bench.folder)
                let run = try login.attempt("status")
                #expect(run.status == 69, "\(run.errors)")
                #expect(
                    run.errors.contains(" lacks the role bellwether_project, which this command needs"), "\(run.errors)"
                )
            }
        }
    }

    @Test func whoIsNotTheOwnerIsSentToTheOwner() async throws {
        let refused = [
            ("bellwether_ingest", ["keys", "add", "com.example.shop"]), ("bellwether_project", ["keys", "list"]),
            ("bellwether_project", ["retain", "--engagement-months", "1200"]),
            ("bellwether_ingest", ["forget", "8f14e45f-ceea-467f-a9b1-1c2d3e4f5a6b"]),
        ]
        try await withProgram { bench in
            for (role, command) in refused {
                try await bench.withLogin(memberOf: role) { login in
                    let run = try login.attempt(command)
                    #expect(run.status == 69, "\(command): \(run.errors)")
                    #expect(run.errors.contains(": connect as the owner of the database"), "\(run.errors)")
                    // The sentence quotes only PostgreSQL's own words, and not the name of a statement.
                    #expect(run.errors.contains("permission for this (permission denied for "), "\(run.errors)")
                    #expect(!run.errors.contains("bellwether_"), "\(run.errors)")
                }
            }
        }
    }

    @Test func aRoleWithoutItsRightsIsGivenThemAgain() async throws {
        try await withProgram { bench in
            try await bench.execute("REVOKE USAGE ON SCHEMA log FROM bellwether_project")
            try await bench.withLogin(memberOf: "bellwether_project") { login in
                let run = try login.attempt("status")
                #expect(run.status == 69, "\(run.errors)")
                #expect(run.errors.contains("bellwether_project lacks its rights: run `bellwether doctor --grant` as"))
            }
        }
    }

    @Test func whoMayNotMigrateIsToldWhoMay() async throws {
        try await withProgram { bench in
            try await bench.withLogin(memberOf: "bellwether_ingest") { login in
                try await bench.execute("UPDATE bellwether.objects SET sha256 = 'older'")
                let older = try login.attempt("quarantine", "list")
                #expect(older.status == 69 && older.errors.contains("as the owner of the database"), "\(older.errors)")
                try bench.run("status")
                try login.run("quarantine", "list")
            }
        }
    }
}
