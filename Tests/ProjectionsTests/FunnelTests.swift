import TestSupport
import Testing

@Suite struct FunnelTests {
    @Test func theFirstOpenCountsLessThan24HoursAfterTheAnswerOfWhoeverHadThem() async throws {
        let rows = try await History.run { history in
            // The third person allowed notifications exactly 24 hours before the horizon, the fourth a microsecond
            // later.
            let people = [(10.0, day + 9.999999), (10, day + 10), (20, nil), (20.000001, 30)]
            for (number, (answer, open)) in people.enumerated() {
                try await history.ingest(
                    [
                        line("prompt_shown", 1, at: 0), line("prompt_granted", 2, at: answer),
                        open.map { line("notification_opened", 3, at: $0) },
                    ].compactMap { $0?.moved(to: number + 1) })
            }
            try await history.ingest([line("app_opened", 9, at: day + 20, received: day + 20)])
            try await history.project()
            return try await history.log.rows(
                """
                SELECT numbers.part, numbers.base FROM analytics.key_numbers('2026-03-01', '2026-03-01') AS numbers
                WHERE numbers.measure = 'first_open_24h'
                """)
        }
        #expect(rows == [["1", "3"]])
    }

    @Test func theTrendEndsWithTheDayOfTheHorizon() async throws {
        let rows = try await History.run { history in
            try await history.ingest([line("prompt_shown", 1, at: 0), appOpened(2, at: day)])
            try await history.project()
            return try await history.log.rows(
                """
                SELECT trend.day, trend.prompted
                FROM projection.opt_in_trend('2026-02-28', '2026-03-09', analytics.horizon(), 0) AS trend
                WHERE trend.level = 'app'
                ORDER BY trend.day
                """)
        }
        #expect(rows == [["2026-02-28", "0"], ["2026-03-01", "1"], ["2026-03-02", "0"]])
    }

    @Test func theTrendOfAMajorPoolsItsVersionsAndNoOther() async throws {
        let rows = try await History.run { history in
            try await history.ingest([
                line("prompt_shown", 1, at: 0), line("prompt_granted", 2, at: 5),
                line("prompt_shown", 3, at: 0, installation: 2, version: "17.5"),
                line("prompt_denied", 4, at: 5, installation: 2, version: "17.5"),
                line("prompt_shown", 5, at: 6 * day, installation: 3, version: "17.5"),
                line("prompt_granted", 6, at: 6 * day + 5, installation: 3, version: "17.5"),
                line("prompt_shown", 7, at: day, installation: 4, version: "18.0"),
                line("prompt_granted", 8, at: day + 5, installation: 4, version: "18.0"),
                appOpened(9, at: 8 * day),
            ])
            try await history.project()
            return try await history.log.rows(
                """
                SELECT trend.os_version, trend.day, trend.prompted, trend.pooled_base, trend.pooled_rate
                FROM projection.opt_in_trend('2026-03-01', '2026-03-09', analytics.horizon(), 0) AS trend
                WHERE trend.level = 'major' AND trend.day IN ('2026-03-01', '2026-03-07', '2026-03-08', '2026-03-09')
                ORDER BY trend.os_version, trend.day
                """)
        }
        #expect(
            rows == [
                ["17", "2026-03-01", "2", "2", "0.500000"], ["17", "2026-03-07", "1", "3", "0.666667"],
                ["17", "2026-03-08", "0", "1", "1.000000"], ["17", "2026-03-09", "0", "1", "1.000000"],
                ["18", "2026-03-07", "0", "1", "1.000000"], ["18", "2026-03-08", "0", "1", "1.000000"],
            ])
    }

    @Test func aSmallMajorCannotBeWorkedOutOfTheOthers() async throws {
        let rows = try await History.run { history in
            try await history.ingest([
                line("prompt_shown", 1, at: 0), line("prompt_granted", 2, at: 5),
                line("prompt_shown", 3, at: 0, installation: 2), line("prompt_denied", 4, at: 5, installation: 2),
                line("prompt_shown", 5, at: day, installation: 3, version: "18.0"),
                line("prompt_granted", 6, at: day + 5, installation: 3, version: "18.0"),
                appOpened(7, at: 8 * day),
            ])
            try await history.project()
            return try await history.log.rows(
                """
                SELECT trend.level, trend.os_version, trend.day, trend.pooled_base, trend.pooled_rate
                FROM projection.opt_in_trend('2026-03-01', '2026-03-02', analytics.horizon(), 2) AS trend
                ORDER BY trend.level, trend.os_version, trend.day
                """)
        }
        #expect(
            rows == [
                ["app", nil, "2026-03-01", "2", "0.500000"], ["app", nil, "2026-03-02", "3", "0.666667"],
                ["major", "17", "2026-03-01", "2", "0.500000"], ["major", "17", "2026-03-02", nil, nil],
                ["major", "18", "2026-03-02", nil, nil],
            ])
    }
}
