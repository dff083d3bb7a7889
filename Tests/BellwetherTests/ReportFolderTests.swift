import EventLog
import Foundation
import Glibc
import Postgres
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct ReportFolderTests {
    @Test func killedInTheMiddleItLeavesTheOldReportWhole() async throws {
        try await withProgram { bench in
            try bench.fill(installations: 50, days: 20)
            try bench.run("report", "--quiet", "--out", "r")
            let manifest = try bench.read("r/latest/manifest.json")
            // A run that ends before it can be killed publishes another report with the same content; then try again.
            var isHit = false
            for _ in 0..<20 where !isHit { isHit = try await Self.killReport(of: bench) }
            #expect(isHit)
            #expect(try bench.read("r/latest/manifest.json") == manifest)
            try bench.expectHonestManifest(of: "r")
            try bench.run("report", "--quiet", "--out", "r")
            #expect(try !Self.isBegun(bench))
        }
    }

    @Test func whatCouldNotBeWrittenWholeIsRemoved() async throws {
        try await withProgram { bench in
            try bench.take([line("prompt_shown", 1, on: "2026-03-01")])
            try bench.run("report", "--quiet", "--out", "r")
            let names = { try FileManager.default.contentsOfDirectory(atPath: bench.folder + "/r").sorted() }
            let before = try names()
            // As on a full disk, a file of over 8 KiB can't be written.
            let run = try bench.shell("trap '' XFSZ; ulimit -f 8; bellwether report --quiet --out r")
            #expect(run.status == 73 && run.errors.contains("the previous report is unchanged"), "\(run.errors)")
            #expect(try names() == before)
            try bench.expectHonestManifest(of: "r")
        }
    }

    @Test(arguments: [["report"], ["nightly", "--inbox", "inbox"]])
    func onlyReportsAreRemovedForNewerOnes(command: [String]) async throws {
        try await withProgram { bench in
            try bench.makeFolder("inbox")
            try bench.makeFolder("r/report-drafts")
            try bench.makeFolder("r/report-2026-03-01-final")
            try bench.write("{}", to: "r/report-2026-03-01-final/manifest.json")
            try bench.write("mine", to: "r/report-2026.pdf")
            for _ in 1...3 {
                #expect(try bench.attempt(command + ["--quiet", "--keep", "2", "--out", "r"]).status == 0)
            }
            let names = try FileManager.default.contentsOfDirectory(atPath: bench.folder + "/r")
                .filter { $0.hasPrefix("report-") }
            let own: Set = ["report-2026.pdf", "report-drafts", "report-2026-03-01-final"]
            #expect(own.isSubset(of: names) && names.count == 5, "\(names)")
        }
    }

    @Test func aListThatCannotBeWrittenKeepsNoReportBack() async throws {
        try await withProgram { bench in
            try bench.take([line("prompt_shown", 1, on: "2026-03-01"), line("app_opened", 2, on: "2026-03-02")])
            try bench.makeFolder("r/reports.html")
            try bench.run("report", "--quiet", "--out", "r")
            #expect(try bench.read("r/latest/index.html").contains("</html>"))
            #expect(try await bench.rows("SELECT count(*) > 0 FROM analytics.published_report") == [["t"]])
        }
    }

    /// Kills a report as soon as it has created its unpublished folder. Returns false if the report was finished before
    /// the kill.
    private static func killReport(of bench: Workbench) async throws -> Bool {
        let process = bench.process("report", "--quiet", "--out", "r")
        try process.run()
        return try await blocking {
            while try process.isRunning && !Self.isBegun(bench) { usleep(500) }
            kill(process.processIdentifier, SIGKILL)
            process.waitForItsEnd()
            return try Self.isBegun(bench)
        }
    }

    /// Returns whether there is an unfinished, unpublished report.
    private static func isBegun(_ bench: Workbench) throws -> Bool {
        try FileManager.default.contentsOfDirectory(atPath: bench.folder + "/r")
            .contains { $0.hasPrefix(".partial-report-") }
    }

    @Test(arguments: [["report"], ["nightly", "--inbox", "inbox", "--days", "30"]])
    func aReportOfOtherDaysOrOneAppHasALinkBesideTheLatest(nightly: [String]) async throws {
        try await withProgram { bench in
            try bench.makeFolder("inbox")
            try bench.take([line("prompt_shown", 1, on: "2026-03-01"), line("app_opened", 2, on: "2026-03-02")])
            let usual = nightly + ["--quiet", "--out", "r"]
            #expect(try bench.attempt(usual).status == 0)
            let latest = try bench.target(of: "latest")
            for (options, link) in [
                (["--from", "2026-03-01"], "from-2026-03-01"),
                (["--from", "2026-03-01", "--to", "2026-03-01"], "from-2026-03-01-to-2026-03-01"),
                (["--days", "7"], "days-7"), (["--as-of", "2026-03-02T01:00:00Z"], "as-of-2026-03-02T010000.000000Z"),
                (["--app", "com.example.shop", "--to", "2026-03-01"], "to-2026-03-01-app-com.example.shop"),
            ] {
                let run = try bench.attempt(["report", "--quiet", "--out", "r"] + options)
                #expect(run.status == 0 && run.output == "r/\(link)/index.html\n", "\(run.output)\(run.errors)")
                #expect(try bench.read("r/\(link)/index.html").contains("</html>"))
                #expect(try bench.target(of: "latest") == latest)
            }
            // The same options as the nightly report's, or none.
            let again = nightly.filter { !["nightly", "report", "--inbox", "inbox"].contains($0) }
            for options in [again, [], again] {
                let run = try bench.attempt(["report", "--quiet", "--out", "r"] + options)
                #expect(run.status == 0 && run.output == "r/latest/index.html\n", "\(run.output)\(run.errors)")
            }
        }
    }

    @Test func linksGoWithTheirReportsAndTheLatestStays() async throws {
        try await withProgram { bench in
            try bench.take([line("prompt_shown", 1, on: "2026-03-01"), line("app_opened", 2, on: "2026-03-02")])
            for options in [[], ["--days", "7"], ["--days", "8"]] {
                #expect(try bench.attempt(["report", "--quiet", "--keep", "1", "--out", "r"] + options).status == 0)
            }
            let names = try FileManager.default.contentsOfDirectory(atPath: bench.folder + "/r")
            #expect(names.contains("days-8") && !names.contains("days-7"), "\(names)")
            #expect(names.filter { $0.hasPrefix("report-") }.count == 2)
            #expect(try bench.read("r/latest/index.html").contains("</html>"))
        }
    }

    @Test func inAFolderWithoutNightlyReportsTheNewestIsTheLatest() async throws {
        try await withProgram { bench in
            try bench.take([line("prompt_shown", 1, on: "2026-03-01"), line("app_opened", 2, on: "2026-03-02")])
            for day in ["2026-03-01", "2026-03-02"] {
                try bench.run("report", "--quiet", "--out", "r", "--from", "2026-03-01", "--to", day)
                #expect(try bench.read("r/latest/manifest.json").contains("\"to\" : \"\(day)\""))
            }
        }
    }

    /// The older report is suspended when it has its snapshot, until a newer one is published.
    @Test func anOlderReportDoesNotReplaceANewerOne() async throws {
        try await withProgram { bench in
            try bench.take([line("prompt_shown", 1, on: "2026-03-01"), line("app_opened", 2, on: "2026-03-02")])
            try bench.run("report", "--quiet", "--out", "r")
            let lock = "LOCK TABLE projection.delivery_cell IN ACCESS EXCLUSIVE MODE"
            let holder = try await bench.database.target.transaction(lock)
            let older = bench.process("report", "--out", "r")
            let (output, errors) = (Pipe(), Pipe())
            older.standardOutput = output
            older.standardError = errors
            try older.run()
            defer { kill(older.processIdentifier, SIGCONT) }
            try await wait(for: "a waiting report") { try await bench.rows(Self.waiting) != [["0"]] }
            kill(older.processIdentifier, SIGSTOP)
            await holder.close()
            try bench.take([line("app_opened", 3, on: "2026-03-03")], in: "next.ndjson")
            try bench.run("report", "--quiet", "--out", "r")
            let newer = try bench.target(of: "latest")
            kill(older.processIdentifier, SIGCONT)
            try await blocking { older.waitForItsEnd() }
            #expect(older.terminationStatus == 0)
            #expect(try bench.target(of: "latest") == newer)
            let said = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            #expect(said.contains("`latest` still points to that one"), "\(said)")
            // It is there whole, beside the newer one.
            let page = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            #expect(page.hasPrefix("r/report-") && page != "r/\(newer)/index.html\n", "\(page)")
            #expect(try bench.read(page.trimmingCharacters(in: .newlines)).contains("</html>"))
            // The same state again is the latest.
            try bench.run("report", "--quiet", "--out", "r")
            #expect(try bench.target(of: "latest") != newer)
        }
    }

    private static let waiting = """
        SELECT count(*) FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock' AND wait_event = 'relation'
        """

    @Test func aReportOfAllAppsDoesNotReplaceTheNightlyOneOfOneApp() async throws {
        try await withProgram { bench in
            try bench.makeFolder("inbox")
            try bench.take([line("prompt_shown", 1, on: "2026-03-01"), line("app_opened", 2, on: "2026-03-02")])
            let nightly = ["nightly", "--inbox", "inbox", "--quiet", "--out", "r", "--app", "com.example.shop"]
            #expect(try bench.attempt(nightly).status == 0)
            let latest = try bench.target(of: "latest")
            #expect(try bench.attempt("report", "--quiet", "--out", "r").output == "r/all-apps/index.html\n")
            #expect(try bench.target(of: "latest") == latest)
            #expect(try bench.attempt(nightly).status == 0)
        }
    }

    @Test func aNightlyReportOfOneAppDoesNotReplaceThatOfAllApps() async throws {
        try await withProgram { bench in
            try bench.makeFolder("inbox")
            try bench.take([line("prompt_shown", 1, on: "2026-03-01")])
            try bench.run("report", "--quiet", "--out", "r", "--to", "2026-03-01")
            let run = try bench.attempt([
                "nightly", "--inbox", "inbox", "--quiet", "--out", "r", "--app", "com.example.shop",
            ])
            #expect(
                run.status == 64 && run.errors.contains("The nightly reports in r are of all apps"), "\(run.errors)")
        }
    }

    @Test func whereNoReportCanBeWrittenTheCureIsSaidBeforeItIsMade() async throws {
        try await withProgram { bench in
            try bench.take([line("prompt_shown", 1, on: "2026-03-01")])
            try bench.write("mine", to: "file")
            for out in ["file", "file/r"] {
                let run = try bench.attempt("report", "--out", out)
                #expect(
                    run.status == 73 && run.errors.contains("name a folder with --out, not a file"), "\(run.errors)")
                #expect(!run.errors.contains("Reporting"))
            }
            #expect(try bench.read("file") == "mine")
            let odd = try bench.attempt("report", "--out", "r", "--allow-empty", "--app", "../x")
            #expect(odd.status == 64 && odd.errors.contains("--app ../x is no app"), "\(odd.errors)")
        }
    }
}

extension Workbench {
    /// Returns what a link in the folder `r` points to.
    fileprivate func target(of link: String) throws -> String {
        try FileManager.default.destinationOfSymbolicLink(atPath: folder + "/r/" + link)
    }
}
