import TestSupport
import Testing

@Suite struct PermissionTableTests {
    @Test func appVersionsAreOrderedByTheirNumbersAndOtherTextsLast() async throws {
        let versions = ["5.10.0", "5.9", "beta", "", "5.09", "5.9-rc", "10"]
        let rows = try await History.run { history in
            try await history.ingest(
                versions.enumerated().map { number, version in
                    line("prompt_shown", number, at: 0, installation: number + 1).version(version)
                })
            try await history.project()
            return try await history.log.rows(
                """
                SELECT t.app_version, t.prompted
                FROM analytics.opt_in_by_app_version('2026-03-01', '2026-03-01') AS t
                """)
        }
        #expect(rows.map { $0[0] } == ["", "5.09", "5.9", "5.10.0", "10", "5.9-rc", "beta"])
        #expect(rows.allSatisfy { $0[1] == "1" })
    }

    @Test func aSmallRowLosesItsNumbers() async throws {
        try await History.run { history in
            try await history.ingest([
                line("provisional_started", 1, at: 0), line("prompt_shown", 2, at: 1), line("prompt_denied", 3, at: 2),
                line("settings_prompt_shown", 4, at: 3),
            ])
            try await history.project()
            for (table, measure) in [
                ("opt_in_by_app_version", "prompted"), ("opt_in_by_variant", "prompted"),
                ("provisional_by_os", "started"), ("win_back_by_os", "asked"), ("reach_daily", "denied"),
                ("decision_curve", "prompted"),
            ] {
                for (minimum, value) in [(1, "1"), (2, nil)] as [(Int, String?)] {
                    let called = "analytics.\(table)('2026-03-01', '2026-03-01', NULL, \(minimum))"
                    let rows = try await history.log.rows("SELECT t.\(measure) FROM \(called) AS t")
                    #expect(Set(rows) == [[value]], "\(table)")
                }
            }
        }
    }
}

extension String {
    /// Returns the line with an app version.
    fileprivate func version(_ version: String) -> String {
        replacing(#""data":{"#, with: #""app_version":"\#(version)","data":{"#)
    }
}
