public import EventLog
public import Events
public import Ingest
public import Postgres

/// An event log in a test's own database.
public struct TestLog: Sendable {
    public let database: Database
    /// A session with the rights of the connecting user, to inspect and damage the database.
    public let owner: Session
    private let session: Session
    private let second: Session

    public init(_ database: Database) async throws {
        self.database = database
        owner = try await Session.connect(to: database.target)
        session = try await database.session(as: .ingest)
        second = try await database.session(as: .ingest)
    }

    /// Ingests a file at a fixed time, over two sessions as the program does.
    @discardableResult
    public func ingest(
        _ path: String, batchSize: Int = Ingest.batchSize, at now: Timestamp = TestLog.now
    ) async throws -> Ingest.Report {
        try await Ingest(session: session, second: second, batchSize: batchSize, now: { now }).ingest(.file(path: path))
    }

    /// 2026-06-01T00:00:00Z, later than every event in the tests.
    public static let now = Timestamp(microseconds: 1_780_272_000_000_000)

    /// Waits until this many sessions wait for a lock with this `wait_event` in `pg_stat_activity`, such as "relation"
    /// for a table or "transactionid" for a key in flight.
    public func waitFor(_ count: Int, waitingFor event: String) async throws {
        let waiting = """
            SELECT count(*) FROM pg_stat_activity
            WHERE datname = current_database() AND wait_event_type = 'Lock' AND wait_event = '\(event)'
            """
        try await wait(for: "\(count) waiting for \(event)") { try await rows(waiting) == [["\(count)"]] }
    }

    /// Returns the rows of a query.
    public func rows(_ query: String) async throws -> [[String?]] {
        try await owner.run { try $0.execute(Statement(file: "test", text: query)).rows() }
    }
}

extension TestServer {
    /// Runs `body` with a log in its own migrated database.
    public static func withLog<Value: Sendable>(_ body: (TestLog) async throws -> Value) async throws -> Value {
        try await withDatabase { try await body(try await TestLog($0)) }
    }
}
