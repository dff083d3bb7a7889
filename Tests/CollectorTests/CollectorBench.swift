import Collector
import EventLog
import Events
import Foundation
import Logging
import Postgres
import TestSupport
import Testing

/// A running collector and its log.
struct CollectorBench: Sendable {
    let port: Int
    let log: TestLog
    let database: Database

    /// Runs `body` with a collector on a new database. `sessions`: how many sessions store batches; `now`: its clock.
    static func run(
        _ settings: Collector.Settings = .open, target: (@Sendable (Database) throws -> ConnectionTarget)? = nil,
        sessions: Int = 1, store: (any BatchStore)? = nil,
        logger: Logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
        now: @escaping @Sendable () -> Timestamp = { CollectorBench.now },
        _ body: (CollectorBench) async throws -> Void
    ) async throws {
        try await TestServer.withDatabase { database in
            var behind = database
            if let target { behind = try await Database(migrating: target(database)) }
            var storing: [Session] = []
            for _ in 0..<sessions { storing.append(try await behind.session(as: .ingest)) }
            let asking = try await behind.session(as: .ingest)
            let collector = Collector(
                settings, store: store ?? LogWriter(sessions: storing, patience: .seconds(2)), asking: asking,
                logger: logger, now: now)
            let (ports, found) = AsyncStream<Int>.makeStream()
            let serving = Task {
                defer { found.finish() }
                try await collector.run { found.yield($0) }
            }
            var iterator = ports.makeAsyncIterator()
            let outcome: Result<Void, any Error>
            do {
                let port = try #require(await iterator.next())
                let bench = CollectorBench(port: port, log: try await TestLog(database), database: database)
                outcome = .success(try await body(bench))
            } catch {
                outcome = .failure(error)
            }
            serving.cancel()
            _ = await serving.result
            for session in storing { await session.close() }
            await asking.close()
            try outcome.get()
        }
    }

    /// The time of receipt of all events: 2026-03-02T00:00:00Z.
    static let now = Timestamp(microseconds: 1_772_409_600_000_000)

    /// Sends a request on a new connection.
    func request(
        _ method: String, _ path: String, _ headers: [String] = [], body: [UInt8] = []
    ) async throws -> Reply {
        try await connect { connection in
            connection.send(Self.head(method, path, headers, length: body.count))
            connection.send(body)
            return try #require(connection.receive(isHead: method == "HEAD"))
        }
    }

    /// Sends events.
    func post(
        _ body: String, type: String = "application/json", key: String? = nil, path: String = "/v1/events"
    ) async throws -> Reply {
        let headers = ["Content-Type: \(type)"] + (key.map { ["Authorization: Bearer \($0)"] } ?? [])
        return try await request("POST", path, headers, body: Array(body.utf8))
    }

    /// Opens a connection and runs `body`, which may block.
    func connect<Value: Sendable>(
        patience: Int = 60, _ body: @escaping @Sendable (HTTPConnection) throws -> Value
    ) async throws -> Value {
        try await blocking { [port] in try body(HTTPConnection(port: port, patience: patience)) }
    }

    /// Waits until the metrics have a line.
    func waitFor(metric line: String) async throws {
        try await wait(for: line) { try await request("GET", "/metrics").body.contains(line + "\n") }
    }

    /// Returns the head of a request with events in a body of this length.
    static func head(ofEvents length: Int) -> String {
        head("POST", "/v1/events", ["Content-Type: application/json"], length: length)
    }

    /// Returns the head of a request.
    static func head(_ method: String, _ path: String, _ headers: [String] = [], length: Int) -> String {
        let lines = ["\(method) \(path) HTTP/1.1", "Host: test", "Content-Length: \(length)"] + headers
        return lines.joined(separator: "\r\n") + "\r\n\r\n"
    }

    /// Creates a key for an app.
    func makeKey(_ appID: String = "com.example.shop") async throws -> (number: Int, text: String) {
        try await log.owner.run { connection in
            let (key, secret) = try CollectorKey.add(appID: appID, name: "test", connection)
            return (key.number, secret.description)
        }
    }

    /// Retries held deliveries as a newer program would that knows `app_closed` as another name of `app_opened`.
    func retry() async throws -> QuarantineRetry.Report {
        let session = try await database.session(as: .ingest)
        let retry = QuarantineRetry(session: session) { validator, bytes in
            validator.validate(
                Array(String(decoding: bytes, as: UTF8.self).replacing("app_closed", with: "app_opened").utf8))
        }
        let report = try await retry.retry(QuarantineFilter())
        await session.close()
        return report
    }

    /// Returns the number of events in the log.
    func stored() async throws -> Int {
        let rows = try await log.rows("SELECT count(*) FROM log.engagement_event")
        return Int(rows[0][0] ?? "") ?? -1
    }
}

extension Collector.Settings {
    /// Without keys, on a free port.
    static var open: Collector.Settings {
        var settings = Collector.Settings()
        settings.port = 0
        settings.access = .anyone
        return settings
    }

    /// With keys, on a free port.
    static var keyed: Collector.Settings {
        var settings = open
        settings.access = .keys
        return settings
    }

    /// Without keys and with changed limits.
    static func limited(_ change: (inout CollectorLimits) -> Void) -> Collector.Settings {
        var settings = open
        change(&settings.limits)
        return settings
    }
}

/// Returns a valid event whose id is this number.
func line(_ id: Int, app: String = "com.example.shop", type: String = "app_opened", more: String = "") -> String {
    EventText.line(type, id: id, app: app, more: more)
}

/// Expects a value that was computed with `await`, which the compiler does not always support inside the macro.
func expect(_ isSo: Bool, sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(isSo, sourceLocation: sourceLocation)
}
