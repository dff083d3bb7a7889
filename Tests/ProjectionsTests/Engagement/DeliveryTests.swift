import Foundation
import TestSupport
import Testing

@Suite struct DeliveryTests {
    @Test func idsConflictWhicheverStepTheyComeIn() async throws {
        let rows = try await History.run { history in
            // Same ids within a second of each other in two steps; 300 days apart, a permission event first; three
            // times in one step.
            try await history.ingest([
                engagement("app_opened", 0x80, at: 0.25), line("prompt_shown", 0x86, at: 0),
                engagement("app_opened", 0x126, at: 7),
                engagement("app_opened", 0xf7, at: 1), engagement("app_opened", 0xf7, at: 2),
                engagement("app_opened", 0xf7, at: 3),
            ])
            try await history.project()
            try await history.ingest(anything: [
                engagement("app_opened", 0x80, at: 0.75, received: day),
                engagement("app_opened", 0x86, at: -300 * day, received: day),
                engagement("app_opened", 0x126, at: 7, received: 9),
            ])
            try await history.project()
            let counted = try await history.quality("conflicting_ids", "03-01", "03-01")
            let before = try await history.log.rows(
                """
                SELECT quality.value FROM analytics.data_quality('2026-03-01', '2026-03-01', '2026-03-01T18:00:00Z') AS quality
                WHERE quality.measure = 'conflicting_ids'
                """)
            let overAYear = try await history.log.rows(
                """
                SELECT quality.value FROM analytics.data_quality('2025-03-01', '2026-03-01') AS quality
                WHERE quality.measure = 'conflicting_ids'
                """)
            return counted + before + overAYear
        }
        // The first id conflicts only once its retry has been received, so before that only the third does. The fourth
        // is a duplicate and no conflict.
        #expect(rows == [["2"], ["1"], ["3"]])
    }
}

extension History {
    /// Returns a measure of `data_quality` over days of 2026 (`MM-DD`).
    fileprivate func quality(_ measure: String, _ from: String, _ to: String) async throws -> [[String?]] {
        try await log.rows(
            """
            SELECT q.value FROM analytics.data_quality('2026-\(from)', '2026-\(to)') AS q
            WHERE q.measure = '\(measure)'
            """)
    }

    /// Ingests lines, some of which may be rejected.
    fileprivate func ingest(anything lines: [String]) async throws {
        let path = NSTemporaryDirectory() + "bellwether-\(UUID().uuidString).ndjson"
        defer { try? FileManager.default.removeItem(atPath: path) }
        try Data(lines.joined(separator: "\n").utf8).write(to: URL(fileURLWithPath: path))
        try await log.ingest(path)
    }
}
