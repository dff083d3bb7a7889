import EventLog
import Events
import Foundation
import Postgres
import TestSupport

/// A log with a quarantine that a test fills.
struct QuarantineBench {
    let database: Database
    let log: TestLog
    let session: Session

    /// Runs `body` with a new log.
    static func run<Value: Sendable>(_ body: (QuarantineBench) async throws -> Value) async throws -> Value {
        try await TestServer.withDatabase { database in
            try await body(
                QuarantineBench(
                    database: database, log: try await TestLog(database),
                    session: try await database.session(as: .ingest)))
        }
    }

    /// Returns a valid line, unless `more` makes it invalid.
    static func line(_ id: Int, type: String = "prompt_shown", more: String = "") -> String {
        """
        {"id":"\(EventUUID(high: 0, low: UInt64(id)))","type":"\(type)","app_id":"com.example.shop",\
        "installation_id":"\(EventUUID(high: 1, low: 1))","occurred_at":"2026-03-01T12:00:00Z",\
        "os":{"name":"iOS","version":"17.4"}\(more)}
        """
    }

    /// 2026-03-02T00:00:00Z, when everything is received.
    static let receipt = Timestamp(microseconds: 1_772_409_600_000_000)

    /// Quarantines lines as if by an earlier program that could not read them.
    func hold(
        _ lines: [String], reason: RejectReason = .unknownType, source: String = "a.ndjson", key: String? = nil,
        at receipt: Timestamp = QuarantineBench.receipt, byteCount: Int? = nil
    ) async throws {
        var batch = Batch(source: source, lines: 1..<lines.count + 1, offsets: 0..<0)
        batch.rejects = lines.enumerated().map { number, line in
            RejectedLine(
                reject: Reject(reason: reason, detail: "not yet", receivedAt: receipt), line: number + 1,
                bytes: Array(line.utf8), byteCount: byteCount ?? line.utf8.count,
                sender: key.map { Sender(key: 1, appID: $0) })
        }
        _ = try await LogWriter(session: session).append(batch)
    }

    /// Retries with a new session.
    func retry(
        _ filter: QuarantineFilter = QuarantineFilter(), chunkSize: Int = QuarantineRetry.chunkSize
    ) async throws -> QuarantineRetry.Report {
        let session = try await database.session(as: .ingest)
        let report = try await QuarantineRetry(session: session, chunkSize: chunkSize).retry(filter)
        await session.close()
        return report
    }

    /// Sends a line as a client does, received at `receipt`.
    func send(_ line: String) async throws -> Outcome {
        guard case .accepted(let event) = EventValidator(ingestedAt: Self.receipt).validate(Array(line.utf8)) else {
            preconditionFailure("the line of the test is rejected")
        }
        let session = try await database.session(as: .ingest)
        let outcome = try await LogWriter(session: session).append(batch([event]))
        await session.close()
        return outcome
    }

    /// Returns how many rows are held, released and discarded.
    func states() async throws -> [[String?]] {
        try await log.rows(
            """
            SELECT
                count(*) FILTER (WHERE released_at IS NULL AND discarded_at IS NULL), count(released_at),
                count(discarded_at)
            FROM log.quarantine
            """)
    }
}
