import Foundation
import Pages
import Postgres
import Reports
import TestSupport
import Testing

/// How the pages of a report round.
@Suite struct RoundingTests {
    /// 38 of 83: the upper bound is 56.44995%, which files have as 0.564500.
    @Test func aPageRoundsOnceFromTheUnroundedNumber() async throws {
        try await History.run { history in
            let prompts = (1...83).map { line("prompt_shown", 1, at: 0, installation: $0) }
            let answers = (1...83).map {
                line($0 > 38 ? "prompt_denied" : "prompt_granted", 2, at: 9, installation: $0)
            }
            try await history.ingest(prompts + answers + [line("app_opened", 3, at: 15 * day)])
            let files = try await history.makeReport().texts
            #expect(files["csv/opt_in_by_os.csv"]?.contains("0.457831,0.354894,0.564500") == true)
            let page = try #require(files["opt-in.html"])
            #expect(page.contains("45.8%") && page.contains("35.5–56.4") && !page.contains("56.5"))
        }
    }

    @Test func everyProportionOfAtMost200IsRoundedOnce() async throws {
        try await TestServer.withLog { log in
            let rows = try await log.owner.run { connection in
                try connection.execute(Statement("begin", "BEGIN"))
                try connection.execute(Statement("unrounded", "SELECT set_config('bellwether.decimals', '15', true)"))
                return try connection.execute(Statement(file: "test", text: Self.proportions)).rows()
            }
            #expect(rows.count == 200 * 203 / 2)
            let columns = ["name", "exact", "exact_interval", "rate", "rate_low", "rate_high"]
            for row in Row.all(columns, rows) {
                let rate = try #require(row.rate("rate"))
                #expect(PageFormat.percentDigits(rate.value) == row["exact"], "\(row.text("name"))")
                #expect(PageFormat.interval(rate) == row["exact_interval"], "\(row.text("name"))")
            }
        }
    }

    /// The proportions with their intervals, computed with 30 digits and rounded, and as a report reads them.
    private static let proportions = """
        SELECT
            k || ' of ' || n,
            round(100.0 * k / n, 1),
            round(100 * bounds.low, 1) || '–' || round(100 * bounds.high, 1),
            rate.*
        FROM generate_series(1, 200) AS n
        CROSS JOIN generate_series(0, n) AS k
        CROSS JOIN (SELECT 1.959963984540054::numeric(40, 30) AS z) AS normal
        CROSS JOIN LATERAL (
            SELECT z * sqrt((k::numeric(40, 30) * (n - k) / n + z * z / 4)::numeric(40, 30)) AS half
        ) AS width
        CROSS JOIN LATERAL (
            SELECT
                CASE k WHEN 0 THEN 0 ELSE (k + z * z / 2 - half) / (n + z * z) END AS low,
                CASE k WHEN n THEN 1 ELSE (k + z * z / 2 + half) / (n + z * z) END AS high
        ) AS bounds
        CROSS JOIN LATERAL stats.published_rate(k, n) AS rate
        """
}
