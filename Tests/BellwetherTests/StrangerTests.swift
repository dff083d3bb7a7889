import Foundation
import TestSupport
import Testing

/// Runs the whole program on machines with unusual settings.
@Suite(.timeLimit(.minutes(20))) struct StrangerTests {
    @Test func theEnvironmentOfAStrangerChangesNoNumber() throws {
        try withFolder { folder in
            try demo("plain", in: folder)
            try demo("strange", in: folder, by: "umask 077; exec \"$@\"", environment: Self.strange)
            for table in ["opt_in_by_os", "opt_in_daily", "opens_daily", "deliveries_daily", "data_quality"] {
                let (plain, strange) = (try csv(table, "plain", in: folder), try csv(table, "strange", in: folder))
                #expect(plain == strange && plain.split(separator: "\n").count > 1, "\(table)")
            }
        }
    }

    private static let strange = [
        "TZ": "Pacific/Chatham", "LANG": "tr_TR.UTF-8", "LC_ALL": "tr_TR.UTF-8", "PGPORT": "1", "PGUSER": "nobody",
        "PGTZ": "Asia/Kathmandu", "PGDATESTYLE": "German", "PGCLIENTENCODING": "LATIN1",
        "PGOPTIONS": "-c search_path=nowhere -c IntervalStyle=iso_8601 -c extra_float_digits=-3",
        "PGSERVICE": "elsewhere",
    ]

    @Test(.enabled(if: SmallDisk.obstacleToPrivacy == nil, Comment(rawValue: SmallDisk.obstacleToPrivacy ?? "")))
    func aFullTmpHindersNothing() throws {
        try withFolder { folder in
            let line = """
                mount -t tmpfs -o size=16k tmpfs /tmp && (cat /dev/zero >/tmp/full 2>/dev/null || exec "$@")
                """
            try demo("full", in: folder, by: "exec unshare --mount sh -c '\(line)' sh \"$@\"")
            #expect(try csv("opt_in_by_os", "full", in: folder).split(separator: "\n").count > 1)
        }
    }

    /// Runs `body` with a folder outside `/tmp` that contains a copy of the program.
    private func withFolder(_ body: (String) throws -> Void) throws {
        let folder = "/var/tmp/bellwether \(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        // Copy with a separate process. If this process wrote the copy, a program started by a parallel test could
        // inherit the descriptor, and a file that is open for writing can't be executed (ETXTBSY).
        let copy = try Process.run(
            URL(fileURLWithPath: "/bin/cp"), arguments: [ProgramRun.path, folder + "/bellwether"])
        copy.waitForItsEnd()
        try body(folder)
    }

    /// Makes a small demo in `folder/name`, where the user has a file, with its own server. `line` is a shell command
    /// that runs `"$@"`.
    private func demo(
        _ name: String, in folder: String, by line: String = "exec \"$@\"", environment: [String: String] = [:]
    ) throws {
        let out = "\(folder)/\(name)"
        try FileManager.default.createDirectory(atPath: out, withIntermediateDirectories: true)
        try Data("mine".utf8).write(to: URL(fileURLWithPath: out + "/events.ndjson"))
        let words = ["demo", "--quiet", "--installations", "300", "--days", "40"]
        let process = ProgramRun.process(
            ["-c", line, "sh", folder + "/bellwether"] + words + ["--out", name, "--data-dir", "db of \(name)"],
            database: nil, in: folder)
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.environment?.merge(environment) { $1 }
        #expect(try ProgramRun.finish(process, in: folder).status == 0, "\(name)")
        // The events, of which there are many, are in the database.
        let files = try FileManager.default.contentsOfDirectory(atPath: out).filter { $0.hasSuffix(".ndjson") }
        #expect(files == ["events.ndjson"])
        #expect(try String(contentsOfFile: out + "/events.ndjson", encoding: .utf8) == "mine")
    }

    private func csv(_ table: String, _ name: String, in folder: String) throws -> String {
        try String(contentsOfFile: "\(folder)/\(name)/latest/csv/\(table).csv", encoding: .utf8)
    }
}
