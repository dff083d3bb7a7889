import EventLog
import Foundation
import Glibc
import Postgres
import Synchronization
import TestSupport
import Testing

/// Returns an acceptable event with a unique id.
private func line(_ id: Int) -> String { EventText.line("app_opened", id: id) }

@Suite(.timeLimit(.minutes(20))) struct ServeTests {
    /// A running `serve` process that listens on a port.
    private struct Served {
        let process: Process
        let port: Int
        let errors: Pipe

        /// Returns the peak memory of the process in bytes (VmHWM).
        func peakBytes() throws -> Int {
            let status = try String(contentsOfFile: "/proc/\(process.processIdentifier)/status", encoding: .utf8)
            let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") })
            return try #require(Int(line.split(separator: " ")[1])) << 10
        }

        /// Sends an event, on an open connection or a new one; returns nil if there is no response.
        func post(_ body: String, key: String? = nil, on open: HTTPConnection? = nil) -> Reply? {
            guard let connection = open ?? (try? HTTPConnection(port: port)) else { return nil }
            let authorization = key.map { "Authorization: Bearer \($0)\r\n" } ?? ""
            connection.send(
                """
                POST /v1/events HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n\(authorization)\
                Content-Length: \(body.utf8.count)\r\n\r\n\(body)
                """)
            return connection.receive()
        }
    }

    private func serve(_ bench: Workbench, _ arguments: String...) throws -> Served {
        let process = ProgramRun.process(
            ["serve", "--port", "0", "--json"] + arguments, database: bench.database.target, in: bench.folder)
        let (output, errors) = (Pipe(), Pipe())
        process.standardOutput = output
        process.standardError = errors
        try process.run()
        let text = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        let url = try #require(
            (try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: String])?["url"])
        return Served(process: process, port: try #require(Int(url.split(separator: ":").last ?? "")), errors: errors)
    }

    @Test func toldToStopWhileItStartsItEndsCleanly() async throws {
        try await withProgram { bench in
            try bench.run("status")
            for tenths in 0..<20 {
                let process = ProgramRun.process(
                    ["serve", "--port", "0", "--insecure-no-keys"], database: bench.database.target, in: bench.folder)
                process.standardOutput = FileHandle.nullDevice
                process.standardError = FileHandle.nullDevice
                try process.run()
                try await Task.sleep(for: .milliseconds(20 * tenths))
                kill(process.processIdentifier, SIGTERM)
                process.waitForItsEnd()
                // A signal that arrives before the handlers are installed kills the process; systemd counts SIGTERM as
                // a clean exit.
                let isKilled = process.terminationReason == .uncaughtSignal && process.terminationStatus == SIGTERM
                #expect(isKilled || process.terminationReason == .exit && process.terminationStatus == 0)
            }
        }
    }

    @Test func keysAreMadeListedAndRevoked() async throws {
        try await withProgram { bench in
            let made = try bench.run("keys", "add", "com.example.shop", "--name", "tests", "--json").output
            let key = try #require(try JSONSerialization.jsonObject(with: Data(made.utf8)) as? [String: Any])
            let text = try #require(key["key"] as? String)
            #expect(text.hasPrefix("bw_1_") && key["app_id"] as? String == "com.example.shop")
            #expect(try bench.run("keys", "list").output.contains("never used"))
            let served = try serve(bench)
            #expect(served.post(line(1), key: text)?.accepted == 1)
            #expect(served.post(line(1))?.status == 401)
            #expect(try bench.run("keys", "revoke", "1").output.contains("revoked"))
            #expect(try bench.attempt("keys", "revoke", "7").status == 66)
            #expect(try bench.attempt("keys", "add", "no app").status == 64)
            try await Task.sleep(for: .seconds(5))
            #expect(served.post(line(2), key: text)?.status == 401)
            served.process.terminate()
            served.process.waitForItsEnd()
            #expect(served.process.terminationStatus == 0)
            let said = String(decoding: served.errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            #expect(!said.contains(text))
        }
    }

    @Test func aLoginThatMayIngestAloneServes() async throws {
        try await withProgram { bench in
            let key = try bench.run("keys", "add", "com.example.shop", "--quiet").output
                .trimmingCharacters(in: .newlines)
            try await bench.withLogin(memberOf: "bellwether_ingest") { login in
                let served = try serve(login)
                #expect(served.post(line(1), key: key)?.accepted == 1)
                served.process.terminate()
                try await blocking { served.process.waitForItsEnd() }
                #expect(served.process.terminationStatus == 0)
            }
        }
    }

    @Test(arguments: [SIGTERM, SIGINT]) func toldToStopUnderLoadItLosesNothingAcknowledged(signal: Int32) async throws {
        try await withProgram { bench in
            let served = try serve(bench, "--insecure-no-keys")
            let acknowledged = Acknowledged()
            try await withThrowingTaskGroup(of: Void.self) { group in
                for worker in 0..<4 {
                    group.addTask {
                        try await blocking {
                            var number = worker * 100_000
                            while served.post(line(number))?.accepted == 1 {
                                acknowledged.add([number])
                                number += 1
                            }
                        }
                    }
                }
                try await wait(for: "100 events") { acknowledged.all.count >= 100 }
                let told = ContinuousClock.now
                kill(served.process.processIdentifier, signal)
                let elapsed = try await end(of: served.process) - told
                #expect(elapsed < .seconds(10))
                try await group.waitForAll()
            }
            #expect(served.process.terminationStatus == 0)
            let log = try await TestLog(bench.database)
            let stored = try await log.rows("SELECT count(*) FROM log.engagement_event")
            #expect((Int(stored[0][0] ?? "") ?? 0) >= acknowledged.all.count)
        }
    }

    /// Returns the time when a process ended. Waits on a separate thread, because the test's task may have to wait long
    /// for a thread of the pool.
    private func end(of process: Process) async throws -> ContinuousClock.Instant {
        try await blocking {
            process.waitForItsEnd()
            return .now
        }
    }

    @Test func aSlowClientDoesNotKeepItFromStopping() async throws {
        try await withProgram { bench in
            let served = try serve(bench, "--insecure-no-keys")
            let slow = try HTTPConnection(port: served.port)
            slow.send(
                "POST /v1/events HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n[")
            try await Task.sleep(for: .seconds(1))
            let told = ContinuousClock.now
            served.process.terminate()
            let elapsed = try await end(of: served.process) - told
            #expect(served.process.terminationStatus == 0 && elapsed < .seconds(10), "\(elapsed)")
        }
    }

    @Test(.enabled(if: IdleConnections.raiseLimit() > 12_000, "ten thousand connections need more open files"))
    func tenThousandConnectionsTakeNothingFromThoseInWork() async throws {
        try await withProgram { bench in
            let served = try serve(bench, "--insecure-no-keys")
            let open = try HTTPConnection(port: served.port)
            #expect(served.post(line(1), on: open)?.accepted == 1)
            let before = try served.peakBytes()
            do {
                let idle = IdleConnections(10_000, port: served.port)
                #expect(idle.count == 10_000)
                for number in 2...100 { #expect(served.post(line(number), on: open)?.accepted == 1) }
                let more = try served.peakBytes() - before
                #expect(more < 64 << 20, "\(more >> 20) MiB more")
            }
            #expect(served.post(line(101))?.accepted == 1)
            served.process.terminate()
            try await blocking { served.process.waitForItsEnd() }
            #expect(served.process.terminationStatus == 0)
        }
    }

    @Test func killedAtAnyMomentWhatWasAcknowledgedIsThereOnce() async throws {
        try await withProgram { bench in
            let acknowledged = Acknowledged()
            for round in 0..<5 {
                let served = try serve(bench, "--insecure-no-keys")
                let load = Task {
                    try await withThrowingTaskGroup(of: Void.self) { group in
                        for worker in 0..<4 {
                            group.addTask {
                                try await blocking {
                                    var number = (round * 4 + worker) * 100_000
                                    while served.post("[\(line(number)),\(line(number + 1))]")?.status == 200 {
                                        acknowledged.add([number, number + 1])
                                        number += 2
                                    }
                                }
                            }
                        }
                        try await group.waitForAll()
                    }
                }
                try await Task.sleep(for: .milliseconds(Int.random(in: 100...1_000)))
                kill(served.process.processIdentifier, SIGKILL)
                try await blocking { served.process.waitForItsEnd() }
                try await load.value
            }
            let log = try await TestLog(bench.database)
            let stored = try await log.rows("SELECT id::text FROM log.engagement_event").compactMap { $0[0] }
            let ids = Set(stored.compactMap { Int($0.suffix(12)) })
            #expect(ids.count == stored.count && !acknowledged.all.isEmpty)
            #expect(acknowledged.all.isSubset(of: ids))
        }
    }

    /// The numbers of events that were acknowledged with status 200.
    private final class Acknowledged: Sendable {
        private let numbers = Mutex<Set<Int>>([])
        var all: Set<Int> { numbers.withLock { $0 } }
        func add(_ more: [Int]) { numbers.withLock { $0.formUnion(more) } }
    }

    /// Runs 20 examples for each check; `BELLWETHER_SCHEMATHESIS_EXAMPLES` sets another number.
    @Test(.enabled(if: ClientLibraries.areThere, "script/client-libraries has not fetched schemathesis"))
    func schemathesisFindsNothing() async throws {
        let examples = ProcessInfo.processInfo.environment["BELLWETHER_SCHEMATHESIS_EXAMPLES"] ?? "20"
        try await withProgram { bench in
            let made = try bench.run("keys", "add", "com.example.shop", "--json").output
            let key = try #require(
                (try JSONSerialization.jsonObject(with: Data(made.utf8)) as? [String: Any])?["key"] as? String)
            let served = try serve(bench)
            let process = Process()
            process.executableURL = URL(fileURLWithPath: ClientLibraries.python)
            process.arguments = [
                "-m", "schemathesis.cli", "--config-file",
                ClientLibraries.root + "/Tests/CollectorTests/Clients/schemathesis.toml", "run",
                "http://127.0.0.1:\(served.port)/openapi.json", "--max-examples", examples, "--seed", "1",
            ]
            process.environment = [
                "COLLECTOR_KEY": key, "COLLECTOR_WRITE_KEY": Data("\(key):".utf8).base64EncodedString(),
                "PATH": "/usr/bin:/bin", "HOME": bench.folder,
            ]
            process.currentDirectoryURL = URL(fileURLWithPath: bench.folder)
            let output = Pipe()
            process.standardOutput = output
            process.standardError = output
            try process.run()
            let said = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            process.waitForItsEnd()
            #expect(process.terminationStatus == 0 && said.contains("8 selected / 8 total"), "\(said)")
            served.process.terminate()
            served.process.waitForItsEnd()
        }
    }

    @Test func keysCanBeLeftOutOnLoopbackAlone() async throws {
        try await withProgram { bench in
            let refused = try bench.attempt("serve", "--insecure-no-keys", "--host", "0.0.0.0")
            #expect(refused.status == 64 && refused.errors.contains("loopback"))
            let served = try serve(bench, "--insecure-no-keys")
            let taken = try bench.attempt("serve", "--port", "\(served.port)")
            let why =
                "Can't listen on 127.0.0.1, port \(served.port) (Address already in use): name another with --host"
            #expect(taken.status == 69 && taken.errors.contains(why), "\(taken.errors)")
            let nowhere = try bench.attempt("serve", "--host", "no.such.invalid")
            #expect(nowhere.status == 69 && !nowhere.errors.contains("SocketAddressError"), "\(nowhere.errors)")
            served.process.terminate()
            try await blocking { served.process.waitForItsEnd() }
        }
    }

    @Test func thePrivateClusterIsServedAndLetGoOf() async throws {
        try await withProgram { bench in
            let process = ProgramRun.process(
                ["serve", "--port", "0", "--insecure-no-keys", "--data-dir", "own data"], database: nil,
                in: bench.folder)
            let output = Pipe()
            process.standardOutput = output
            try process.run()
            let text = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
            #expect(text.hasPrefix("Listening on http://127.0.0.1:"))
            process.terminate()
            try await blocking { process.waitForItsEnd() }
            #expect(process.terminationStatus == 0)
            let status = try ProgramRun.run(
                ["server", "status", "--data-dir", "own data"], database: nil, in: bench.folder)
            #expect(status.output == "stopped\n")
        }
    }

    @Test func anAliasIsShownAndSet() async throws {
        try await withProgram { bench in
            #expect(try bench.run("settings", "alias").output.contains("Push Notification Opened  notification_opened"))
            try bench.run("settings", "alias", "Opened it", "notification_opened")
            #expect(try bench.run("settings", "alias").output.contains("Opened it  notification_opened"))
            try bench.run("settings", "alias", "Opened it", "none")
            #expect(try !bench.run("settings", "alias").output.contains("Opened it"))
            #expect(try bench.attempt("settings", "alias", "Opened it", "nonsense").status == 64)
        }
    }
}
