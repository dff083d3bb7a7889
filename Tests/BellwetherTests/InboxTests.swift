import Foundation
import Glibc
import TestSupport
import Testing

/// How `nightly` treats the files of its inbox.
@Suite(.timeLimit(.minutes(20))) struct InboxTests {
    private static let good = (1...3).map { QuarantineLine.good($0) }

    /// Runs `body` with an inbox of two good files and one without data.
    private func withInbox(_ body: (Workbench) async throws -> Void) async throws {
        try await withProgram { bench in
            try bench.fillInbox(parts: 0)
            try bench.write(Self.good[0] + "\n", to: "inbox/a.ndjson")
            try bench.write(Self.good[1] + "\n", to: "inbox/b.ndjson")
            try bench.write("no events\n", to: "inbox/z.ndjson")
            try await body(bench)
        }
    }

    /// Runs `body` with such an inbox and a folder on another volume.
    private func withVolume(_ body: (Workbench, String) async throws -> Void) async throws {
        try await withInbox { bench in
            let volume = try #require(Self.otherVolume) + "/bellwether-\(UUID().uuidString)"
            try FileManager.default.createDirectory(atPath: volume, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(atPath: volume) }
            try await body(bench, volume)
        }
    }

    /// A folder on another volume than the one for temporary files; nil if there is none.
    private static let otherVolume = ["/dev/shm", "/tmp", "/var/tmp"].first { path in
        let (own, other) = (device(NSTemporaryDirectory()), device(path))
        return other != nil && other != own
    }

    private static func device(_ path: String) -> UInt? {
        var status = stat()
        return stat(path, &status) == 0 ? status.st_dev : nil
    }

    @Test(.enabled(if: otherVolume != nil, "no second file system is mounted"))
    func filesAreMovedToFoldersOnAnotherVolume() async throws {
        try await withVolume { bench, volume in
            for name in ["done", "failed"] {
                try FileManager.default.createDirectory(atPath: volume + "/" + name, withIntermediateDirectories: true)
                try #require(symlink(volume + "/" + name, bench.folder + "/inbox/" + name) == 0)
            }
            try #require(chmod(bench.folder + "/inbox/a.ndjson", 0o640) == 0)
            let run = try bench.nightly()
            #expect(run.status == 65, "\(run.errors)")
            #expect(try bench.names("inbox") == ["done", "failed"])
            #expect(try bench.names("inbox/done") == ["a.ndjson", "b.ndjson"])
            #expect(try bench.names("inbox/failed") == ["z.ndjson", "z.ndjson.txt"])
            let moved = try String(contentsOfFile: volume + "/done/a.ndjson", encoding: .utf8)
            #expect(moved == Self.good[0] + "\n")
            let rights = try FileManager.default.attributesOfItem(atPath: volume + "/done/a.ndjson")[.posixPermissions]
            #expect(rights as? Int == 0o640)
            #expect(try bench.read("out/latest/index.html").contains("</html>"))
            #expect(try bench.nightly().status == 0)
        }
    }

    @Test func aFileThatCannotBeMovedStopsNothingElse() async throws {
        try await withInbox { bench in
            let volume = bench.folder + "/elsewhere"
            try bench.makeFolder("elsewhere")
            // A link that leads nowhere: no file can be moved there, also if root runs this.
            try #require(symlink(volume + "/missing", bench.folder + "/inbox/done") == 0)
            for _ in 1...2 {
                let run = try bench.nightly()
                #expect(run.status == 73, "\(run.errors)")
                #expect(run.errors.contains("2 of the inbox's files could not be moved out of it."), "\(run.errors)")
                #expect(run.output.contains("failed: inbox/a.ndjson: Can't write inbox/done/a.ndjson"), "\(run.output)")
                #expect(run.output.contains("report: done"))
                #expect(try bench.names("inbox") == ["a.ndjson", "b.ndjson", "done", "failed"])
            }
            #expect(try await bench.rows("SELECT count(*) FROM log.engagement_event") == [["2"]])
            try FileManager.default.createDirectory(atPath: volume + "/missing", withIntermediateDirectories: true)
            #expect(try bench.nightly().status == 0)
            #expect(try bench.names("inbox/done") == ["a.ndjson", "b.ndjson"])
        }
    }

    @Test func whatAKilledRunWasMovingIsTakenByTheNext() async throws {
        try await withProgram { bench in
            try bench.fillInbox(parts: 0)
            for (line, name) in zip(Self.good, [".moving-a.ndjson", ".moving-b.ndjson", "b.ndjson"]) {
                try bench.write(line + "\n", to: "inbox/" + name)
            }
            let run = try bench.nightly()
            #expect(run.status == 0, "\(run.errors)")
            #expect(try bench.names("inbox") == ["done"])
            #expect(try bench.names("inbox/done") == ["a.ndjson", "again-b.ndjson", "b.ndjson"])
            #expect(try await bench.rows("SELECT sum(accepted) FROM log.batch") == [["3"]])
        }
    }

    /// In each round the other file takes the name as soon as the folder `done` is made, just before the move.
    @Test func aFileThatTakesTheNameOfOneBeingMovedIsNotLost() async throws {
        try await withProgram { bench in
            for round in 1...4 {
                let inbox = "inbox-\(round)"
                try bench.makeFolder(inbox)
                try bench.write(QuarantineLine.good(2 * round) + "\n", to: inbox + "/a.ndjson")
                try bench.write(QuarantineLine.good(2 * round + 1) + "\n", to: inbox + "/next.part")
                let night = bench.process("nightly", "--quiet", "--inbox", inbox, "--out", "out")
                try night.run()
                let path = bench.folder + "/" + inbox
                let isReplaced = try await blocking {
                    while access(path + "/done", F_OK) != 0, kill(night.processIdentifier, 0) == 0 {}
                    let isReplaced = rename(path + "/next.part", path + "/a.ndjson") == 0
                    night.waitForItsEnd()
                    return isReplaced
                }
                #expect(isReplaced && night.terminationStatus == 0)
                let next = try bench.attempt("nightly", "--quiet", "--inbox", inbox, "--out", "out")
                #expect(next.status == 0, "\(next.errors)")
                #expect(try bench.names(inbox) == ["done"])
                #expect(try await bench.rows("SELECT sum(accepted) FROM log.batch") == [["\(2 * round)"]])
            }
        }
    }

    @Test func aFileThatFailedIsSaidOnce() async throws {
        try await withProgram { bench in
            try bench.fillInbox(parts: 0)
            try bench.write("no events\n", to: "inbox/a.ndjson")
            let run = try bench.attempt("nightly", "--inbox", "inbox", "--out", "out")
            let all = run.output + run.errors
            #expect(run.status == 65 && all.ranges(of: "No line of inbox/a.ndjson").count == 1, "\(all)")
            #expect(!all.contains("quarantine list"), "\(all)")
            #expect(run.errors.contains("1 of the inbox's files went to inbox/failed."), "\(run.errors)")
        }
    }

    @Test func theNameOfAFileNeitherControlsTheTerminalNorForgesALine() async throws {
        try await withProgram { bench in
            try bench.fillInbox(parts: 0)
            let (name, shown) = ("a\u{1B}[2J\nb.ndjson", "a\\x1B[2J\\x0Ab.ndjson")
            try bench.write("no events\n", to: "inbox/" + name)
            try bench.write("{", to: "inbox/c\u{1B}.csv")
            let run = try bench.attempt("nightly", "--inbox", "inbox", "--out", "out")
            #expect(run.status == 65 && !(run.output + run.errors).contains("\u{1B}"))
            let sentence = "No line of inbox/\(shown) is a JSON object"
            #expect(run.output.contains("\nfailed: inbox/\(shown): \(sentence)"), "\(run.output)")
            #expect(run.errors.contains(": c\\x1B.csv.\n"), "\(run.errors)")
            #expect(try bench.read("inbox/failed/\(name).txt").hasPrefix(sentence))
        }
    }

    @Test func filesThatAreBeingWrittenAreNotSaidAndFoldersAre() async throws {
        try await withProgram { bench in
            try bench.fillInbox(parts: 0)
            for name in ["a.ndjson.part", "b.ndjson.tmp", "c.csv"] { try bench.write("{", to: "inbox/" + name) }
            try bench.makeFolder("inbox/2026/03")
            try bench.write(Self.good[0] + "\n", to: "inbox/2026/03/a.ndjson")
            let run = try bench.attempt("nightly", "--inbox", "inbox", "--out", "out")
            #expect(run.status == 0 && run.errors.contains(": c.csv.\n"), "\(run.errors)")
            let folder = "Left in the inbox: 1 event file in the folder 2026"
            #expect(run.errors.contains(folder))
            let quiet = try bench.nightly()
            #expect(quiet.errors.isEmpty, "\(quiet.errors)")
        }
    }
}
