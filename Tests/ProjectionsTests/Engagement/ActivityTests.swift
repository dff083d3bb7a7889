import TestSupport
import Testing

extension History {
    /// Ingests and projects the lines one by one in the given order, then returns rows of `activity_daily` for a range
    /// of days in 2026 (`MM-DD`). An event of another app at the end moves the horizon past that range.
    fileprivate static func activity(
        _ columns: String, _ from: String, _ to: String, _ lines: [String]
    ) async throws -> [[String?]] {
        try await run { history in
            for line in lines + [engagement("app_opened", 99, at: 90 * day, app: "com.example.other")] {
                try await history.ingest([line])
                try await history.project()
            }
            return try await history.log.rows(
                """
                SELECT \(columns) FROM analytics.activity_daily('2026-\(from)', '2026-\(to)') AS t
                WHERE app_id = 'com.example.shop'
                """)
        }
    }
}

@Suite struct ActivityTests {
    @Test func aDayCountsForTheTwentyEightThatBeginWithIt() async throws {
        for lines in [[appOpened(1, at: 0)], [appOpened(1, at: 0), appOpened(2, at: 60)]] {
            let rows = try await History.activity("day, active, active_28d", "02-20", "04-10", lines)
            #expect(rows.count == 28)
            #expect(rows.first == ["2026-03-01", "1", "1"])
            #expect(rows.last == ["2026-03-28", "0", "1"])
        }
    }

    @Test func anInstallationCountsOnceHoweverItsDaysOverlap() async throws {
        // Active on days 1, 11 and 29 of March and once long before; the second installation opens a notification.
        let lines = [
            appOpened(1, at: 0), appOpened(2, at: 10 * day), appOpened(3, at: 28 * day), appOpened(4, at: -60 * day),
            opened("n", 5, at: 5 * day, installation: 2), opened(nil, 6, at: 0, trigger: "local", installation: 2),
        ]
        for lines in [lines, lines.reversed(), lines.shuffled()] {
            let rows = try await History.activity("day, active_28d, openers_28d", "03-01", "04-30", lines)
            #expect(rows.first == ["2026-03-01", "2", "0"])
            #expect(rows.contains(["2026-03-05", "2", "0"]))
            #expect(rows.contains(["2026-03-06", "2", "1"]))
            #expect(rows.contains(["2026-04-02", "2", "1"]))
            #expect(rows.contains(["2026-04-03", "1", "0"]))
            #expect(rows.last == ["2026-04-25", "1", "0"])
        }
    }

    @Test func theReachableOfTheLivingAreThoseOfTheEndOfTheDay() async throws {
        // Granted on 1 March, turned off in the last microsecond of 3 March, turned on again at the start of 5 March.
        let midnight = 43_200.0
        let lines = [
            line("prompt_shown", 1, at: 0), line("prompt_granted", 2, at: 5), appOpened(3, at: 10),
            status("denied", 4, at: midnight + 2 * day - 0.000001), status("authorized", 5, at: midnight + 3 * day),
            line("prompt_granted", 6, at: 0, installation: 2), opened("n", 7, at: day),
        ]
        for lines in [lines, lines.reversed(), lines.shuffled()] {
            let rows = try await History.activity(
                "day, active_28d, reachable_28d, reach_rate_28d, opener_rate", "03-01", "03-05", lines)
            #expect(
                rows == [
                    ["2026-03-01", "1", "1", "1.000000", nil],
                    // Two installations were reachable at the end of 1 March; one of them opens a notification on 2
                    // March.
                    ["2026-03-02", "1", "1", "1.000000", "0.500000"],
                    ["2026-03-03", "1", "0", "0.000000", "0.000000"],
                    ["2026-03-04", "1", "0", "0.000000", "0.000000"],
                    ["2026-03-05", "1", "1", "1.000000", "0.000000"],
                ])
        }
    }

    @Test func aDayThatEndsBeforeItBeganStopsNothing() async throws {
        try await History.run { history in
            // In St. John's, clocks went back from 00:01 on 1 November to 23:01 on 31 October, at 02:31 UTC.
            _ = try await history.log.rows("UPDATE projection.settings SET time_zone = 'America/St_Johns'")
            let before = -515_323_770.0
            try await history.ingest([
                line("prompt_shown", 1, at: before - 9), line("prompt_granted", 2, at: before),
                status("authorized", 3, at: before + 570, version: "17.5"),
            ])
            try await history.project()
            let days = try await history.log.rows(
                "SELECT (unnest(status_from) AT TIME ZONE 'America/St_Johns')::date FROM projection.journey")
            #expect(days == [["2009-11-01"], ["2009-11-01"], ["2009-10-31"]])
            let state = try await history.everything()
            try await history.rebuild()
            #expect(try await history.everything() == state)
        }
    }

    @Test func aTableAsOfAMomentIsWhatWasKnownThen() async throws {
        let tables = [
            "opens_daily", "opens_by_campaign", "opens_by_hour", "activity_daily", "notification_states_daily",
        ].map { table in
            "SELECT '\(table)', t::text FROM analytics.\(table)('2026-02-01', '2026-03-30', '\(time(2 * day))') AS t"
        }
        try await History.run { history in
            try await history.ingest([
                line("prompt_shown", 1, at: 0), line("prompt_granted", 2, at: 5), sent("n", 3, at: 10),
                appOpened(4, at: 60), opened("n", 5, at: day), sent("m", 6, at: 60, installation: 2, received: 2 * day),
            ])
            try await history.project()
            var then: [[String?]] = []
            for table in tables { then += try await history.log.rows(table) }
            #expect(then.count > 4)
            try await history.ingest([
                sent("n", 7, at: -5 * day, received: 5 * day),
                opened("m", 8, at: 70, installation: 2, received: 5 * day),
                status("denied", 9, at: 3 * day),
            ])
            try await history.project()
            var again: [[String?]] = []
            for table in tables { again += try await history.log.rows(table) }
            #expect(again == then)
        }
    }
}
