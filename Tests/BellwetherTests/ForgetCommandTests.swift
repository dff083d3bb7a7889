import EventLog
import Foundation
import Postgres
import PrivateCluster
import TestSupport
import Testing

@Suite struct ForgetCommandTests {
    private static let programs = Task {
        try? await PostgresPrograms.find(environment: ProcessInfo.processInfo.environment)
    }

    @Test(.timeLimit(.minutes(20))) func aThousandForgottenAmidIngestAndRebuildLeaveNoTrace() async throws {
        let expected = try await withProgram { bench in
            try bench.simulate(installations: 3_000, days: 60)
            let forgotten = try bench.installations(1_000)
            let others = try bench.lines { bench.installation(of: $0).map { !forgotten.contains($0) } ?? true }
            try bench.write(others, to: "a.ndjson")
            try bench.run("ingest", "--quiet", "a.ndjson")
            try bench.run("project", "--quiet")
            return try bench.tables()
        }
        try await withProgram { bench in
            try bench.simulate(installations: 3_000, days: 60)
            let forgotten = try bench.installations(1_000)
            try bench.write(forgotten.joined(separator: "\n"), to: "ids.txt")
            let lines = try bench.lines { _ in true }
            try bench.write(Array(lines[..<(lines.count / 2)]), to: "early.ndjson")
            try bench.run("ingest", "--quiet", "early.ndjson")
            try bench.run("project", "--quiet")
            let ingest = bench.process("ingest", "--quiet", "events.ndjson")
            let rebuild = bench.process("project", "--rebuild", "--quiet")
            try ingest.run()
            try rebuild.run()
            try await Task.sleep(for: .milliseconds(200))
            let report = try bench.forget("ids.txt")
            ingest.waitForItsEnd()
            rebuild.waitForItsEnd()
            #expect(ingest.terminationStatus == 0 && rebuild.terminationStatus == 0)
            #expect(report["installations"] == 1_000)
            #expect(report["engagement_events"] ?? 0 > 1_000 && report["permission_events"] ?? 0 > 1_000)
            // The clients of the erased installations send everything again.
            try bench.write(lines, to: "again.ndjson")
            let again = try bench.run("ingest", "--json", "--quiet", "again.ndjson").output
            #expect(again.contains(#""erased":"#))
            try bench.run("project", "--quiet")
            let tables = try bench.tables()
            #expect(tables.keys == expected.keys)
            let differing = tables.filter { $0.value != expected[$0.key] }.keys.sorted()
            #expect(differing == [], "not those of a log without them")
            let audit = try bench.run("project", "--check", "--quiet").output
            #expect(!audit.contains("differed"), "\(audit)")
            try await bench.expectNoTrace(of: forgotten)
        }
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

    @Test func ofATableThatIsEmptiedNoStatisticsStay() async throws {
        try await withProgram { bench in
            try bench.fill(installations: 100, days: 20)
            try await bench.execute("ANALYZE")
            let all = try bench.installations(1_000)
            try bench.write(all.joined(separator: "\n"), to: "ids.txt")
            _ = try bench.forget("ids.txt")
            #expect(try await bench.rows("SELECT count(*) FROM log.permission_event") == [["0"]])
            try await bench.expectNoTrace(of: all)
        }
    }

    @Test(.enabled("pg_dump is not installed") { await programs.value != nil })
    func wordsThatOnlyTheErasedUsedAreNowhere() async throws {
        try await withProgram { bench in
            let (inData, beside) = (
                ["placement", "variant", "campaign", "action"], ["app_version", "device_model", "locale"]
            )
            let words = (inData + beside).map { "only-\($0)" }
            let data = inData.map { #""\#($0)":"only-\#($0)""# }.joined(separator: ",")
            let more = beside.map { #","\#($0)":"only-\#($0)""# }.joined()
            let types = ["prompt_shown", "notification_sent", "notification_opened"]
            try bench.take(
                types.enumerated().map { place, type in
                    EventText.line(
                        type, id: place + 1, received: "2026-03-02T00:00:00Z",
                        data: #"{"notification_id":"n",\#(data)}"#, more: more)
                } + [EventText.line("app_opened", id: 9, installation: 0xBB, received: "2026-03-02T00:00:00Z")])
            try await bench.execute("ANALYZE")
            let named = { (text: String) in words.filter { text.contains($0) } }
            let before = try await bench.dump()
            #expect(named(before) == words)
            try bench.run("forget", EventText.uuid(0xAA))
            let after = try await bench.dump()
            #expect(named(after) == [])
            let statistics = try await bench.rows("SELECT statistics::text FROM pg_statistic AS statistics")
            #expect(named(statistics.compactMap { $0[0] }.joined(separator: "\n")) == [])
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
            #expect(try bench.attempt("forget", "-").status == 65, "standard input is empty")
            let erased = try await bench.rows("SELECT FROM log.erased UNION ALL SELECT FROM log.erasure")
            #expect(erased.isEmpty)
        }
    }

    @Test func anEntrySaysWhenAndHowManyAndNeverWho() async throws {
        try await withProgram { bench in
            let id = "8f14e45f-ceea-467f-a9b1-1c2d3e4f5a6b"
            let run = try bench.run("forget", id, id.uppercased())
            #expect(
                run.output
                    == "Erased 1 installation: 0 permission and 0 engagement events, 0 rejected deliveries\n")
            #expect(run.errors.contains("Nothing of it was stored: check the ids."))
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
    /// Returns the simulated lines for which `isMeant` is true, without those that are not UTF-8: repaired, they would be
    /// valid copies of events that they differ from, and either copy could be the one that is stored.
    fileprivate func lines(where isMeant: (String) -> Bool) throws -> [String] {
        try Data(contentsOf: URL(fileURLWithPath: folder + "/events.ndjson")).split(separator: 0x0A)
            .compactMap { String(data: $0, encoding: .utf8) }.filter(isMeant)
    }

    fileprivate func write(_ lines: [String], to path: String) throws {
        try write(lines.joined(separator: "\n"), to: path)
    }

    /// Returns the installation id in a line, in lowercase; nil if it has none.
    fileprivate func installation(of line: String) -> String? {
        guard let name = line.range(of: #""installation_id":""#) else { return nil }
        return line[name.upperBound...].prefix { $0 != "\"" }.lowercased()
    }

    /// Returns the first `count` installation ids in sort order.
    fileprivate func installations(_ count: Int) throws -> Set<String> {
        let all = try lines { _ in true }.compactMap { installation(of: $0) }.filter { UUID(uuidString: $0) != nil }
        return Set(Set(all).sorted().prefix(count))
    }

    /// Runs `forget` on the ids in a file, one a line, and returns the counts that it prints.
    fileprivate func forget(_ path: String) throws -> [String: Int] {
        let run = try shell("bellwether forget - --json --quiet <\(path)")
        #expect(run.status == 0, "\(run.errors)")
        return try JSONDecoder().decode([String: Int].self, from: Data(run.output.utf8))
    }

    /// Returns the report's tables except those that count deliveries. The horizon is fixed after the last simulated
    /// event, so it doesn't depend on whose event was the latest.
    fileprivate func tables() throws -> [String: String] {
        try run("report", "--quiet", "--out", "report", "--as-of", "2026-05-02T00:00:00Z")
        let csv = "report/latest/csv/"
        let names = try FileManager.default.contentsOfDirectory(atPath: folder + "/" + csv)
        let counted = names.filter { !["deliveries_daily.csv", "rejects.csv"].contains($0) }
        return try Dictionary(uniqueKeysWithValues: counted.map { ($0, try read(csv + $0)) })
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
