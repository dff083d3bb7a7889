import EventLog
import Foundation
import Postgres
import Reports
import TestSupport
import Testing

@Suite struct PastReportTests {
    /// The tables that count deliveries; they don't depend on the horizon.
    private static let ofDeliveries: Set = ["csv/deliveries_daily.csv", "csv/rejects.csv"]

    @Test(arguments: 0..<3)
    func aReportOfAPastHorizonIsTheOneThatWasMadeThen(_ number: Int) async throws {
        let lines = EngagementOrderTests.lines(240).sorted { Self.receipt($0) < Self.receipt($1) }
        let horizon = Self.receipt(lines[120])
        let request = ReportRequest(minimumCell: [0, 0, 2][number], asOf: horizon)
        try await History.run { history in
            try await history.ingest(lines.filter { Self.receipt($0) <= horizon })
            let then = try await history.files(of: request)
            try await history.ingest(lines.filter { Self.receipt($0) > horizon })
            let again = try await history.files(of: request)
            for (path, text) in then where !Self.ofDeliveries.contains(path) {
                #expect(again[path] == text, "\(path) of \(lines)")
            }
            #expect(then["csv/opens_daily.csv"]!.contains(",2026-"), "there is something to compare")
        }
    }

    /// Returns `received_at`, which sorts by time as text.
    private static func receipt(_ line: String) -> String {
        let event = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
        return event?["received_at"] as! String
    }
}

extension History {
    /// Makes a report over two sessions as the program does, and returns its tables by path.
    fileprivate func files(of request: ReportRequest) async throws -> [String: String] {
        try await project()
        let session = try await log.database.session(as: .project)
        let other = try await log.database.session(as: .project)
        let versions = Report.Versions(program: "test", schema: 0)
        let report = try await Report.make(request, versions, on: session, and: [other])
        await session.close()
        await other.close()
        let tables = report.files.filter { $0.path.hasPrefix("csv/") || $0.path.contains("/csv/") }
        return Dictionary(uniqueKeysWithValues: tables.map { ($0.path, $0.text) })
    }
}
