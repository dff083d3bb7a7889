import EventLog
import Foundation
import Postgres
import TestSupport
import Testing

private let goodLine = QuarantineLine.good(1)

@Suite struct CommandTests {
    @Test(arguments: [
        "demo", "ingest", "project", "report", "simulate", "status", "sql", "server", "quarantine", "settings",
        "serve", "keys", "doctor", "dictionary", "quarantine list", "quarantine show", "quarantine retry",
        "quarantine discard",
    ])
    func everyCommandHasHelpWithAnExample(command: String) throws {
        let words = command.split(separator: " ").map(String.init)
        let run = try ProgramRun.run(words + ["--help"], database: nil, in: NSTemporaryDirectory())
        #expect(run.status == 0)
        #expect(run.output.contains("Example:  bellwether \(command)"))
    }

    @Test func theHelpGroupsTheCommandsAndNamesCompletions() throws {
        let run = try ProgramRun.run(["--help"], database: nil, in: NSTemporaryDirectory())
        var rest = run.output[...]
        for group in ["TRIAL", "EVENT", "REPORTING", "OPERATION", "DELETION"] {
            let heading = try #require(rest.range(of: "\n\(group) SUBCOMMANDS:\n"), "\(run.output)")
            rest = rest[heading.upperBound...]
        }
        #expect(run.output.contains("bellwether --generate-completion-script bash"))
    }

    @Test(arguments: [
        (["inges", "a.ndjson"], "inges: did you mean `bellwether ingest`?"),
        (["lsit"], "lsit: `bellwether --help` lists the commands."),
        (["help", "repotr"], "repotr: did you mean `bellwether report`?"),
        (["dict", "--help"], "dict: did you mean `bellwether dictionary`?"),
        (["quarantine", "lsit"], "quarantine lsit: did you mean `bellwether quarantine list`?"),
        (["settings", "sett", "time_zone", "UTC"], "settings sett: did you mean `bellwether settings set`?"),
        (["mark", "lsit"], "mark lsit: did you mean `bellwether mark list`?"),
        (["server", "nonsense"], "server nonsense: `bellwether server --help` lists the commands."),
    ])
    func aMistypedCommandIsAnsweredWithTheRightOne(arguments: [String], answer: String) throws {
        let run = try ProgramRun.run(arguments, database: nil, in: NSTemporaryDirectory())
        #expect(run.status == 64 && run.errors == "bellwether: There is no command \(answer)\n", "\(run.errors)")
    }

    @Test(
        arguments: [
            (["mark", "2026-03-24", "New", "pre-prompt"], 64, "Unexpected argument 'pre-prompt'"),
            (["mark", "2026-03-24"], 64, "Missing expected argument '<text>'"),
            (["mark", "2026-03-24", "x", "--ap", "com.example.shop"], 64, "Did you mean '--app'?"),
            (["mark", "2026-03-24", "--help"], 0, "bellwether mark 2026-03-24 \"New pre-prompt\""),
        ] as [([String], Int32, String)])
    func anArgumentOfACommandThatIsNotNamedIsNoMistypedCommand(
        arguments: [String], status: Int32, words: String
    ) throws {
        let run = try ProgramRun.run(arguments, database: nil, in: NSTemporaryDirectory())
        #expect(run.status == status && (run.errors + run.output).contains(words), "\(run.errors)")
    }

    @Test func aMistypedOptionIsAnsweredWithTheRightOne() throws {
        let run = try ProgramRun.run(["ingest", "--maxrejected", "5", "a"], database: nil, in: NSTemporaryDirectory())
        #expect(run.status == 64 && run.errors.contains("Did you mean '--max-rejected'?"))
    }

    @Test func aDatabaseOrRoleThatDoesNotExistIsNamed() async throws {
        try await withProgram { bench in
            for (keyword, words) in [
                ("dbname", "The database \"no such\" does not exist: create it with `createdb 'no such'`"),
                ("user", "The role \"no such\" does not exist: create it with `createuser 'no such'`"),
            ] {
                var target = bench.database.target.expanded
                target.keywords[keyword] = "no such"
                let run = try ProgramRun.run(["status"], database: target, in: bench.folder)
                // A server that asks for passwords does not say that a role is missing.
                let isHidden = keyword == "user" && run.errors.contains("authentication failed")
                #expect(run.status == 69 && (isHidden || run.errors.contains(words)), "\(run.errors)")
            }
        }
    }

    @Test func ingestTellsOutcomesAndReasonsAsJSON() async throws {
        try await withProgram { bench in
            try bench.write("\(goodLine)\n\(goodLine)\nbad\n{}\n", to: "a.ndjson")
            let first = try json(try bench.run("ingest", "--quiet", "--json", "a.ndjson").output)
            #expect(first["events"] as? Int == 4)
            #expect(first["accepted"] as? Int == 1)
            #expect(first["duplicates"] as? Int == 1)
            #expect(first["rejected"] as? Int == 2)
            #expect(first["rejected_by_reason"] as? [String: Int] == ["invalid_json": 1, "missing_field": 1])
            #expect(first["seconds"] as? Double != nil)
            let file = try #require((first["files"] as? [[String: Any]])?.first)
            #expect(file["path"] as? String == "a.ndjson")
            #expect(file["status"] as? String == "ingested")
            let second = try json(try bench.run("ingest", "--quiet", "--json", "a.ndjson").output)
            #expect((second["files"] as? [[String: Any]])?.first?["status"] as? String == "skipped")
        }
    }

    @Test func whatWasIngestedBeforeAnUnreadableSourceIsToldAsJSON() async throws {
        try await withProgram { bench in
            try bench.write(goodLine, to: "a.ndjson")
            let run = try bench.attempt("ingest", "--quiet", "--json", "a.ndjson", "/dev/null")
            #expect(run.status == 66 && run.errors.contains("Can't read /dev/null"), "\(run.errors)")
            let result = try json(run.output)
            #expect(result["accepted"] as? Int == 1)
            #expect((result["files"] as? [[String: Any]])?.map { $0["path"] as? String } == ["a.ndjson"])
        }
    }

    @Test func standardInputIsASource() async throws {
        try await withProgram { bench in
            // The input ends in the middle of a line, which is validated as it is.
            try bench.write("\(goodLine)\n{\"id\"", to: "a.ndjson")
            let run = try bench.shell("cat a.ndjson | bellwether ingest --quiet --json -")
            #expect(run.status == 0)
            let result = try json(run.output)
            #expect(result["accepted"] as? Int == 1 && result["rejected"] as? Int == 1)
        }
    }

    @Test(.timeLimit(.minutes(20))) func anInterruptedCommandStopsAndSaysSo() async throws {
        try await withProgram { bench in
            let session = try await Session.connect(to: bench.database.target)
            func others() async throws -> [[String?]] {
                let query = """
                    SELECT count(*) FROM pg_stat_activity
                    WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'
                    """
                return try await session.run { try $0.execute(Statement(file: "test", text: query)).rows() }
            }
            try #require(try await others() == [["0"]])
            let process = bench.process("ingest", "--quiet", "-")
            let (input, errors) = (Pipe(), Pipe())
            process.standardInput = input
            process.standardError = errors
            try process.run()
            try await wait(for: "the program's session") { try await others() != [["0"]] }
            process.interrupt()
            let said = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            process.waitForItsEnd()
            await session.close()
            #expect(process.terminationStatus == 130 && said.contains("Interrupted"), "\(said)")
        }
    }

    @Test(.timeLimit(.minutes(20))) func aSecondSignalEndsACommandWhoseServerDoesNotAnswer() async throws {
        try await withProgram { bench in
            var target = bench.database.target.expanded
            // Skipped if the server is reached over TCP, because the proxy connects to a Unix socket.
            guard let folder = target.keywords["host"], folder.hasPrefix("/") else { return }
            let proxy = try CuttingProxy(upstream: folder, port: target.keywords["port"] ?? "5432")
            defer { proxy.close() }
            target.keywords["host"] = proxy.folder
            let holder = try await bench.database.target.transaction("LOCK TABLE log.batch IN ACCESS EXCLUSIVE MODE")
            try bench.write(goodLine + "\n", to: "a.ndjson")
            let process = ProgramRun.process(["ingest", "--quiet", "a.ndjson"], database: target, in: bench.folder)
            process.standardError = FileHandle.nullDevice
            try process.run()
            let waiting = """
                SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
                """
            try await wait(for: "a waiting command") { try await bench.rows(waiting) != [["0"]] }
            proxy.isSilent = true
            // Again and again, because signals that arrive together count as one.
            try await wait(for: "its end", within: .seconds(20)) {
                process.interrupt()
                try await Task.sleep(for: .milliseconds(50))
                return !process.isRunning
            }
            #expect(process.terminationReason == .exit && process.terminationStatus == 130)
            await holder.close()
        }
    }

    @Test func exitStatusesSayWhatFailed() async throws {
        try await withProgram { bench in
            try bench.write("\(goodLine)\n{}\n", to: "half.ndjson")
            try bench.write("no data\nat all\n", to: "none.ndjson")
            #expect(try bench.attempt("ingest", "--nonsense", "half.ndjson").status == 64)
            #expect(try bench.attempt("ingest", "half.ndjson", "--max-rejected", "101").status == 64)
            #expect(try bench.attempt("ingest", "half.ndjson", "--max-rejected", "49").status == 65)
            #expect(try bench.attempt("ingest", "none.ndjson").status == 65)
            #expect(try bench.attempt("ingest", "missing.ndjson").status == 66)
            #expect(try bench.attempt("project", "--job", "nonsense").status == 64)
            #expect(try bench.attempt("project", "--check", "--rebuild").status == 64)
            #expect(try bench.attempt("report", "--out", "r", "--from", "yesterday").status == 64)
            let backwards = ["--from", "2026-02-02", "--to", "2026-02-01"]
            #expect(try bench.attempt(["report", "--out", "r"] + backwards).status == 64)
            for cell in ["-1", "2147483648"] {
                #expect(try bench.attempt("report", "--out", "r", "--minimum-cell=" + cell).status == 64)
            }
            #expect(try bench.attempt("report", "--out", "half.ndjson/r").status == 73)
            let nowhere = try bench.attempt("status", "--database-url", "postgresql://nobody@127.0.0.1:1/x")
            #expect(nowhere.status == 69)
            #expect(nowhere.errors.split(separator: "\n").count == 1, "\(nowhere.errors)")
        }
    }

    @Test func aResultThatCannotBeWrittenIsOneSentenceAnd73() async throws {
        try await withProgram { bench in
            try bench.write("{}\n", to: "a.ndjson")
            try bench.run("ingest", "--quiet", "a.ndjson")
            let held = try bench.run("quarantine", "list", "--json").output
            let rows = try #require(try JSONSerialization.jsonObject(with: Data(held.utf8)) as? [[String: Any]])
            let id = try #require(rows.first?["quarantine_id"] as? Int)
            for command in [
                "status", "status --json", "settings", "doctor --json", "dictionary", "quarantine list",
                "quarantine list --json", "quarantine show \(id)", "quarantine show \(id) --raw", "ingest a.ndjson",
                "simulate --installations 10 --days 2",
            ] {
                let run = try bench.shell("bellwether \(command) --quiet >/dev/full")
                #expect(run.status == 73, "\(command)")
                #expect(run.errors.hasPrefix("bellwether: Can't write standard output: "), "\(command): \(run.errors)")
                #expect(run.errors.split(separator: "\n").count == 1, "\(command): \(run.errors)")
            }
        }
    }

    @Test func aCommandThatEndsLeavesNoServerBehind() async throws {
        try await withProgram { bench in
            func run(_ arguments: String...) throws -> ProgramRun {
                try ProgramRun.run(arguments + ["--data-dir", "own data"], database: nil, in: bench.folder)
            }
            let failed = try run("ingest", "--quiet", "missing.ndjson")
            #expect(failed.status == 66)
            #expect(failed.errors.split(separator: "\n").count == 1, "\(failed.errors)")
            #expect(try run("server", "status").output == "stopped\n")
            let collector = ProgramRun.process(
                ["serve", "--port", "0", "--insecure-no-keys", "--data-dir", "own data"], database: nil,
                in: bench.folder)
            let output = Pipe()
            collector.standardOutput = output
            try collector.run()
            let text = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
            #expect(text.hasPrefix("Listening on http://127.0.0.1:"))
            let left = try run("server", "stop")
            #expect(left.status == 0 && left.errors.hasPrefix("The server is left to the commands that use it"))
            collector.terminate()
            try await blocking { collector.waitForItsEnd() }
            #expect(collector.terminationStatus == 0)
            #expect(try run("server", "status").output == "stopped\n")
            #expect(try run("server", "start", "--quiet").output.hasPrefix("postgresql:///bellwether?host="))
            #expect(try run("status").status == 0)
            #expect(try run("server", "status").output.hasPrefix("postgresql://"))
            #expect(try run("server", "stop").output == "stopped\n")
        }
    }

    @Test func aRejectShareAtTheLimitIsAllowed() async throws {
        try await withProgram { bench in
            for (rejected, deliveries, limit) in [(1, 2, "50"), (7, 100, "7"), (57, 10_000, "0.57")] {
                let good = String(repeating: goodLine + "\n", count: deliveries - rejected)
                try bench.write(good + String(repeating: "{}\n", count: rejected), to: "\(rejected).ndjson")
                try bench.run("ingest", "--quiet", "\(rejected).ndjson", "--max-rejected", limit)
            }
        }
    }

    @Test func whoseEventsAreRejectedIsToldWhereTheyAre() async throws {
        try await withProgram { bench in
            try bench.write(goodLine + "\n" + String(repeating: "{}\n", count: 7), to: "events.ndjson")
            let told = "7 of 8 events (87.5%) were rejected: `bellwether quarantine list` shows them and why.\n"
            #expect(try bench.run("ingest", "--quiet", "events.ndjson").errors == told)
            try bench.write(String(repeating: goodLine + "\n", count: 19) + "{}\n", to: "few.ndjson")
            #expect(try bench.run("ingest", "--quiet", "few.ndjson").errors.isEmpty)
            try bench.write(String(repeating: goodLine + "\n", count: 18) + "{}\n", to: "many.ndjson")
            let many = "1 of 19 events (5.3%) was rejected: `bellwether quarantine list` shows them and why.\n"
            #expect(try bench.run("ingest", "--quiet", "many.ndjson").errors == many)
            try bench.write(String(repeating: goodLine + "\n", count: 3) + "[]\n", to: "more.ndjson")
            #expect(try bench.run("ingest", "more.ndjson").errors.contains("1 of 4 events (25.0%) was rejected"))
        }
    }

    @Test func projectSaysInOneLineWhatItCounted() async throws {
        try await withProgram { bench in
            let empty = "The log has no events yet: store some with `bellwether ingest` or `bellwether serve`.\n"
            #expect(try bench.run("project").output == empty)
            try bench.write("\(goodLine)\n\(goodLine)\n", to: "a.ndjson")
            try bench.run("ingest", "--quiet", "a.ndjson")
            #expect(try bench.run("project").output == "Counted 1 new event.\n")
            try bench.write(goodLine.replacing("000001\"", with: "000002\"") + "\n" + goodLine, to: "b.ndjson")
            try bench.run("ingest", "--quiet", "b.ndjson")
            let journey = "Projection journey: Counted 1 new event.\n"
            #expect(try bench.run("project", "--job", "journey").output == journey)
            #expect(try bench.run("project").output == "Counted 1 new event.\n")
            #expect(try bench.run("project").output == "No new events since the last run.\n")
            #expect(try bench.run("project", "--rebuild").output == "Recomputed everything from the whole log.\n")
        }
    }

    @Test func aSecondProjectorStepsBack() async throws {
        try await withProgram { bench in
            let lock = "SELECT pg_advisory_lock(hashtextextended('projection journey', 0))"
            let other = try await bench.database.target.transaction(lock)
            #expect(try bench.attempt("project").status == 75)
            await other.close()
            try bench.run("project")
        }
    }

    /// Uses more rejects than the 1,000 from which examples are chosen, and two errors of nearly equal frequency.
    @Test func noPageDependsOnHowLinesAreSplitIntoFiles() async throws {
        let received = #""received_at":"2026-03-05T12:00:00Z","occurred_at":"2026-03-05T12:00:00Z""#
        let bad = (0..<1_500).map { number in
            number % 2 == 0 ? "{\(received),\"id\":\(number)}" : "{\(received),\"id\":\"a\",\"type\":\"t\(number)\"}"
        }
        let good = [QuarantineLine.good(1, received: "2026-03-10T12:00:00Z")]
        let whole = try await pages(of: [bad + good])
        let split = try await pages(of: [Array(bad.reversed()[..<700]), good, Array(bad[..<800])])
        #expect(whole == split)
        #expect(whole.last?.contains(",1500\n") == true, "\(whole.last ?? "")")
    }

    /// Ingests files with these lines one after the other, and returns what the report says about rejects.
    private func pages(of files: [[String]]) async throws -> [String] {
        try await withProgram { bench in
            for (number, lines) in files.enumerated() {
                try bench.write(lines.joined(separator: "\n") + "\n", to: "\(number).ndjson")
                try bench.run("ingest", "--quiet", "--max-rejected", "100", "\(number).ndjson")
            }
            try bench.run("project", "--quiet")
            try bench.run("report", "--quiet", "--out", "r", "--from", "2026-03-01", "--to", "2026-03-09")
            return try ["quality.html", "manifest.json", "csv/rejects.csv"].map { try bench.read("r/latest/" + $0) }
        }
    }

    @Test func anEmptyDatabaseGivesTablesOfHeadersAlone() async throws {
        try await withProgram { bench in
            try bench.run("report", "--quiet", "--out", "r")
            #expect(try bench.read("r/latest/csv/opt_in_daily.csv").split(separator: "\n").count == 1)
            #expect(try bench.read("r/latest/index.html").contains("No one was asked"))
            let manifest = try json(try bench.read("r/latest/manifest.json"))["parameters"] as? [String: Any]
            for name in ["app", "from", "to", "horizon"] { #expect(manifest?[name] is NSNull, "\(name)") }
            let status = try json(try bench.run("status", "--json").output)["database"] as? [String: Any]
            #expect(status?["batches"] as? Int == 0 && (status?["server"] as? String)?.isEmpty == false)
        }
    }

    @Test func anAnalystsQueryComesOutAsJSON() async throws {
        try await withProgram { bench in
            let rows = try bench.run("sql", "--json", "-c", "SELECT 1 AS one, 'x' AS word;").output
            let row = try #require((try JSONSerialization.jsonObject(with: Data(rows.utf8)) as? [[String: Any]])?.first)
            #expect(row["one"] as? Int == 1 && row["word"] as? String == "x")
        }
    }

    @Test func statusSaysHowFarEverythingIs() async throws {
        try await withProgram { bench in
            try bench.take([goodLine], in: "a.ndjson")
            try bench.write(goodLine.replacing("000001\"", with: "000002\""), to: "b.ndjson")
            try bench.run("ingest", "--quiet", "b.ndjson")
            let status = try json(try bench.run("status", "--json").output)
            let database = try #require(status["database"] as? [String: Any])
            #expect(database["accepted"] as? Int == 2)
            let projections = try #require(database["projections"] as? [[String: Any]])
            #expect(projections.contains { $0["name"] as? String == "journey" })
            #expect(projections.allSatisfy { $0["events_behind"] as? Int == 1 })
            #expect(projections.allSatisfy { $0["needs_rebuild"] as? Bool == false })
        }
    }

    @Test func statusSaysThatTablesOfOtherSQLNeedARebuild() async throws {
        try await withProgram { bench in
            try bench.take([goodLine], in: "a.ndjson")
            try await bench.execute("UPDATE projection.checkpoint SET version = version - 1 WHERE name = 'journey'")
            let refusal = try bench.attempt("project")
            #expect(refusal.status == 69 && refusal.errors.contains("run `bellwether project --job journey --rebuild`"))
            try bench.makeFolder("inbox")
            #expect(try bench.attempt("nightly", "--inbox", "inbox", "--out", "out").status == 69)
            let status = try bench.run("status").output
            let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("Projection journey ") })
            #expect(line.contains("run `bellwether project --job journey --rebuild`") && !line.contains("up to date"))
            let database = try #require(
                try json(try bench.run("status", "--json").output)["database"] as? [String: Any])
            let projections = try #require(database["projections"] as? [[String: Any]])
            let outdated = projections.filter { $0["needs_rebuild"] as? Bool == true }
            #expect(outdated.map { $0["name"] as? String } == ["journey"])
            try bench.run("project", "--job", "journey", "--rebuild", "--quiet")
            let mended = try bench.run("status").output.split(separator: "\n").filter { $0.hasPrefix("Projection ") }
            #expect(!mended.isEmpty && mended.allSatisfy { !$0.contains("--rebuild") })
        }
    }
}
