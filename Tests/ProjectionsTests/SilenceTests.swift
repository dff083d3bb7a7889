import Postgres
import Projections
import TestSupport
import Testing

/// Whether an app has fallen silent is judged by its own rhythm.
@Suite struct SilenceTests {
    /// Hours at which events of an app are received, and how many hours after the last it is silent.
    struct Rhythm: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let receipts: [Int]
        let silentAfter: Double

        static let everyHour = Rhythm(testDescription: "every hour", receipts: Array(0...200), silentAfter: 48)
        static let everyNight = Rhythm(
            testDescription: "every night", receipts: (0...20).map { $0 * 24 }, silentAfter: 72)
        static let everyWeek = Rhythm(testDescription: "every week", receipts: [0, 168, 336, 504], silentAfter: 504)
        static let onWorkingDays = Rhythm(
            testDescription: "on working days", receipts: (0..<21).filter { $0 % 7 < 5 }.map { $0 * 24 },
            silentAfter: 216)
        static let pausedLongAgo = Rhythm(
            testDescription: "a long pause more than four weeks ago", receipts: [0] + (34...66).map { $0 * 24 },
            silentAfter: 72)
    }

    @Test(arguments: [
        Rhythm.everyHour, Rhythm.everyNight, Rhythm.everyWeek, Rhythm.onWorkingDays, Rhythm.pausedLongAgo,
    ])
    func anAppIsSilentAfterThriceItsLongestPause(rhythm: Rhythm) async throws {
        try await withReceipts(rhythm.receipts) { judge in
            let (before, after) = (try await judge(rhythm.silentAfter), try await judge(rhythm.silentAfter + 0.01))
            #expect(before == [["com.example.shop", "f"]] && after == [["com.example.shop", "t"]])
        }
    }

    @Test(arguments: [1, 4, 168])
    func anAppThatSentForLessThanAWeekIsNeverSilent(hours: Int) async throws {
        try await withReceipts(Array(0..<hours)) { judge in
            let judged = try await judge(5_000)
            #expect(judged == [["com.example.shop", "f"]])
        }
    }

    /// An event of a device whose clock runs ahead has a time after its receipt.
    @Test func timesOfEventsDoNotHideASilence() async throws {
        try await History.run { history in
            _ = try await history.outcome(of: [line("prompt_shown", 1, at: 0)])
            let known = try await history.log.rows(
                """
                SELECT receipts.app_id, receipts.last_received_at = batch.latest_received_at
                FROM log.batch CROSS JOIN projection.app_receipts('2026-06-01Z') AS receipts
                """)
            #expect(known == [["com.example.shop", "t"]])
        }
    }

    /// Runs `body` with a ledger of these hours of receipt, and a function that judges so many hours after the last.
    private func withReceipts(
        _ hours: [Int], _ body: ((Double) async throws -> [[String?]]) async throws -> Void
    ) async throws {
        try await TestServer.withLog { log in
            _ = try await log.rows("INSERT INTO log.app (app_id) VALUES ('com.example.shop')")
            _ = try await log.rows(
                """
                INSERT INTO log.batch (
                    batch_id, position, committed_at, latest_received_at, first_line, last_line, start_offset,
                    end_offset, accepted, duplicates, rejected, is_last, source, engagement_months, apps, app_receipts
                )
                SELECT
                    row_number() OVER (), row_number() OVER (), at, at, 1, 1, 0, 0, 0, 1, 0, false, 'test', '{}',
                    ARRAY[(SELECT app.app FROM log.app)], ARRAY[at]
                FROM unnest('{\(hours.map(String.init).joined(separator: ","))}'::integer[]) AS hour
                CROSS JOIN LATERAL (SELECT timestamptz '2026-01-01Z' + hour * interval '1 hour') AS t (at)
                """)
            try await body { after in
                try await log.rows(
                    """
                    SELECT receipts.app_id, receipts.is_silent
                    FROM projection.app_receipts(
                        timestamptz '2026-01-01Z' + \(Double(hours.max() ?? 0) + after) * interval '1 hour'
                    ) AS receipts
                    """)
            }
        }
    }
}
