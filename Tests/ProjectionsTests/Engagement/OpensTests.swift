import TestSupport
import Testing

/// The open window and the influence window, in seconds.
private let openWindow = 28 * day

@Suite struct OpensTests {
    @Test func aDayIsOpenUntilBothWindowsOfItsSendsHavePassed() async throws {
        let rows = try await History.run { history in
            try await history.ingest([sent("n", 1, at: 0)])
            try await history.project()
            // The day ends 43,200 s after noon.
            let end = 43_200 + openWindow
            var rows: [[String?]] = []
            // Influence is settled 30 s after its window, because of an open of the notification near the app open.
            let cases: [(Double, Double)] = [
                (43_200, end - 1), (43_200, end), (30 * 86_400, end), (openWindow, end + 29), (openWindow, end + 30),
            ]
            for (influence, horizon) in cases {
                _ = try await history.log.rows(
                    "UPDATE projection.settings SET influence_window_seconds = \(Int(influence))")
                rows += try await history.log.rows(
                    """
                    SELECT page.is_open
                    FROM projection.opens_levels('2026-03-01', '2026-03-01', '\(time(horizon))', 0, '{day}') AS page
                    """)
            }
            return rows
        }
        #expect(rows == [["t"], ["f"], ["t"], ["t"], ["f"]])
    }

    @Test func aRowOfFewPeopleLosesItsNumbers() async throws {
        let (daily, campaigns) = try await History.run { history in
            // Many sends to few people: four sends to two installations on 17.4, three sends to three installations on
            // 18.0.
            try await history.ingest(
                (0..<4).map { sent("n-\($0)", $0, at: 0, campaign: "a", installation: 1 + $0 % 2, os: "17.4") }
                    + (5..<8).map { sent("n", $0, at: 0, campaign: "b", installation: $0, os: "18.0") }
                    + (10..<14).map { sent("n", $0, at: 0, campaign: "c", installation: $0, os: "18.1") })
            try await history.project()
            return (
                try await history.log.rows(
                    "SELECT os_version, sent FROM analytics.opens_daily('2026-03-01', '2026-03-01', NULL, 3) AS t"),
                try await history.log.rows(
                    "SELECT campaign, sent FROM analytics.opens_by_campaign('2026-03-01', '2026-03-01', NULL, 3) AS t")
            )
        }
        #expect(daily == [["17.4", nil], ["18.0", nil], ["18.1", "4"]])
        #expect(campaigns == [["a", nil], ["b", nil], ["c", "4"]])
    }

    @Test func aRowOfNobodySentToOrActiveKeepsItsNumbers() async throws {
        let rows = try await History.run { history in
            // Installation 20 opens a notification on 17.4 and is last active on 18.1, on both days.
            let moved = [0, day].flatMap {
                [opened("x", 1, at: $0 + 5, installation: 20), appOpened(2, at: $0 + 10, installation: 20, os: "18.1")]
            }
            try await history.ingest(moved)
            let sends = [
                ("n", 0.0, "18.0", 1..<3), ("n", 0.0, "18.1", 5..<8), ("n", 0.0, "26.0", 10..<14),
                ("m", day, "18.1", 5..<8),
            ]
            for (notification, at, os, people) in sends {
                try await history.ingest(people.map { sent(notification, 3, at: at, installation: $0, os: os) })
            }
            try await history.project()
            return try await history.log.rows(
                """
                SELECT t.day, t.os_version, t.sent, t.openers
                FROM analytics.opens_daily('2026-03-01', '2026-03-02', NULL, 3) AS t
                """)
        }
        // Its row on 17.4 stays visible, and isn't chosen as the second row to blank.
        #expect(
            rows == [
                ["2026-03-01", "17.4", "0", "1"], ["2026-03-01", "18.0", nil, nil], ["2026-03-01", "18.1", nil, nil],
                ["2026-03-01", "26.0", "4", "0"], ["2026-03-02", "17.4", "0", "1"], ["2026-03-02", "18.1", "3", "0"],
            ])
    }
}
