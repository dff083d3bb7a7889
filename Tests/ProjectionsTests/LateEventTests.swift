import EventLog
import Postgres
import Projections
import TestSupport
import Testing

/// An event that arrives months late changes only the rows that it affects.
@Suite struct LateEventTests {
    private static let direct = opened(
        "n-200", 100_001, at: -200 * day + 7_200, installation: 200, received: 10 * day)
    private static let refusal = line(
        "prompt_denied", 100_001, at: -199.5 * day, installation: 200, received: 10 * day)

    /// A late event, and how many rows of each table a step for it writes, including deletions, in a history of 300
    /// installations and 300 days.
    @Test(
        arguments: [
            // The send's cells (rows of counters) get the direct open, its campaign's cell of unopened sends is replaced by
            // another, and the day's cell gets an active installation. Each set of active days gets two bounds.
            (
                direct,
                [
                    "notification_open": 1, "journey": 1, "notification": 1, "opening": 1, "opens_cell": 3,
                    "campaign_cell": 1, "installation_activity": 1, "activity_step": 2,
                    "notification_state_cell": 1, "state_counted": 1,
                    "quality_cell": 2, "delivery_cell": 1, "delivery_counted": 1, "quality_counted": 1,
                ]
            ),
            // The send before it was the only one since the grant. From that day on the installation is unreachable: one
            // cell of reach, one set of days and one bound of it change.
            (
                refusal,
                [
                    "journey": 1, "daily_reach_change": 1, "lone_send": 1, "installation_activity": 1,
                    "activity_step": 1, "state_counted": 1, "quality_cell": 2, "delivery_cell": 1,
                    "delivery_counted": 1, "quality_counted": 1,
                ]
            ),
        ] as [(String, [String: Int])])
    func anEventOfALongPastMonthChangesItsOwnRowsAlone(late: String, expected: [String: Int]) async throws {
        try await History.run(stepSize: 1_000_000) { history in
            try await history.ingest((0..<300).flatMap(Self.life))
            try await history.project()
            let tables = try await history.stateTables()
            let sizes = try await history.sizes(of: tables)
            let next = try await history.log.rows("SELECT pg_snapshot_xmax(pg_current_snapshot())")[0][0] ?? ""
            try await history.ingest([late])
            try await history.project()
            var changed: [String: Int] = [:]
            for (table, size) in try await history.sizes(of: tables) {
                let written = try await history.log.rows(
                    "SELECT count(*) FROM projection.\(table) WHERE xmin::text::bigint >= \(next)")
                let gone = max(0, (sizes[table] ?? 0) - size)
                let count = (Int(written[0][0] ?? "") ?? 0) + gone
                if count > 0 { changed[table] = count }
            }
            #expect(changed == expected)
            try await history.expectWhatARebuildGives()
        }
    }

    @Test func aSendThatAnEarlierCopyMovesIsNoLongerBetweenTheReadingsAroundItsLaterTime() async throws {
        try await History.run { history in
            try await history.ingest([
                line("prompt_granted", 1, at: 0), appOpened(2, at: day), appOpened(3, at: 3 * day),
                sent("n", 4, at: 4 * day, campaign: "c"), appOpened(5, at: 5 * day),
            ])
            try await history.project()
            let sends = "SELECT send_at AT TIME ZONE 'UTC' FROM projection.lone_send"
            #expect(try await history.log.rows(sends) == [["2026-03-05 12:00:00"]])
            try await history.ingest([sent("n", 6, at: 2 * day, campaign: "c", received: 6 * day)])
            try await history.project()
            #expect(try await history.log.rows(sends) == [["2026-03-03 12:00:00"]])
            try await history.expectWhatARebuildGives()
        }
    }

    /// Returns the events of an installation that was prompted `number` days ago, allowed notifications and was sent
    /// one.
    private static func life(_ number: Int) -> [String] {
        let at = -Double(number) * day
        return [
            line("prompt_shown", number * 10, at: at, installation: number),
            line("prompt_granted", number * 10 + 1, at: at + 5, installation: number),
            sent("n-\(number)", number * 10 + 2, at: at + 3_600, campaign: "c", installation: number, os: "17.4"),
        ]
    }
}

extension History {
    fileprivate func sizes(of tables: [String]) async throws -> [String: Int] {
        var sizes: [String: Int] = [:]
        for table in tables {
            let count = try await log.rows("SELECT count(*) FROM projection.\(table)")
            sizes[table] = Int(count[0][0] ?? "")
        }
        return sizes
    }
}
