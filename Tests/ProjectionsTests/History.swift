import EventLog
import Events
import Foundation
import Ingest
import Postgres
import Projections
import TestSupport
import Testing

/// The events of a test, and the log and projections that process them.
struct History {
    let log: TestLog
    let projector: Projector
    private let folder: String

    /// Runs `body` with its own log.
    static func run<Value: Sendable>(stepSize: Int = 1, _ body: (History) async throws -> Value) async throws -> Value {
        try await TestServer.withDatabase { database in
            let folder = NSTemporaryDirectory() + "bellwether-\(UUID().uuidString)"
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(atPath: folder) }
            let session = try await database.session(as: .project)
            return try await body(
                History(
                    log: try await TestLog(database), projector: Projector(session: session, stepSize: stepSize),
                    folder: folder))
        }
    }

    /// Ingests acceptable lines as one file, in batches of `batchSize`.
    func ingest(_ lines: [String], batchSize: Int = 1_000) async throws {
        let report = try await report(of: lines, batchSize: batchSize)
        precondition(report.outcome.rejected == 0, "a line of the test is rejected")
    }

    /// Ingests lines, acceptable or not, as one file.
    func report(of lines: [String], batchSize: Int) async throws -> Ingest.Report {
        let path = folder + "/\(UUID().uuidString).ndjson"
        try Data(lines.joined(separator: "\n").utf8).write(to: URL(fileURLWithPath: path))
        return try await log.ingest(path, batchSize: batchSize)
    }

    func project() async throws {
        _ = try await projector.bringUp()
    }

    func rebuild() async throws {
        _ = try await projector.rebuild(Projection.all)
    }

    /// Expects the tables to be those that a rebuild gives.
    func expectWhatARebuildGives(at place: SourceLocation = #_sourceLocation) async throws {
        let state = try await everything()
        try await rebuild()
        let rebuilt = try await everything()
        #expect(!state.isEmpty && rebuilt == state, "\(rebuilt.count) and \(state.count) rows", sourceLocation: place)
    }

    /// Returns the tables that analysts read.
    func tables() async throws -> [[String?]] {
        try await log.rows("SELECT t::text FROM analytics.opt_in_by_os AS t")
            + log.rows("SELECT t::text FROM analytics.opt_in_daily AS t")
            + log.rows("SELECT t::text FROM analytics.opt_in_by AS t")
            + log.rows("SELECT t::text FROM analytics.provisional_by_os AS t")
            + log.rows("SELECT t::text FROM analytics.win_back_by_os AS t")
            + log.rows("SELECT t::text FROM analytics.reach_daily AS t")
            + log.rows(
                """
                SELECT app.app_id, q.orphan_decisions, q.decided_late, q.status_jumps
                FROM projection.permission_quality('2026-01-01', '2026-12-31', analytics.horizon()) AS q
                INNER JOIN log.app ON app.app = q.app
                ORDER BY 1
                """)
    }
}

/// Returns the line of an event. `at` and `received` are in seconds after 2026-03-01T12:00:00Z.
func line(
    _ type: String, _ id: Int, at seconds: Double, installation: Int = 1, os: String = "iOS", version: String = "17.4",
    sequence: Int? = nil, received: Double? = nil, app: String = "com.example.shop", data: [String: String] = [:]
) -> String {
    let data = data.sorted { $0.key < $1.key }.map { #""\#($0.key)":"\#($0.value)""# }.joined(separator: ",")
    return EventText.line(
        type, id: id, installation: installation, app: app, at: time(seconds),
        received: time(received ?? max(seconds, 0) + 1),
        os: os, version: version, data: "{\(data)}", more: sequence.map { #","sequence":\#($0)"# } ?? "")
}

extension [String] {
    /// The lines without copies of an event that differ from its first one: of copies that come in one file, it is not
    /// defined which one stands.
    func withoutDifferingCopies() -> [String] {
        var first: [[String]: String] = [:]
        return filter { line in
            let event = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
            let identity = ["id", "installation_id", "occurred_at"].map { event?[$0] as! String }
            let standing = first[identity] ?? line
            first[identity] = standing
            return standing == line
        }
    }
}

/// Returns a `status_observed` event.
func status(
    _ status: String, _ id: Int, at seconds: Double, os: String = "iOS", version: String = "17.4", sequence: Int? = nil,
    received: Double? = nil
) -> String {
    line(
        "status_observed", id, at: seconds, os: os, version: version, sequence: sequence, received: received,
        data: ["status": status])
}

/// Returns the time `seconds` after 2026-03-01T12:00:00Z as RFC 3339.
func time(_ seconds: Double) -> String {
    let microseconds = Int((seconds * 1_000_000).rounded())
    let whole = Int((Double(microseconds) / 1_000_000).rounded(.down))
    let fraction = String(1_000_000 + microseconds - whole * 1_000_000).dropFirst()
    let text = Date(timeIntervalSince1970: 1_772_366_400 + Double(whole)).formatted(.iso8601)
    return text.dropLast() + ".\(fraction)Z"
}

func uuid(_ number: Int) -> String { EventText.uuid(number) }

/// The length of a day in seconds.
let day = 86_400.0

extension String {
    /// Returns the line with another installation instead of installation 1.
    func moved(to installation: Int) -> String {
        replacing(
            #""installation_id":"00000000-0000-4000-8000-000000000001""#,
            with: #""installation_id":"00000000-0000-4000-8000-00000000000\#(installation)""#)
    }
}
