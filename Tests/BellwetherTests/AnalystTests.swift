import EventLog
import Foundation
import Postgres
import TestSupport
import Testing

/// What an analyst can do with `bellwether sql` and with their own login.
@Suite struct AnalystTests {
    /// Runs `body` with a database that has events, rejects and a published report.
    private func withReports(_ body: (Workbench) async throws -> Void) async throws {
        try await withProgram { bench in
            try bench.write("bad\n", to: "bad.ndjson")
            _ = try bench.attempt("ingest", "--quiet", "bad.ndjson")
            try bench.fill(installations: 100, days: 40)
            try bench.run("report", "--quiet", "--out", "r")
            try await body(bench)
        }
    }

    @Test func everyTableAndViewIsReadAndListedByItsBareName() async throws {
        try await withReports { bench in
            let listed = try bench.run("sql", "-At", "-c", "\\d").output
            for name in try await bench.rows("SELECT relname FROM pg_class \(inAnalytics)").compactMap({ $0[0] }) {
                let count = try bench.attempt("sql", "-At", "-c", "SELECT count(*) FROM \(name)")
                #expect(count.status == 0, "\(name): \(count.errors)")
                #expect(listed.contains("analytics|\(name)|"), "\(name)")
            }
            for name in ["installations", "status_history", "events", "quarantine", "published_report"] {
                let hasRows = try bench.run("sql", "-At", "-c", "SELECT count(*) > 0 FROM \(name)").output
                #expect(hasRows == "t\n", "\(name)")
            }
        }
    }

    @Test func nothingIsWrittenEvenWhereTheSessionIsMadeWritable() async throws {
        try await withReports { bench in
            for statement in Self.writes {
                let asItIs = try bench.attempt("sql", "-c", statement)
                #expect(asItIs.status == 1, "\(statement)")
                let writable = "SET default_transaction_read_only = off"
                let made = try bench.attempt("sql", "-v", "ON_ERROR_STOP=1", "-c", writable, "-c", statement)
                let isRefused = made.errors.contains("permission denied") || made.errors.contains("cannot ")
                #expect(made.status != 0 && isRefused, "\(statement): \(made.errors)")
            }
        }
    }

    private static let writes = [
        "INSERT INTO published_report SELECT * FROM published_report", "DELETE FROM published_report",
        "UPDATE installations SET status = NULL", "DELETE FROM events", "TRUNCATE published_report",
        "CREATE TABLE analytics.t ()", "CREATE TABLE public.t ()", "DELETE FROM log.batch",
        "SELECT projection.publish(NULL)", "SELECT log.end_quarantine('{1}', false)",
    ]

    @Test func theQuarantineShowsNoPayload() async throws {
        try await withProgram { bench in
            let secret = "a-payload-nobody-should-see"
            try bench.write(
                """
                {"id":"\(secret)","type":"prompt_shown","app_id":"com.example.shop",\
                "installation_id":"00000000-0000-4000-8000-0000000000aa","occurred_at":"2026-03-01T12:00:00Z",\
                "os":{"name":"iOS","version":"17.4"}}
                {"\(secret)": 1, "\(secret)": 2}
                \(secret)
                """, to: "bad.ndjson")
            _ = try bench.attempt("ingest", "--quiet", "--max-rejected", "100", "bad.ndjson")
            let rows = try bench.run("sql", "-At", "-c", "SELECT * FROM quarantine").output
            #expect(rows.split(separator: "\n").count == 3)
            #expect(!rows.contains(secret))
            let kept = try await bench.rows("SELECT count(*) FROM log.quarantine WHERE bytes <> ''")
            #expect(kept == [["3"]])
        }
    }

    @Test(.timeLimit(.minutes(20))) func ctrlCIsForPsqlWhichGoesOn() async throws {
        try await withProgram { bench in
            let process = ProgramRun.process(["sql", "-At"], database: bench.database.target, in: bench.folder)
            let (input, output) = (Pipe(), Pipe())
            process.standardInput = input
            process.standardOutput = output
            try process.run()
            try input.fileHandleForWriting.write(contentsOf: Data("SELECT 1;\nSELECT pg_sleep(3);\nSELECT 2;\n".utf8))
            try input.fileHandleForWriting.close()
            let sleeping = """
                SELECT count(*) FROM pg_stat_activity
                WHERE datname = current_database() AND query LIKE 'SELECT pg_sleep(3)%'
                """
            try await wait(for: "psql") {
                if !process.isRunning { return true }
                return try await bench.rows(sleeping) != [["0"]]
            }
            // A terminal would send SIGINT to psql as well; here only the program gets it.
            process.interrupt()
            let rows = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            process.waitForItsEnd()
            #expect(process.terminationStatus == 0)
            #expect(rows == "1\n\n2\n")
        }
    }

    @Test func theURLsOwnOptionsCountButForTheRoleAndThatNothingIsWritten() async throws {
        try await withProgram { bench in
            var target = bench.database.target
            target.keywords["options"] = """
                -c statement_timeout=7s -c search_path=public -c work_mem=8MB -c role=none \
                -c default_transaction_read_only=off
                """
            let url = target.keywords.map { "\($0.key)='\($0.value)'" }.joined(separator: " ")
            let settings = [
                "statement_timeout", "search_path", "work_mem", "jit", "role", "default_transaction_read_only",
            ]
            let query = "SELECT " + settings.map { "current_setting('\($0)')" }.joined(separator: ", ")
            let run = try ProgramRun.run(
                ["sql", "--database-url", url, "-At", "-c", query], database: nil, in: bench.folder)
            #expect(run.output == "7s|public|8MB|off|bellwether_analyst|on\n", "\(run.errors)")
        }
    }

    @Test func aServiceOfTheEnvironmentLeadsToNoOtherDatabase() async throws {
        try await withProgram { bench in
            try bench.write("[elsewhere]\ndbname=elsewhere\n", to: "services")
            let keywords = bench.database.target.expanded.keywords
            let url = keywords.map { "\($0.key)='\($0.value)'" }.joined(separator: " ")
            let process = ProgramRun.process(
                ["sql", "--database-url", url, "-At", "-c", "SELECT current_database()"], database: nil,
                in: bench.folder)
            process.environment?["PGSERVICEFILE"] = bench.folder + "/services"
            process.environment?["PGSERVICE"] = "elsewhere"
            let run = try ProgramRun.finish(process, in: bench.folder)
            #expect(run.output == "\(keywords["dbname"] ?? "")\n", "\(run.errors)")
        }
    }

    @Test func psqlIsSearchedForWhereTheServersProgramsAre() async throws {
        try await withProgram { bench in
            // Written by another process: a program that is open for writing in a parallel test's child can't be run.
            try bench.shell(#"mkdir bin && printf '#!/bin/sh\necho "$1"\n' >bin/psql && chmod +x bin/psql"#)
            let process = ProgramRun.process(["sql", "-l"], database: bench.database.target, in: bench.folder)
            process.environment?["BELLWETHER_PG_BINDIR"] = bench.folder + "/bin"
            let run = try ProgramRun.finish(process, in: bench.folder)
            #expect(run.status == 0 && run.output == "-l\n", "\(run.errors)")
        }
    }

    @Test func aStatementThatTakesTooLongIsStopped() async throws {
        try await withProgram { bench in
            let run = try bench.attempt("sql", "--timeout", "1", "-c", "SELECT pg_sleep(60)")
            #expect(run.status == 1 && run.errors.contains("statement timeout"))
            #expect(try bench.run("sql", "-At", "-c", "SHOW statement_timeout").output == "5min\n")
            #expect(try bench.run("sql", "--timeout", "0", "-At", "-c", "SHOW statement_timeout").output == "0\n")
            #expect(try bench.attempt("sql", "--timeout=-1", "-c", "SELECT 1").status == 64)
        }
    }
}
