import EventLog
import Foundation
import Postgres
import PrivateServer
import TestSupport
import Testing

@Suite struct ForgetCommandTests {
    private static let programs = Task {
        try? await PostgresPrograms.find(environment: ProcessInfo.processInfo.environment)
    }

    /// The rejects contain the id in forms that the event contract doesn't allow. One of them arrives again later, and
    /// one has the id of an installation that wasn't erased.
    @Test func anIdIsFoundInRejectsHoweverItIsWritten() async throws {
        try await withProgram { bench in
            let id = "8f14e45f-ceea-467f-a9b1-1c2d3e4f5a6b"
            let plain = id.replacing("-", with: "")
            let forms = ["{\(id)}", "urn:uuid:\(id)", plain, plain.uppercased(), "x=\(plain);", "\\\\\(plain)"]
            let wide = "\u{FEFF}{\"installation_id\":\"\(id)\"}".data(using: .utf16LittleEndian)!
            let widePlain = "\(plain)".data(using: .utf16BigEndian)!
            let other = "not \(String(plain.reversed()))"
            var bytes = Data((forms + [other, QuarantineLine.good(1)]).joined(separator: "\n").utf8)
            bytes += [0x0A] + wide + [0x0A] + widePlain + [0x0A]
            try bytes.write(to: URL(fileURLWithPath: bench.folder + "/bad.ndjson"))
            try bench.run("ingest", "--quiet", "--max-rejected", "100", "bad.ndjson")
            let held = Int(try await bench.rows("SELECT count(*) FROM log.quarantine")[0][0] ?? "")
            #expect(held ?? 0 >= forms.count + 3)
            try bench.run("forget", id)
            let left = try await bench.rows(
                "SELECT convert_from(bytes, 'UTF8') FROM log.quarantine WHERE octet_length(bytes) > 2")
            #expect(left == [[other]])
            try bench.write((forms + [other, QuarantineLine.good(2)]).joined(separator: "\n"), to: "again.ndjson")
            try bench.run("ingest", "--quiet", "--max-rejected", "100", "again.ndjson")
            let kept = try await bench.rows("SELECT count(*) FROM log.quarantine WHERE octet_length(bytes) > 2")
            #expect(kept == [["1"]])
        }
    }

    /// Of some installations, then of all: the statistics of a table that is emptied go too.
    @Test(.enabled("pg_dump is not installed") { await programs.value != nil })
    func ofWhoIsForgottenNoDumpStatisticOrReportHasATrace() async throws {
        try await withProgram { bench in
            try bench.fill(installations: 100, days: 20)
            for count in [50, 1_000] {
                try await bench.execute("ANALYZE")
                let forgotten = try bench.installations(count)
                try bench.write(forgotten.joined(separator: "\n"), to: "ids.txt")
                _ = try bench.forget("ids.txt")
                try bench.run("report", "--quiet", "--allow-empty", "--out", "report")
                try await bench.expectNoTrace(of: forgotten)
            }
            #expect(try await bench.rows("SELECT count(*) FROM log.permission_event") == [["0"]])
        }
    }

    /// What another product knows by its own id of a device, in a good event and in lines that can't be read.
    @Test(.enabled("pg_dump is not installed") { await programs.value != nil })
    func ofADeviceThatIsForgottenNothingIsLeft() async throws {
        try await withProgram { bench in
            let good = QuarantineLine.good(1).replacing(
                /"installation_id":"[^"]*"/, with: #""device_id":"device \"7\"""#)
            let other = #"{"device_id":"device 71","#
            let lines = [good, good.replacing("prompt_shown", with: "wished"), #"{"device_id":"device \"7\"","#, other]
            try bench.write(lines.joined(separator: "\n"), to: "events.ndjson")
            try bench.run("ingest", "--quiet", "--max-rejected", "100", "events.ndjson")
            let run = try bench.run("forget", "--device-id", #"device "7""#)
            #expect(run.output.hasSuffix("1 permission and 0 engagement events, 2 rejected deliveries\n"))
            let dump = try await bench.dump().lowercased()
            #expect(![dump, dump.decodingHexadecimal].contains { $0.contains(#"device \"7"#) })
            let left = try await bench.rows("SELECT convert_from(bytes, 'UTF8') FROM log.quarantine")
            #expect(left == [[other]])
            let again = try json(
                bench.run("ingest", "--json", "--quiet", "--max-rejected", "100", "events.ndjson").output)
            #expect(again["accepted"] as? Int == 0)
        }
    }

    @Test(.enabled("pg_dump is not installed") { await programs.value != nil })
    func ofAnAppThatIsForgottenNoDumpStatisticOrReportHasATrace() async throws {
        try await withProgram { bench in
            let app = "com.example.trial"
            try bench.fill(installations: 60, days: 20)
            let events = try Data(contentsOf: URL(fileURLWithPath: bench.folder + "/events.ndjson"))
            let lines = String(decoding: events, as: UTF8.self)
                .replacing(/"app_id":"[^"]*"/, with: "\"app_id\":\"\(app)\"")
            try bench.write(lines + #"{"app_id":"\#(app)" broken"#, to: "\(app).ndjson")
            try bench.run("ingest", "--quiet", "--max-rejected", "100", "\(app).ndjson")
            try bench.run("keys", "add", app)
            try bench.run("settings", "name", app, "Our trial")
            try bench.run("settings", "target", "opt-in", "58%", "--app", app)
            try bench.run("mark", "2026-03-01", "Our trial begins", "--app", app)
            try bench.makeFolder("inbox")
            try bench.run("nightly", "--quiet", "--inbox", "inbox", "--out", "before \(app)")
            try await bench.execute(
                """
                INSERT INTO analytics.weekly_digest (run, week, app_id) VALUES (1, '2026-03-02', '\(app)');
                ANALYZE
                """)
            let forecast = try bench.run("forget", "--dry-run", "--app", app).output
            #expect(forecast.contains("\(app) would be removed whole: ") && forecast.contains(", 1 key"))
            try bench.run("forget", "--quiet", "--app", app)
            try bench.run("project", "--quiet")
            try bench.run("report", "--quiet", "--out", "after")
            let dump = try await bench.dump()
            var texts = [dump, dump.decodingHexadecimal]
            texts += try await bench.rows("SELECT statistics::text FROM pg_statistic AS statistics").compactMap {
                $0[0]
            }
            let files = FileManager.default.enumerator(atPath: bench.folder + "/after")
            texts += (files?.compactMap { $0 as? String } ?? []).compactMap { try? bench.read("after/" + $0) }
            #expect(!texts.contains { $0.contains(app) || $0.contains("Our trial") })
        }
    }

    /// A plan that computes them again for each of their rows takes minutes.
    @Test func theNumbersOfReportsAreComputedTwiceHoweverManyTheyAre() async throws {
        try await withProgram { bench in
            try bench.fill(installations: 300, days: 40, apps: 2)
            try bench.run("report", "--quiet", "--out", "reports")
            #expect(try await bench.rows("SELECT count(*) > 500 FROM analytics.published_row") == [["t"]])
            try await bench.execute(
                "DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET track_functions = pl', current_database()); END $$")
            try bench.write(try bench.installations(1).joined(), to: "ids.txt")
            _ = try bench.forget("ids.txt")
            // The kinds of rows that are computed for a past horizon call it once or twice each.
            let calls = try await bench.rows(
                "SELECT sum(calls) < 50 FROM pg_stat_user_functions WHERE funcname = 'past'")
            #expect(calls == [["t"]])
        }
    }

    @Test func whatNamesNoInstallationErasesNothing() async throws {
        try await withProgram { bench in
            #expect(try bench.attempt("forget", "8f14e45f").status == 64)
            #expect(try bench.attempt("forget").status == 64)
            #expect(try bench.attempt("forget", "--app", "a", EventText.uuid(1)).status == 64)
            #expect(try bench.attempt("forget", "--device-id", "").status == 64)
            // As patterns these would match any reject.
            for text in ["", ".*", "|", "com.example.shop/1"] {
                #expect(try bench.attempt("forget", "--app", text).status == 64, "\(text)")
            }
            #expect(try bench.attempt("forget", "-").status == 65, "standard input is empty")
            let erased = try await bench.rows("SELECT FROM log.erased UNION ALL SELECT FROM log.erasure")
            #expect(erased.isEmpty)
        }
    }

    @Test func idsAreReadAsEditorsWriteThem() async throws {
        try await withProgram { bench in
            try bench.write("\u{FEFF}\(EventText.uuid(1))\r\n\r\n\t\(EventText.uuid(2)) \n", to: "ids.txt")
            #expect(try bench.forget("ids.txt")["installations"] == 2)
            try bench.write("\(EventText.uuid(3))\r\n\r\n\(EventText.uuid(4)) x\r\n", to: "bad.txt")
            let run = try bench.shell("bellwether forget - <bad.txt")
            #expect(run.status == 65 && run.errors.contains("Nothing was erased: line 3 of"), "\(run.errors)")
        }
    }

    @Test(arguments: ["forget", "mark import"]) func standardInputThatCannotBeReadIsSaid(command: String) async throws {
        try await withProgram { bench in
            let run = try bench.shell("bellwether \(command) - <.")
            #expect(run.status == 66 && run.errors.hasPrefix("bellwether: Can't read -: "), "\(run.errors)")
        }
    }

    @Test(.timeLimit(.minutes(20)), arguments: [["forget", "-"], ["mark", "import", "-"]])
    func aCommandThatReadsStandardInputIsInterrupted(arguments: [String]) throws {
        let process = ProgramRun.process(arguments, database: nil, in: NSTemporaryDirectory())
        let (input, errors) = (Pipe(), Pipe())
        process.standardInput = input
        process.standardError = errors
        try process.run()
        // More than a pipe holds, so that the program is reading when this returns.
        try input.fileHandleForWriting.write(contentsOf: Data(repeating: UInt8(ascii: "\n"), count: 1 << 18))
        process.interrupt()
        let said = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitForItsEnd()
        #expect(process.terminationStatus == 130 && said.contains("Interrupted"), "\(said)")
    }

    @Test func anAppOfWhichNothingIsStoredIsATypingError() async throws {
        try await withProgram { bench in
            try bench.take([EventText.line("app_opened", id: 1)])
            for way in ["--yes", "--dry-run"] {
                let run = try bench.attempt("forget", way, "--app", "com.example.shpo")
                #expect(run.status == 66 && run.errors.contains("but of com.example.shop: correct the app."))
            }
            #expect(try await bench.rows("SELECT count(*) FROM log.engagement_event") == [["1"]])
        }
    }

    @Test func anEntrySaysWhenAndHowManyAndNeverWho() async throws {
        try await withProgram { bench in
            let id = "8f14e45f-ceea-467f-a9b1-1c2d3e4f5a6b"
            let run = try bench.run("forget", id, id.uppercased())
            #expect(
                run.output
                    == "Erased 1 installation: 0 permission and 0 engagement events, 0 rejected deliveries\n")
            #expect(run.errors.contains("Nothing was stored under "))
            let entry = try await bench.rows(
                "SELECT installations, erased_at > now() - interval '1 hour' FROM log.erasure")
            #expect(entry == [["1", "t"]])
            #expect(try await bench.rows("SELECT octet_length(installation_hash) FROM log.erased") == [["32"]])
            try await bench.expectNoTrace(of: [id])
        }
    }

    @Test(.enabled("pg_dump is not installed") { await programs.value != nil })
    func aDumpHoldsTheHashesAndTheirKey() async throws {
        try await withProgram { bench in
            try bench.run("forget", "8f14e45f-ceea-467f-a9b1-1c2d3e4f5a6b")
            let dump = try await bench.dump()
            #expect(dump.contains("COPY log.intake_rules ") && dump.contains("COPY log.erased "))
        }
    }
}

extension Workbench {
    /// Returns the first `count` installation ids of the simulated lines in sort order.
    fileprivate func installations(_ count: Int) throws -> Set<String> {
        let events = try Data(contentsOf: URL(fileURLWithPath: folder + "/events.ndjson"))
        let named = String(decoding: events, as: UTF8.self).split(separator: "\n")
            .compactMap { $0.firstMatch(of: /"installation_id":"([0-9A-Fa-f-]{36})"/)?.output.1.lowercased() }
        return Set(Set(named).sorted().prefix(count))
    }

    /// Runs `forget` on the ids in a file, one a line, and returns the counts that it prints.
    fileprivate func forget(_ path: String) throws -> [String: Int] {
        let run = try shell("bellwether forget - --json --quiet <\(path)")
        #expect(run.status == 0, "\(run.errors)")
        return try JSONDecoder().decode([String: Int].self, from: Data(run.output.utf8))
    }

    /// Returns a text dump of the database.
    fileprivate func dump() async throws -> String {
        let programs = try await PostgresPrograms.find(environment: ProcessInfo.processInfo.environment)
        #expect(try shell("\(programs.path(of: "pg_dump")) --file dump.sql").status == 0)
        return try read("dump.sql")
    }

    /// Expects none of the installation ids in a dump of the database or in the report, in either letter case. The dump
    /// shows `bytea` values in hexadecimal.
    fileprivate func expectNoTrace(of installations: Set<String>) async throws {
        let dump = try await dump().lowercased()
        var texts = [dump, dump.decodingHexadecimal]
        if let files = FileManager.default.enumerator(atPath: folder + "/report") {
            texts += files.compactMap { $0 as? String }.compactMap { try? read("report/" + $0).lowercased() }
        }
        // Includes the planner's statistics, which hold sample values of rows.
        texts += try await rows("SELECT statistics::text FROM pg_statistic AS statistics").compactMap {
            $0[0]?.lowercased()
        }
        let named = texts.flatMap(\.uuids).filter(installations.contains)
        #expect(named.isEmpty, "\(named.prefix(3))")
    }
}

extension String {
    /// The `bytea` values of a dump, written as `\\x…`, decoded to text.
    fileprivate var decodingHexadecimal: String {
        var bytes: [UInt8] = []
        for part in components(separatedBy: "\\\\x").dropFirst() {
            let digits = part.utf8.prefix { Character(Unicode.Scalar($0)).isHexDigit }
                .compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
            bytes += stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
            bytes.append(0x0A)
        }
        return String(decoding: bytes, as: UTF8.self).lowercased()
    }

    /// All substrings that have hyphens where a UUID has them.
    fileprivate var uuids: [String] {
        let (bytes, length) = (Array(utf8), 36)
        return (0..<max(bytes.count - length + 1, 0)).lazy
            .filter { start in [8, 13, 18, 23].allSatisfy { bytes[start + $0] == UInt8(ascii: "-") } }
            .map { start in String(decoding: bytes[start..<start + length], as: UTF8.self) }
    }
}
