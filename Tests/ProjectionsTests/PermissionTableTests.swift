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

    @Test func variantsAreCountedByPlacementAndNameOfTheSystem() async throws {
        let rows = try await History.run { history in
            for (number, variant) in ["a", "a", "b"].enumerated() {
                try await history.ingest([
                    line(
                        "prompt_shown", 1, at: 0, installation: number + 1,
                        data: ["placement": "cart", "variant": variant]),
                    line("prompt_granted", 2, at: 9 + Double(number), installation: number + 1),
                ])
            }
            try await history.ingest([line("prompt_shown", 1, at: 0, installation: 9, os: "Android", version: "14")])
            try await history.project()
            return try await history.log.rows(
                """
                SELECT t.placement, t.variant, t.os_name, t.prompted, t.granted, t.grant_rate
                FROM analytics.opt_in_by_variant('2026-03-01', '2026-03-01') AS t
                """)
        }
        #expect(
            rows == [
                ["", "", "Android", "1", "0", nil], ["cart", "a", "iOS", "2", "2", "1.000000"],
                ["cart", "b", "iOS", "1", "1", "1.000000"],
            ])
    }

    @Test func aTrialCountsOnceByItsOutcomeAndPendingIsInNoRate() async throws {
        let rows = try await History.run { history in
            let outcomes = [
                line("provisional_kept", 2, at: 9, data: ["delivery": "quiet"]),
                line("provisional_turned_off", 2, at: 9),
                line("prompt_granted", 2, at: 9), line("prompt_denied", 2, at: 9), status("authorized", 2, at: 9),
                line("app_opened", 2, at: 9),
            ]
            for (number, outcome) in outcomes.enumerated() {
                try await history.ingest(
                    [line("provisional_started", 1, at: 0), outcome].map { $0.moved(to: number + 1) })
            }
            try await history.project()
            return try await history.log.rows(
                """
                SELECT
                    t.started, t.kept_prominent, t.kept_quiet, t.kept_unspecified, t.turned_off, t.upgraded, t.refused,
                    t.pending, t.keep_rate
                FROM analytics.provisional_by_os('2026-03-01', '2026-03-01') AS t
                """)
        }
        #expect(rows == [["6", "0", "1", "1", "1", "1", "1", "1", "0.600000"]])
    }

    @Test(arguments: [
        (86_399.999999, 86_399.999999, "1", "1"), (86_400, 1, "0", "0"), (86_399, 86_400, "1", "0"),
    ])
    func winBackHasTwentyFourHoursToSettingsAndAgainBack(
        went: Double, returned: Double, countedWent: String, countedReturned: String
    ) async throws {
        let rows = try await History.run { history in
            try await history.ingest([
                // Asked before the status was denied, so not in the cohort yet.
                line("settings_prompt_shown", 1, at: -50), status("denied", 2, at: -40),
                line("settings_opened", 3, at: -30), line("settings_prompt_shown", 4, at: 0, version: "18.0"),
                line("settings_opened", 5, at: went), status("authorized", 6, at: went + returned),
                line("settings_prompt_shown", 7, at: 9 * day),
            ])
            try await history.project()
            return try await history.log.rows(
                """
                SELECT t.os_version, t.asked, t.went, t.returned
                FROM analytics.win_back_by_os('2026-03-01', '2026-03-10') AS t
                """)
        }
        #expect(rows == [["18.0", "1", countedWent, countedReturned]])
    }

    @Test func whoIsAlreadyAuthorizedAtSettingsHasReturned() async throws {
        let rows = try await History.run { history in
            // The app read the new status before it recorded the opening of Settings.
            try await history.ingest([
                status("denied", 1, at: 0), line("settings_prompt_shown", 2, at: 5), status("authorized", 3, at: 7),
                line("settings_opened", 4, at: 8),
            ])
            try await history.project()
            return try await history.log.rows(
                "SELECT asked, went, returned FROM analytics.win_back_by_os('2026-03-01', '2026-03-01')")
        }
        #expect(rows == [["1", "1", "1"]])
    }

    @Test func oddJourneysAreCountedByTheDayOfWhatIsOdd() async throws {
        let rows = try await History.run { history in
            try await history.ingest([
                // Two orphan decisions. The third answer follows a prompt, but after the conversion window.
                line("prompt_granted", 1, at: 0), line("prompt_denied", 2, at: 9), line("prompt_shown", 3, at: 10),
                line("prompt_granted", 4, at: 8 * day),
                // Two jumps: from denied to provisional, and to not_determined. Repeating not_determined is none.
                status("denied", 1, at: 0).moved(to: 2), status("provisional", 2, at: 5).moved(to: 2),
                status("not_determined", 3, at: 6).moved(to: 2), status("not_determined", 4, at: 7).moved(to: 2),
                line("app_opened", 9, at: 20 * day, installation: 3),
            ])
            try await history.project()
            return try await history.log.rows(
                """
                SELECT day, q.orphan_decisions, q.decided_late, q.status_jumps
                FROM (VALUES ('2026-03-01'::date), ('2026-03-09')) AS t (day)
                CROSS JOIN LATERAL projection.permission_quality(day, day, analytics.horizon()) AS q
                ORDER BY 1
                """)
        }
        #expect(rows == [["2026-03-01", "2", "0", "2"], ["2026-03-09", "0", "1", "0"]])
    }

    @Test(arguments: [
        ("opt_in_by_app_version", "prompted"), ("opt_in_by_variant", "prompted"), ("provisional_by_os", "started"),
        ("win_back_by_os", "asked"), ("reach_daily", "denied"),
    ])
    func aSmallRowLosesItsNumbers(table: String, measure: String) async throws {
        try await History.run { history in
            try await history.ingest([
                line("provisional_started", 1, at: 0), line("prompt_shown", 2, at: 1), line("prompt_denied", 3, at: 2),
                line("settings_prompt_shown", 4, at: 3),
            ])
            try await history.project()
            for (minimum, value) in [(1, "1"), (2, nil)] as [(Int, String?)] {
                let rows = try await history.log.rows(
                    "SELECT t.\(measure) FROM analytics.\(table)('2026-03-01', '2026-03-01', NULL, \(minimum)) AS t")
                #expect(rows == [[value]])
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
