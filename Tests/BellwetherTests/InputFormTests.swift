import Foundation
import TestSupport
import Testing

/// What `ingest` says of files in forms that it does not read, or reads only in part.
@Suite(.timeLimit(.minutes(10))) struct InputFormTests {
    private static let good = (1...4).map { QuarantineLine.good($0) }

    @Test func aFileWithoutDataIsAnsweredTheSameAgain() async throws {
        try await withProgram { bench in
            try bench.write("no events\n", to: "a.ndjson")
            let runs = try (1...3).map { _ in try bench.attempt("ingest", "--quiet", "a.ndjson") }
            #expect(runs.allSatisfy { $0.status == 65 && $0.errors.contains("No line of a.ndjson is a JSON object") })
            try bench.write(Self.good[0] + "\n", to: "b.ndjson")
            for _ in 1...2 { #expect(try bench.attempt("ingest", "a.ndjson", "b.ndjson").status == 0) }
            #expect(try await bench.rows("SELECT count(*) FROM log.quarantine") == [["1"]])
        }
    }

    @Test func severalObjectsOnALineAreSaidWithTheLine() async throws {
        try await withProgram { bench in
            try bench.write(Self.good[0] + "\n" + Self.good[1] + Self.good[2] + "\n", to: "a.ndjson")
            try bench.write(Self.good[3] + "\n" + Self.good[1] + Self.good[2] + "\n", to: "b.ndjson")
            let quiet = try bench.attempt("ingest", "--quiet", "b.ndjson")
            #expect(quiet.status == 0 && !quiet.errors.contains("several objects"), "\(quiet.errors)")
            let run = try bench.attempt("ingest", "a.ndjson")
            #expect(run.status == 0)
            #expect(run.errors.contains("a.ndjson: several objects on line 2: write one per line"), "\(run.errors)")
            let again = try #require(run.errors.firstMatch(of: /`bellwether (ingest [^`]*)`/)?.output.1)
            #expect(again == "ingest --format json - < a.ndjson")
            let divided = try bench.shell("bellwether ingest --quiet --json --format json - < a.ndjson")
            #expect(try json(divided.output)["accepted"] as? Int == 2, "\(divided.errors)")
        }
    }

    @Test func theFilesInTheFoldersOfAFolderAreIngestedAndOthersAreSaid() async throws {
        try await withProgram { bench in
            try bench.makeFolder("in/2026/03/02")
            try bench.write(Self.good[0] + "\n", to: "in/top.ndjson")
            try bench.write(Self.good[1] + "\n", to: "in/2026/03/02/part-0000.ndjson")
            for name in ["a.csv", "b.txt", "c.parquet", "d", "e", "f"] { try bench.write("x", to: "in/2026/" + name) }
            let run = try bench.attempt("ingest", "in")
            #expect(run.status == 0 && run.output.contains("Total: 2 events: 2 accepted"), "\(run.output)")
            #expect(run.errors.contains("in/2026/a.csv, in/2026/b.txt") && run.errors.contains("and 1 more."))
            #expect(try bench.attempt("ingest", "--quiet", "in").errors == "")
        }
    }
}
