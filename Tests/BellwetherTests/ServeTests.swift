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

        /// Tells the process to stop, and expects it to end well. Returns the time until then.
        @discardableResult
        func stop(by signal: Int32 = SIGTERM) async throws -> Duration {
            let told = ContinuousClock.now
            kill(process.processIdentifier, signal)
            // On a separate thread, because the test's task may have to wait long for a thread of the pool.
            let elapsed = try await blocking {
                process.waitForItsEnd()
                return ContinuousClock.now - told
            }
            #expect(process.terminationStatus == 0)
            return elapsed
        }
    }

    /// Starts the program on the bench's database, or on a private server. Its log goes to a pipe, or to `log`.
    private func serve(
        _ bench: Workbench, _ arguments: String..., isPrivate: Bool = false, log: FileHandle? = nil
    ) throws -> Served {
        let process = ProgramRun.process(
            ["serve", "--port", "0", "--json"] + arguments, database: isPrivate ? nil : bench.database.target,
            in: bench.folder)
        let (output, errors) = (Pipe(), Pipe())
        process.standardOutput = output
        process.standardError = errors
        if let log { process.standardError = log }
        try process.run()
        let text = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        let url = try #require(try json(text)["url"] as? String)
        return Served(process: process, port: try #require(Int(url.split(separator: ":").last ?? "")), errors: errors)
    }

    @Test func toldToStopWhileItStartsItEndsCleanly() async throws {
        try await withProgram { bench in
            try bench.run("status")
            for tenths in 0..<20 {
                let process = bench.process("serve", "--port", "0", "--insecure-no-keys")
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
            let key = try json(bench.run("keys", "add", "com.example.shop", "--name", "tests", "--json").output)
            let text = try #require(key["key"] as? String)
            #expect(text.hasPrefix("bw_1_") && key["app_id"] as? String == "com.example.shop")
            #expect(try bench.run("keys", "list").output.contains("never used"))
            let served = try serve(bench)
            #expect(served.post(line(1), key: text)?.accepted == 1)
            #expect(served.post(line(1))?.status == 401)
            #expect(try bench.run("keys", "revoke", "1").output.contains("revoked"))
            #expect(try bench.attempt("keys", "revoke", "7").status == 66)
            #expect(try bench.attempt("keys", "add", "no app").status == 64)
            try await served.stop()
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
                try await served.stop()
            }
        }
    }

    @Test func aPrivateServerThatIsKilledIsStartedAgain() async throws {
        try await withProgram { bench in
            let served = try serve(bench, "--insecure-no-keys", "--data-dir", "own", isPrivate: true)
            #expect(served.post(line(1))?.accepted == 1)
            func server() throws -> pid_t? { pid_t(try bench.read("own/data/postmaster.pid").prefix { $0.isNumber }) }
            let killed = try #require(try server())
            kill(killed, SIGKILL)
            // What is left of the server may still answer.
            try await wait(for: "the server") {
                let running = try? server()
                return running != nil && running != killed && served.post(line(2))?.status == 200
            }
            func run(_ arguments: String...) throws -> ProgramRun {
                try ProgramRun.run(arguments + ["--data-dir", "own"], database: nil, in: bench.folder)
            }
            let status = try run("status", "--json")
            #expect(try (json(status.output)["database"] as? [String: Any])?["accepted"] as? Int == 2)
            try await served.stop()
            let stopped = try run("server", "status")
            #expect(stopped.output == "stopped\n", "\(stopped.errors)")
        }
    }

    @Test func aLogThatCannotBeWrittenStopsNothing() async throws {
        try await withProgram { bench in
            for (number, form) in ["text", "json"].enumerated() {
                let full = try #require(FileHandle(forWritingAtPath: "/dev/full"))
                let served = try serve(bench, "--insecure-no-keys", "--log", form, "--log-level", "debug", log: full)
                #expect(served.post(line(number))?.accepted == 1, "\(form)")
                try await served.stop()
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
                                acknowledged.add(number)
                                number += 1
                            }
                        }
                    }
                }
                try await wait(for: "100 events") { acknowledged.all.count >= 100 }
                #expect(try await served.stop(by: signal) < .seconds(10))
                try await group.waitForAll()
            }
            let stored = try await bench.rows("SELECT count(*) FROM log.engagement_event")
            #expect((Int(stored[0][0] ?? "") ?? 0) >= acknowledged.all.count)
        }
    }

    @Test func aSlowClientDoesNotKeepItFromStopping() async throws {
        try await withProgram { bench in
            let served = try serve(bench, "--insecure-no-keys")
            let slow = try HTTPConnection(port: served.port)
            slow.send(
                "POST /v1/events HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n[")
            try await Task.sleep(for: .seconds(1))
            #expect(try await served.stop() < .seconds(10))
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
            try await served.stop()
        }
    }

    @Test func readersThatDoNotReadTakeLittleMemory() async throws {
        try await withProgram { bench in
            let folder = bench.folder + "/reports/latest"
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            try Data(repeating: 0x78, count: 8_800_000).write(to: URL(fileURLWithPath: folder + "/long.csv"))
            let served = try serve(bench, "--insecure-no-keys", "--dashboards", bench.folder + "/reports")
            #expect(served.post(line(1))?.accepted == 1)
            let before = try served.peakBytes()
            let readers = try await blocking {
                try (0..<100).map { _ in
                    let connection = try HTTPConnection(port: served.port)
                    connection.send("GET /long.csv HTTP/1.1\r\nHost: x\r\n\r\n")
                    return connection
                }
            }
            try await Task.sleep(for: .seconds(5))
            for number in 2...20 { #expect(served.post(line(number))?.accepted == 1) }
            let more = try served.peakBytes() - before
            #expect(more < 64 << 20, "\(more >> 20) MiB more for \(readers.count) readers")
            for reader in readers { reader.cut() }
            try await served.stop()
        }
    }

    /// The numbers of events that were acknowledged with status 200.
    private final class Acknowledged: Sendable {
        private let numbers = Mutex<Set<Int>>([])
        var all: Set<Int> { numbers.withLock { $0 } }
        func add(_ number: Int) { numbers.withLock { _ = $0.insert(number) } }
    }

    /// Runs 20 examples for each check; `BELLWETHER_SCHEMATHESIS_EXAMPLES` sets another number.
    @Test(.enabled(if: ClientLibraries.areThere, "script/client-libraries has not fetched schemathesis"))
    func schemathesisFindsNothing() async throws {
        let examples = ProcessInfo.processInfo.environment["BELLWETHER_SCHEMATHESIS_EXAMPLES"] ?? "20"
        try await withProgram { bench in
            let made = try json(bench.run("keys", "add", "com.example.shop", "--json").output)
            let key = try #require(made["key"] as? String)
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
            let run = try ProgramRun.finish(process, in: bench.folder)
            #expect(run.status == 0 && run.output.contains("20 selected / 20 total"), "\(run.output)\(run.errors)")
            try await served.stop()
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
            try await served.stop()
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
