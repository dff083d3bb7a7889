import TestSupport
import Testing

/// Compares the statistics in SQL with published tables: Newcombe 1998, Statistics in Medicine 17, 857–872 (single
/// proportions, table I, method 3) and 873–890 (differences, table II, method 10); Benjamini and Hochberg 1995 (their
/// 15 p values).
@Suite struct StatisticsTests {
    @Test func aProportionsIntervalIsNewcombesTable() async throws {
        let rows = try await query(
            """
            SELECT
                round(stats.wilson_low(given.successes, given.trials)::numeric, 4),
                round(stats.wilson_high(given.successes, given.trials)::numeric, 4)
            FROM (VALUES (81, 263), (15, 148), (0, 20), (1, 29), (29, 29), (0, 0)) AS given (successes, trials)
            """)
        #expect(
            rows == [
                ["0.2553", "0.3662"], ["0.0624", "0.1605"], ["0.0000", "0.1611"], ["0.0061", "0.1718"],
                ["0.8830", "1.0000"], [nil, nil],
            ])
    }

    @Test func anIntervalEndsExactlyAtNoneAndAtAll() async throws {
        let rows = try await query(
            """
            SELECT bool_and(stats.wilson_low(0, n) = 0 AND stats.wilson_high(n, n) = 1),
                bool_and(stats.wilson_low(n - 1, n) < 1 AND stats.wilson_high(1, n) > 0)
            FROM generate_series(1, 2000) AS n
            """)
        #expect(rows == [["t", "t"]])
    }

    @Test func aDifferencesIntervalIsNewcombesTable() async throws {
        let rows = try await query(
            """
            SELECT round(compared.difference::numeric, 4), round(compared.low::numeric, 4), round(compared.high::numeric, 4)
            FROM (VALUES
                (56, 70, 48, 80), (9, 10, 3, 10), (6, 7, 2, 7), (5, 56, 0, 29), (0, 10, 0, 20), (0, 10, 0, 10),
                (10, 10, 0, 20), (10, 10, 0, 10), (1, 2, 0, 0)
            ) AS given (successes_1, trials_1, successes_2, trials_2)
            CROSS JOIN LATERAL stats.newcombe_difference(
                given.successes_1, given.trials_1, given.successes_2, given.trials_2) AS compared
            """)
        #expect(
            rows == [
                ["0.2000", "0.0524", "0.3339"], ["0.6000", "0.1705", "0.8090"], ["0.5714", "0.0582", "0.8062"],
                ["0.0893", "-0.0381", "0.1926"], ["0.0000", "-0.1611", "0.2775"], ["0.0000", "-0.2775", "0.2775"],
                ["1.0000", "0.6791", "1.0000"], ["1.0000", "0.6075", "1.0000"], [nil, nil, nil],
            ])
    }

    @Test func theTailsOfTheNormalHaveTheirDigits() async throws {
        // erfc(z / √2) as computed by the C library.
        let rows = try await query(
            """
            SELECT bool_and(abs(stats.two_sided_p(given.z) / given.p - 1) < 1e-11), bool_and(
                stats.two_sided_p(-given.z) = stats.two_sided_p(given.z))
            FROM (VALUES
                (0::double precision, 1::double precision), (0.5, 0.617075077451974), (1, 0.317310507862914),
                (1.959963984540054, 0.05), (2.121320343559642, 0.0338948535246893), (2.2, 0.0278068950269972),
                (3, 0.00269979606326019), (5, 5.73303143758387e-07), (10, 1.52397060483209e-23),
                (35, 2.24982141294511e-268)
            ) AS given (z, p)
            """)
        #expect(rows == [["t", "t"]])
        #expect(try await query("SELECT stats.two_sided_p(37), stats.two_sided_p(NULL)") == [["0", nil]])
    }

    @Test func whereNothingVariesTheTestIsUndefined() async throws {
        let rows = try await query(
            """
            SELECT round(stats.two_proportion_p(56, 70, 48, 80)::numeric, 9), stats.two_proportion_p(0, 10, 0, 20),
                stats.two_proportion_p(10, 10, 20, 20), stats.two_proportion_p(0, 0, 1, 2),
                stats.two_proportion_p(1, 2, 0, 0), stats.two_proportion_p(3, 6, 5, 10)
            """)
        // z = 0.2 / √(104/150 · 46/150 · (1/70 + 1/80)) = 2.650385, p = 0.008040.
        #expect(rows[0][0]?.hasPrefix("0.0080") == true)
        #expect(rows[0].dropFirst() == [nil, nil, nil, nil, "1"])
    }

    @Test func adjustedValuesAreThoseOfTheProcedure() async throws {
        let rows = try await query(
            """
            SELECT round(adjusted.p::numeric, 6)
            FROM unnest(stats.benjamini_hochberg(ARRAY[
                0.0278, 0.0004, NULL, 0.0019, 0.0095, 0.0201, 0.0001, 0.0298, 0.0344, 0.0459, 0.3240, 0.4262, 0.5719, 0.6528,
                0.7590, 1.000
            ]::double precision[])) WITH ORDINALITY AS adjusted (p, place)
            ORDER BY adjusted.place
            """)
        #expect(
            rows.map { $0[0] } == [
                "0.063857", "0.003000", nil, "0.009500", "0.035625", "0.060300", "0.001500", "0.063857", "0.064500",
                "0.076500", "0.486000", "0.581182", "0.714875", "0.753231", "0.813214", "1.000000",
            ])
        #expect(
            try await query(
                """
                SELECT stats.benjamini_hochberg(ARRAY[]::double precision[]),
                    stats.benjamini_hochberg(ARRAY[NULL]::double precision[]),
                    stats.benjamini_hochberg(ARRAY[0.02, 0.02]::double precision[])
                """) == [["{}", "{NULL}", "{0.02,0.02}"]])
    }

    @Test func aChangeIsMixAndRatesExactly() async throws {
        let rows = try await query(
            """
            SELECT round(split.mix::numeric, 9), round(split.rates::numeric, 9)
            FROM (VALUES
                -- Equal rates, different shares of the cells: the whole change is mix. Equal shares: the whole change
                -- is rates.
                (ARRAY[40, 30], ARRAY[50, 50], ARRAY[64, 12], ARRAY[80, 20]),
                (ARRAY[40, 30], ARRAY[50, 50], ARRAY[30, 25], ARRAY[50, 50]),
                -- For a cell without people in the first period, its rate in the second is used for both. A cell
                -- without people in either period contributes nothing.
                (ARRAY[40, 0, 0], ARRAY[50, 0, 0], ARRAY[40, 10, 0], ARRAY[50, 50, 0]),
                (ARRAY[0], ARRAY[0], ARRAY[1], ARRAY[2])
            ) AS given (successes_before, trials_before, successes_after, trials_after)
            CROSS JOIN LATERAL stats.kitagawa(
                given.successes_before::bigint[], given.trials_before::bigint[], given.successes_after::bigint[],
                given.trials_after::bigint[]) AS split
            """)
        #expect(
            rows == [
                ["0.060000000", "0.000000000"], ["0.000000000", "-0.150000000"], ["-0.300000000", "0.000000000"],
                [nil, nil],
            ])
    }

    @Test func theTwoAddUpAsPublishedToo() async throws {
        let rows = try await History.run { history in
            // First none of two people grants, then one of three: mix is 1/24 and rates are 7/24, and both round up.
            let answers = [
                ("prompt_denied", 0.0, "17.4"), ("prompt_denied", 0.0, "18.0"), ("prompt_denied", day, "17.4"),
                ("prompt_granted", day, "18.0"), ("prompt_denied", day, "18.0"),
            ]
            for (number, (answer, at, version)) in answers.enumerated() {
                try await history.ingest([
                    line("prompt_shown", 1, at: at, installation: number, version: version),
                    line(answer, 2, at: at + 1, installation: number, version: version),
                ])
            }
            try await history.ingest([appOpened(3, at: 0), appOpened(4, at: 3 * day)])
            try await history.project()
            return try await history.log.rows(
                """
                SELECT verdict.difference, verdict.mix, verdict.answers
                FROM analytics.verdicts('2026-03-02', '2026-03-02') AS verdict
                WHERE verdict.metric = 'opt_in_24h' AND verdict.dimension = 'all'
                """)
        }
        #expect(rows == [["0.333333", "0.041667", "0.291666"]])
    }

    private func query(_ text: String) async throws -> [[String?]] {
        try await TestServer.withLog { try await $0.rows(text) }
    }
}
