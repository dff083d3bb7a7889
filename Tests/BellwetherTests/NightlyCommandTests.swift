import EventLog
import Foundation
import Postgres
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct NightlyCommandTests {
    private static let stages = "SELECT run, stage, outcome FROM analytics.runs ORDER BY run, started_at, stage"

    /// The output of `nightly --json`.
    private struct Summary: Decodable {
        struct Note: Decodable {
            let stage: String
            let outcome: String
        }
        struct Finding: Decodable {
            let severity: String
            let metric: String
        }
        let run: Int
        let stages: [Note]
        let findings: [Finding]
    }

    @Test func afterAWeeksPauseItTakesAllThatWaits() async throws {
        try await withProgram { bench in
            try bench.simulate(installations: 300, days: 60)
            try bench.fillInbox(parts: 7)
            try bench.write("{", to: "inbox/late.ndjson.part")
            try bench.write("{", to: "inbox/.hidden.ndjson")
            let run = try bench.attempt(["nightly", "--inbox", "inbox", "--out", "out", "--json"])
            #expect(run.status == 0, "\(run.errors)")
            #expect(!run.errors.contains("Left in the inbox"), "\(run.errors)")
            let summary = try JSONDecoder().decode(Summary.self, from: Data(run.output.utf8))
            #expect(summary.run == 1 && summary.stages.map(\.stage) == ["ingest", "project", "report", "retention"])
            #expect(summary.stages.allSatisfy { $0.outcome == "done" })
            #expect(try bench.names("inbox") == [".hidden.ndjson", "done", "late.ndjson.part"])
            #expect(try bench.names("inbox/done").count == 7)
            for table in try bench.names("truth") {
                #expect(try bench.read("out/latest/csv/" + table) == bench.read("truth/" + table), "\(table)")
            }
            let noted = try await bench.rows(Self.stages)
            #expect(noted.map { $0[1] } == ["ingest", "project", "report", "retention"])
            #expect(noted.allSatisfy { $0[0] == "1" && $0[2] == "done" })
        }
    }

    @Test func anEmptyInboxIsNoDifficulty() async throws {
        try await withProgram { bench in
            try bench.fillInbox(parts: 0)
            for night in 1...2 {
                #expect(try bench.nightly().status == 0)
                let noted = try await bench.rows("SELECT count(*), max(run) FROM analytics.runs")
                #expect(noted == [["\(night * 4)", "\(night)"]])
            }
            #expect(try bench.read("out/latest/index.html").contains("</html>"))
        }
    }

    @Test func brokenFilesGoAsideAndTheOthersAreReported() async throws {
        try await withProgram { bench in
            try bench.simulate(installations: 50, days: 20)
            try bench.fillInbox(parts: 1)
            try Data((0..<5_000).map { _ in UInt8.random(in: 0...255) } + [0x0A]).write(
                to: URL(fileURLWithPath: bench.folder + "/inbox/a.json"))
            // A truncated gzip file: the events before the cut are good.
            try bench.shell("gzip -c events.ndjson | head -c 4000 > inbox/b.ndjson.gz")
            try bench.makeFolder("inbox/c.ndjson")
            let run = try bench.nightly()
            #expect(run.status == 65)
            #expect(run.errors.contains("3 of the inbox's files went to inbox/failed."), "\(run.errors)")
            #expect(
                try bench.names("inbox/failed") == [
                    "a.json", "a.json.txt", "b.ndjson.gz", "b.ndjson.gz.txt", "c.ndjson", "c.ndjson.txt",
                ])
            #expect(try bench.read("inbox/failed/b.ndjson.gz.txt").contains("is cut off"))
            #expect(try bench.names("inbox/done") == ["part-0.ndjson"])
            #expect(try bench.isStale() == false)
            #expect(try bench.read("out/latest/csv/opt_in_by_os.csv").split(separator: "\n").count > 1)
            #expect(try bench.nightly().status == 0, "the next night has nothing to say of them")
        }
    }

    @Test func theStatusIsThatOfTheFirstFileThatWentAside() async throws {
        try await withProgram { bench in
            try bench.fillInbox(parts: 0)
            try bench.makeFolder("inbox/b.ndjson")
            let unreadable = try bench.nightly()
            #expect(unreadable.status == 66, "\(unreadable.errors)")
            let said = unreadable.output
            #expect(said.contains("failed: inbox/b.ndjson: Can't read inbox/b.ndjson: Is a directory"), "\(said)")
            #expect(try bench.names("inbox/failed") == ["b.ndjson", "b.ndjson.txt"])
            #expect(try bench.isStale() == false)
            for (name, status) in [("c.ndjson", 66), ("a.ndjson", 65)] as [(String, Int32)] {
                try bench.makeFolder("inbox/b.ndjson")
                try bench.write("no data\nin \(name)\n", to: "inbox/" + name)
                #expect(try bench.nightly().status == status, "\(name)")
            }
        }
    }

    @Test func aSecondOneEndsAtOnceAndTouchesNothing() async throws {
        try await withProgram { bench in
            try bench.simulate(installations: 20, days: 10)
            try bench.fillInbox(parts: 2)
            let lock = "SELECT pg_advisory_lock(hashtextextended('nightly', 0))"
            let first = try await bench.database.target.transaction(lock)
            // If it waited for the first, it would not end before the lock is given back.
            #expect(try bench.nightly().status == 75)
            #expect(try bench.names("inbox") == ["part-0.ndjson", "part-1.ndjson"])
            await first.close()
            // Two concurrent runs: one of them does the work, the other may exit with 75.
            let processes = (0..<2).map { _ in bench.nightlyProcess }
            for process in processes { try process.run() }
            for process in processes { process.waitForItsEnd() }
            #expect(processes.map(\.terminationStatus).contains(0))
            #expect(processes.allSatisfy { [0, 75].contains($0.terminationStatus) })
            #expect(try bench.names("inbox/done") == ["part-0.ndjson", "part-1.ndjson"])
        }
    }

    @Test func aFileThatTookTheNameOfOneBeingReadIsForTheNextNight() async throws {
        try await withProgram { bench in
            try bench.simulate(installations: 20, days: 10)
            try bench.fillInbox(parts: 2)
            try bench.shell("mv inbox/part-1.ndjson inbox/next.part")
            let holder = try await bench.database.target.transaction("LOCK TABLE log.batch IN ACCESS EXCLUSIVE MODE")
            let night = bench.nightlyProcess
            try night.run()
            try await wait(for: "a waiting night") { try await bench.rows(Self.waiting) != [["0"]] }
            try bench.shell("mv inbox/next.part inbox/part-0.ndjson")
            await holder.close()
            night.waitForItsEnd()
            #expect(night.terminationStatus == 0)
            #expect(try bench.names("inbox") == ["part-0.ndjson"])
            #expect(try bench.nightly().status == 0)
            #expect(try bench.names("inbox/done") == ["part-0.ndjson"])
            for table in try bench.names("truth") {
                #expect(try bench.read("out/latest/csv/" + table) == bench.read("truth/" + table), "\(table)")
            }
        }
    }
    private static let waiting = """
        SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
        """

    @Test func whileTheDatabaseIsAwayTheOldReportSaysSo() async throws {
        try await withProgram { bench in
            try bench.simulate(installations: 50, days: 20)
            try bench.fillInbox(parts: 1)
            #expect(try bench.nightly().status == 0)
            let table = try bench.read("out/latest/csv/opt_in_by_os.csv")
            try bench.write("{}\n", to: "inbox/next.ndjson")
            let away = try bench.nightly("--database-url", "postgresql://127.0.0.1:1/nowhere")
            #expect(away.status == 69)
            #expect(try bench.isStale())
            #expect(try bench.names("inbox") == ["done", "next.ndjson"])
            #expect(try bench.read("out/latest/csv/opt_in_by_os.csv") == table)
            let sentence = try bench.read("out/latest/stale.txt")
            #expect(sentence.contains("nightly runs have failed since "))
            // Every page shows it, is still well-formed, and matches the checksum in the manifest.
            for page in try bench.names("out/latest").filter({ $0.hasSuffix(".html") }) {
                let text = try bench.read("out/latest/" + page)
                let main = page == "digest.html" ? "" : "<main id=\"content\" tabindex=\"-1\">\n"
                #expect(text.contains(main + "<p class=\"quality\" role=\"status\">"), "\(page)")
            }
            try bench.expectHonestManifest()
            // A second failure doesn't change the time since which runs have failed.
            let target = try FileManager.default.destinationOfSymbolicLink(atPath: bench.folder + "/out/latest")
            #expect(try bench.nightly("--database-url", "postgresql://127.0.0.1:1/nowhere").status == 69)
            #expect(try FileManager.default.destinationOfSymbolicLink(atPath: bench.folder + "/out/latest") == target)
            // The next successful run catches up and removes the notice.
            #expect(try bench.nightly().status == 0)
            #expect(try bench.isStale() == false)
            #expect(try bench.read("out/latest/index.html").contains("nightly runs") == false)
        }
    }

    @Test func aNightThatFailsRemovesNoReportThatIsToBeKept() async throws {
        try await withProgram { bench in
            try bench.fillInbox(parts: 0)
            #expect(try bench.nightly("--keep", "50").status == 0)
            for number in 2...41 {
                let older = "out/report-2026-01-01T000000Z-\(number)"
                try bench.makeFolder(older)
                try bench.write("{}", to: older + "/manifest.json")
            }
            let away = try bench.nightly("--keep", "50", "--database-url", "postgresql://127.0.0.1:1/nowhere")
            #expect(away.status == 69)
            #expect(try bench.isStale())
            #expect(try bench.names("out").count { $0.hasPrefix("report-") } == 42)
        }
    }

    @Test func aNightThatIsToldToStopLeavesTheReportAsItIs() async throws {
        try await withProgram { bench in
            try bench.fillInbox(parts: 0)
            #expect(try bench.nightly().status == 0)
            let lock = "LOCK TABLE projection.checkpoint IN ACCESS EXCLUSIVE MODE"
            let holder = try await bench.database.target.transaction(lock)
            let night = bench.nightlyProcess
            try night.run()
            try await wait(for: "a waiting night") { try await bench.rows(Self.waiting) != [["0"]] }
            night.terminate()
            night.waitForItsEnd()
            await holder.close()
            #expect(night.terminationStatus == 143)
            #expect(try bench.isStale() == false)
        }
    }

    /// Another program holds the folder's lock and points `latest` to another report.
    @Test func theReportThatIsMarkedIsTheLatestOfAll() async throws {
        try await withProgram { bench in
            try bench.fillInbox(parts: 0)
            #expect(try bench.nightly().status == 0)
            let lock = open(bench.folder + "/out/.lock", O_RDWR | O_CLOEXEC)
            try #require(lock >= 0 && flock(lock, LOCK_EX) == 0)
            let away = ["--database-url", "postgresql://127.0.0.1:1/nowhere"]
            let night = ProgramRun.process(
                ["nightly", "--quiet", "--inbox", "inbox", "--out", "out"] + away, database: nil, in: bench.folder)
            night.standardOutput = FileHandle.nullDevice
            night.standardError = FileHandle.nullDevice
            try night.run()
            // Time to reach the lock. Without it, the test would still pass.
            try await Task.sleep(for: .seconds(1))
            let other = "report-2030-01-01T000000Z"
            try bench.shell("cp -r out/latest/ out/\(other) && echo yes > out/\(other)/newer.txt")
            try bench.shell("ln -sfn \(other) out/latest")
            close(lock)
            try await blocking { night.waitForItsEnd() }
            #expect(night.terminationStatus == 69)
            #expect(try Set(bench.names("out/latest")).isSuperset(of: ["newer.txt", "stale.txt"]))
        }
    }

    @Test func whereNoReportCanBeWrittenTheOthersOfItsStagesAreNoted() async throws {
        try await withProgram { bench in
            try bench.simulate(installations: 20, days: 10)
            try bench.fillInbox(parts: 1)
            try bench.write("", to: "file")
            let run = try bench.nightly(out: "file/out")
            #expect(run.status == 73)
            #expect(try bench.names("inbox/done") == ["part-0.ndjson"])
            #expect(
                try await bench.rows(Self.stages) == [
                    ["1", "ingest", "done"], ["1", "project", "done"], ["1", "report", "failed"],
                    ["1", "retention", "skipped"],
                ])
        }
    }

    @Test func anAlertIsTheStatusOfANightOfWhichNothingFailed() async throws {
        try await withProgram { bench in
            try bench.fillInbox(parts: 0)
            #expect(try bench.nightly("--alert").status == 0, "nothing is there to be found")
            // From the 46th day, the clients of half of the users send nothing.
            try bench.simulate(installations: 2_000, days: 60, incident: "silent-version")
            try bench.fillInbox(parts: 1)
            let told = try bench.nightly("--alert", "--json")
            #expect(told.status == 10, "\(told.errors)")
            let summary = try JSONDecoder().decode(Summary.self, from: Data(told.output.utf8))
            #expect(summary.findings.contains { $0.severity == "alert" && $0.metric == "silent" })
            #expect(summary.stages.allSatisfy { $0.outcome == "done" })
            #expect(try bench.isStale() == false)
            #expect(try bench.nightly().status == 0, "it was not asked for")
            try bench.write("no data\nat all\n", to: "inbox/none.ndjson")
            #expect(try bench.nightly("--alert").status == 65, "what failed comes first")
        }
    }

    @Test func retentionIsApplied() async throws {
        try await withProgram { bench in
            try bench.fillInbox(parts: 0)
            try bench.run("settings", "set", "engagement_months", "1200")
            #expect(try bench.nightly().output.contains("retention: done"))
            #expect(try await bench.rows("SELECT retained_from IS NOT NULL FROM log.intake_rules") == [["t"]])
        }
    }

    @Test func aLoginThatMayIngestAndProjectAloneRunsIt() async throws {
        try await withProgram { bench in
            try bench.simulate(installations: 20, days: 10)
            try bench.fillInbox(parts: 1)
            try await bench.withLogin(memberOf: "bellwether_ingest", "bellwether_project") { login in
                let run = try login.nightly()
                #expect(run.status == 0, "\(run.errors)")
            }
            #expect(try bench.names("inbox/done") == ["part-0.ndjson"])
        }
    }

    @Test func wrongUsageTouchesNothing() async throws {
        try await withProgram { bench in
            #expect(try bench.attempt("nightly", "--inbox", "nowhere", "--out", "out").status == 66)
            #expect(try bench.attempt("nightly", "--out", "out").status == 64)
            try bench.fillInbox(parts: 0)
            #expect(try bench.nightly("--from", "yesterday").status == 64)
            #expect(try bench.nightly("--keep", "0").status == 64)
            let backwards = ["--from", "2026-05-02", "--to", "2026-05-01"]
            let away = ["--database-url", "postgresql://127.0.0.1:1/nowhere"]
            #expect(try bench.attempt(["nightly", "--inbox", "inbox", "--out", "out"] + backwards + away).status == 64)
            for months in ["0", "-1", "two"] {
                #expect(try bench.attempt("retain", "--engagement-months=" + months).status == 64)
            }
            #expect(!FileManager.default.fileExists(atPath: bench.folder + "/out"))
        }
    }
}

extension Workbench {
    /// Creates the inbox and distributes the simulated events over `parts` files in it.
    func fillInbox(parts: Int) throws {
        try makeFolder("inbox")
        guard parts > 0 else { return }
        let lines = try Data(contentsOf: URL(fileURLWithPath: folder + "/events.ndjson")).split(separator: 0x0A)
        for number in 0..<parts {
            let part = lines[lines.count * number / parts..<lines.count * (number + 1) / parts]
            try Data(part.joined(separator: [0x0A])).write(
                to: URL(fileURLWithPath: "\(folder)/inbox/part-\(number).ndjson"))
        }
    }

    func nightly(out: String = "out", _ arguments: String...) throws -> ProgramRun {
        try attempt(["nightly", "--quiet", "--inbox", "inbox", "--out", out] + arguments)
    }

    fileprivate var nightlyProcess: Process { process("nightly", "--quiet", "--inbox", "inbox", "--out", "out") }

    /// Returns the names in a folder, sorted.
    func names(_ path: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder + "/" + path).sorted()
    }

    /// Returns whether the report says that it is out of date.
    fileprivate func isStale() throws -> Bool { try names("out/latest").contains("stale.txt") }

    /// Expects the manifest to list every other file of the report with the right checksum.
    func expectHonestManifest(of out: String = "out") throws {
        let manifest = try json(read(out + "/latest/manifest.json"))
        let files = try #require(manifest["files"] as? [String: String])
        try write(files.map { "\($0.value)  \($0.key)\n" }.joined(), to: "sums")
        let check = "sums=$PWD/sums && cd \(out)/latest/ && sha256sum --check --quiet --strict \"$sums\""
        #expect(try shell(check).status == 0)
        let written = try names(out + "/latest").filter { $0.contains(".") && $0 != "manifest.json" }
        #expect(Set(files.keys).isSuperset(of: written))
    }
}
