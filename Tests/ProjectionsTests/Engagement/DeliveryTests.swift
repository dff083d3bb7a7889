import Foundation
import TestSupport
import Testing

@Suite struct DeliveryTests {
    @Test func deliveriesAreCountedByTheDayOfReceiptWhateverBecameOfThem() async throws {
        let (daily, rejects) = try await History.run { history in
            let lines = [
                appOpened(1, at: 43_198), appOpened(1, at: 43_198), appOpened(2, at: 43_199),
                appOpened(3, at: 60).replacing("app_opened", with: "app_closed"),
                appOpened(4, at: 60).replacing(#""app_id":"com.example.shop","#, with: ""),
            ]
            try await history.ingest(anything: lines + ["no event, and received when it is ingested"])
            try await history.project()
            return (
                try await history.log.rows("SELECT t.* FROM analytics.deliveries_daily AS t"),
                try await history.log.rows("SELECT t.* FROM analytics.rejects('2026-03-01', '2026-03-01') AS t")
            )
        }
        // The line that isn't JSON is received at the time of ingest, on a day after the horizon's day.
        #expect(daily == [["2026-03-01", "1", "1", "2"], ["2026-03-02", "1", "0", "0"]])
        #expect(rejects == [["missing_field", "1"], ["unknown_type", "1"]])
    }

    @Test func opensWithoutASendCountUntilItComes() async throws {
        let opens = [
            opened("n", 1, at: 0), opened("n", 2, at: 0), opened(nil, 3, at: day),
            opened(nil, 4, at: 0, trigger: "local"), opened("n", 5, at: 0, installation: 2),
        ]
        let rows = try await History.run { history in
            var rows: [[String?]] = []
            // The second part is the send of the first two opens: too late for them to be direct, but of the same
            // notification.
            for lines in [opens, [sent("n", 6, at: 20 * day)]] {
                try await history.ingest(lines)
                try await history.project()
                rows += try await history.quality("unsent_opens", "03-01", "03-30")
                rows += try await history.quality("unsent_opens", "03-01", "03-01")
            }
            return rows
        }
        #expect(rows == [["4"], ["3"], ["2"], ["1"]])
    }

    @Test func percentilesOfLatenciesAreTheMiddlesOfTheirClasses() async throws {
        // The latencies are −5 s, 1 s, 86,400 s and 86,400.000001 s: the median is the second, the 95th percentile the
        // last.
        let rows = try await History.run { history in
            for (id, latency) in [(1, 86_400.000001), (2, 1), (3, -5), (4, 86_400)] {
                try await history.ingest([
                    engagement("app_opened", id, at: 100, received: 100 + latency)
                ])
                try await history.project()
            }
            try await history.ingest([line("prompt_shown", 9, at: 5 * day, received: 5 * day + 7)])
            try await history.project()
            return try await history.quality("latency_p50_seconds", "03-01", "03-02")
                + history.quality("latency_p95_seconds", "03-01", "03-02")
                + history.quality("latency_over_24h_rate", "03-01", "03-02")
                + history.quality("latency_p50_seconds", "03-06", "03-06")
                + history.quality("latency_p50_seconds", "03-03", "03-05")
        }
        // Classes are 4 ms wide from 1,000 ms and 524,288 ms wide from 85,983,232 ms. A latency of exactly a day is not
        // over 24 hours, and permission events count. Days without events have no row.
        #expect(rows == [["1.002000"], ["86245.376000"], ["0.250000"], ["6.992000"]])
    }

    @Test func clocksAreCorrectedAndIdsConflictByTheDayOfTheEffectiveTime() async throws {
        let rows = try await History.run { history in
            try await history.ingest([
                engagement("app_opened", 0x80, at: 0, received: 60, clockAhead: -40 * day),
                engagement("app_opened", 0x80, at: day), engagement("app_opened", 0x86, at: 0, installation: 2),
                line("prompt_shown", 0x86, at: 0, installation: 3), line("prompt_shown", 0xf7, at: 9),
                engagement("app_opened", 0xf7, at: 10),
                // This id isn't in the sample.
                engagement("app_opened", 1, at: 0), engagement("app_opened", 1, at: 1),
            ])
            try await history.project()
            var rows: [[String?]] = []
            for measure in ["clocks_corrected", "conflicting_ids"] {
                for to in ["03-01", "03-02"] { rows += try await history.quality(measure, "03-01", to) }
            }
            return rows
        }
        // The first id has its two times on two days and the third on one day. The second belongs to two installations.
        #expect(rows == [["1"], ["1"], ["1"], ["2"]])
    }

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

    /// The SHA-256 of the ids' bytes starts with 3 and 4.
    @Test func theSampleEndsWhereTheFirstByteOfTheHashIsFour() async throws {
        let ids = [0x80, 0x2bc]
        let rows = try await History.run { history in
            try await history.ingest(
                ids.flatMap { [engagement("app_opened", $0, at: 0), engagement("app_opened", $0, at: 9)] })
            try await history.project()
            return try await history.quality("conflicting_ids", "03-01", "03-01")
                + history.log.rows("SELECT DISTINCT id::text FROM projection.sampled_event")
        }
        #expect(rows == [["1"], [uuid(ids[0])]])
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
