import EventLog
import Foundation
import Postgres
import Projections
import TestSupport
import Testing

/// The views through which analysts read journeys, events and rejects.
@Suite struct AnalystViewTests {
    @Test func anInstallationIsOneRowWithItsWords() async throws {
        try await History.run { history in
            try await history.ingest([
                line("prompt_shown", 1, at: 0, data: ["placement": "home", "variant": "b"]),
                line("prompt_granted", 2, at: 5),
                line("notification_opened", 3, at: day),
                line("provisional_started", 4, at: 0, installation: 2, version: "18.1"),
                line("app_opened", 5, at: 0, installation: 3),
            ])
            try await history.project()
            let rows = try await history.log.rows(
                """
                SELECT
                    app_id, status, is_reachable, os_name, os_version, permission_events, prompt_os_version,
                    prompt_placement, prompt_variant, decision, seconds_to_decision, first_open_at - prompt_at,
                    trial_os_version, trial_outcome, has_returned
                FROM analytics.installations ORDER BY installation_id
                """)
            let expected: [[String?]] = [
                [
                    "com.example.shop", "authorized", "t", "iOS", "17.4", "2", "17.4", "home", "b", "granted", "5",
                    "1 day", nil, nil, nil,
                ],
                [
                    "com.example.shop", "provisional", "t", "iOS", "18.1", "1", nil, nil, nil, nil, nil, nil,
                    "18.1", "pending", nil,
                ],
            ]
            #expect(rows == expected)
        }
    }

    @Test func anInstallationHasItsFirstAndLastDayAndWhenItTurnedNotificationsOff() async throws {
        try await History.run { history in
            try await history.ingest([
                line("app_opened", 1, at: -day), line("prompt_shown", 2, at: 0), line("prompt_granted", 3, at: 5),
                sent("a", 4, at: 10), sent("b", 5, at: 20 * day), status("denied", 6, at: 21 * day),
                line("app_opened", 7, at: 40 * day), line("prompt_shown", 8, at: 39 * day, installation: 2),
                line("prompt_shown", 9, at: 30 * day, installation: 3),
            ])
            try await history.project()
            let rows = try await history.log.rows(
                """
                SELECT
                    first_seen_on - stats.day(prompt_at), last_seen_on - stats.day(prompt_at), turned_off_at - prompt_at,
                    sends_28d, prompt_local_hour, answer
                FROM analytics.installations ORDER BY installation_id
                """)
            let expected: [[String?]] = [
                ["-1", "40", "21 days", "1", "12", "granted"], ["0", "0", nil, "0", "12", "open"],
                ["0", "0", nil, "0", "12", "undecided"],
            ]
            #expect(rows == expected)
        }
    }

    @Test func aSendIsOneRowWithWhatBecameOfIt() async throws {
        try await History.run { history in
            try await history.ingest([
                status("authorized", 1, at: 0), sent("a", 2, at: 10, campaign: "spring"), opened("a", 3, at: 60),
                sent("b", 4, at: day), appOpened(5, at: day + 3_600), status("denied", 6, at: 2 * day),
                // The app open belongs to the later of two sends.
                sent("c", 7, at: 50 * day), sent("d", 8, at: 50 * day + 10), appOpened(9, at: 50 * day + 100),
                sent("e", 10, at: 0, installation: 2),
            ])
            try await history.project()
            let rows = try await history.log.rows(
                """
                SELECT notification_id, campaign, opened_at - sent_at, is_influenced, status, sends_before
                FROM analytics.notifications ORDER BY notification_id
                """)
            let expected: [[String?]] = [
                ["a", "spring", "00:00:50", "f", "authorized", "0"], ["b", nil, nil, "t", "authorized", "1"],
                ["c", nil, nil, "f", "denied", "2"], ["d", nil, nil, "t", "denied", "3"],
                ["e", nil, nil, "f", "unknown", "0"],
            ]
            #expect(rows == expected)
        }
    }

    @Test func changesAtOneInstantAreNoSpan() async throws {
        try await History.run { history in
            try await history.ingest([
                status("authorized", 1, at: 0), status("denied", 2, at: day), status("authorized", 3, at: day),
                status("denied", 4, at: 2 * day),
            ])
            try await history.project()
            let rows = try await history.log.rows(
                "SELECT status, status_before, status_to - status_from FROM analytics.status_history ORDER BY status_from"
            )
            #expect(rows == [["authorized", nil, "2 days"], ["denied", "authorized", nil]])
        }
    }

    @Test func aStatusLastsUntilTheNext() async throws {
        try await History.run { history in
            try await history.ingest([
                line("provisional_started", 1, at: 0), status("provisional", 2, at: day),
                status("authorized", 3, at: 2 * day), status("authorized", 4, at: 3 * day, version: "18.0"),
            ])
            try await history.project()
            let rows = try await history.log.rows(
                """
                SELECT status, os_version, status_to - status_from FROM analytics.status_history ORDER BY status_from
                """)
            let expected: [[String?]] = [
                ["provisional", "17.4", "2 days"], ["authorized", "17.4", "1 day"], ["authorized", "18.0", nil],
            ]
            #expect(rows == expected)
        }
    }

    @Test func everyAcceptedEventIsOneRowWithItsWords() async throws {
        try await History.run { history in
            let lines = OrderTests.lines(150)
            try await history.ingest(lines)
            try await history.ingest([
                line("notification_sent", 9_001, at: 0, data: ["notification_id": "n", "campaign": "spring"]),
                line("status_observed", 9_002, at: 7, data: ["status": "denied"]),
            ])
            let count = try await history.log.rows("SELECT count(*), count(DISTINCT id) FROM analytics.events")
            #expect(count == [["152", "152"]])
            let rows = try await history.log.rows(
                """
                SELECT type, app_id, os_name, os_version, os_patch, status, notification_id, campaign
                FROM analytics.events WHERE id IN ('\(uuid(9_001))', '\(uuid(9_002))') ORDER BY type
                """)
            let expected: [[String?]] = [
                ["status_observed", "com.example.shop", "iOS", "17.4", "0", "denied", nil, nil],
                ["notification_sent", "com.example.shop", "iOS", "17.4", "0", nil, "n", "spring"],
            ]
            #expect(rows == expected)
        }
    }

    @Test func afterARebuildTheViewsShowTheNewTables() async throws {
        try await History.run { history in
            try await history.ingest(OrderTests.lines(100))
            try await history.project()
            let before = try await history.journeysOfAnalysts()
            #expect(before.count > 10)
            let old = try await history.log.rows("SELECT 'projection.journey_v1'::regclass::oid")
            try await history.rebuild()
            let live = try await history.log.rows("SELECT 'projection.journey_v1'::regclass::oid")
            #expect(live != old)
            let after = try await history.journeysOfAnalysts()
            #expect(after == before)
            try await history.ingest([line("prompt_shown", 9_001, at: 0, installation: 77)])
            try await history.project()
            let new = try await history.log.rows(
                "SELECT status FROM analytics.installations WHERE installation_id = '\(uuid(77))'")
            #expect(new == [["unknown"]])
            // Privileges and comments remain.
            let analyst = try await history.log.database.session(as: .analyst)
            try await analyst.run { connection in
                _ = try connection.execute(Statement("read", "SELECT FROM analytics.installations"))
            }
            await analyst.close()
            let comment = try await history.log.rows(
                "SELECT obj_description('analytics.installations'::regclass, 'pg_class')")
            #expect(comment[0][0]?.hasPrefix("One row per installation") == true)
        }
    }

    @Test func usualFiltersUseIndexesAndPrunePartitions() async throws {
        try await History.run { history in
            try await history.ingest([
                line("app_opened", 1, at: 0), line("app_opened", 2, at: 40 * day), line("app_opened", 3, at: 80 * day),
                line("prompt_shown", 4, at: 0),
            ])
            try await history.project()
            for (query, index) in [
                ("installations WHERE prompt_at >= '2026-03-01' AND prompt_at < '2026-03-08'", "journey_v1_prompt"),
                ("installations WHERE trial_at >= '2026-03-01'", "journey_v1_trial"),
                ("installations WHERE asked_at >= '2026-03-01'", "journey_v1_asked"),
                ("installations WHERE installation_id = '\(uuid(1))'", "journey_v1_pkey"),
                ("status_history WHERE installation_id = '\(uuid(1))'", "journey_v1_pkey"),
                ("quarantine WHERE received_at >= '2026-03-01'", "quarantine_received"),
                (
                    "events WHERE installation_id = '\(uuid(1))' AND occurred_at >= '2026-03-01'",
                    "permission_event_is_stored_once"
                ),
            ] {
                let plan = try await history.plan("SELECT * FROM analytics.\(query)")
                #expect(plan.contains(index), "\(query): \(plan)")
                #expect(!plan.contains("Seq Scan on journey_v1") && !plan.contains("Seq Scan on quarantine"), "\(plan)")
            }
            let pruned = try await history.plan(
                "SELECT * FROM analytics.events WHERE occurred_at >= '2026-04-01' AND occurred_at < '2026-05-01'")
            #expect(pruned.contains("engagement_event_2026_04"))
            #expect(!pruned.contains("engagement_event_2026_03") && !pruned.contains("engagement_event_2026_05"))
            let engagement = try await history.plan("SELECT * FROM analytics.events WHERE type = 'app_opened'")
            #expect(!engagement.contains("permission_event"), "\(engagement)")
        }
    }

    /// The columns of `opt_in_by_os` that `opt_in_funnel` also has.
    private static let tableOfTheFunnel = """
        SELECT
            app_id, os_name, os_version, prompted, decided, granted, denied, undecided, open_window, grant_rate,
            grant_rate_low, grant_rate_high, acceptance_rate, acceptance_rate_low, acceptance_rate_high
        FROM analytics.opt_in_by_os('2026-01-01', '2026-12-31')
        """

    @Test func theFunnelWithTheWindowOfTheSettingsIsThatOfTheTable() async throws {
        for _ in 0..<3 {
            try await History.run { history in
                try await history.ingest(OrderTests.lines(400))
                try await history.project()
                let table = try await history.log.rows(Self.tableOfTheFunnel)
                let funnel = try await history.log.rows(
                    "SELECT * FROM analytics.opt_in_funnel('2026-01-01', '2026-12-31', interval '7 days')")
                #expect(!table.isEmpty && funnel == table)
            }
        }
    }

    /// With few events most answers for another window come from the journeys, with many they come from the log.
    @Test(arguments: [15, 40, 400])
    func theFunnelWithAnotherWindowIsThatOfTheTableOnceItIsTheSettings(events: Int) async throws {
        try await History.run { history in
            try await history.ingest(OrderTests.lines(events))
            try await history.project()
            for (window, days) in [("1d", 1), ("5d", 5), ("60d", 60), ("2d", 2)] {
                let asked = try await history.log.rows(
                    "SELECT * FROM analytics.opt_in_funnel('2026-01-01', '2026-12-31', interval '\(days * 24) hours')")
                try await history.set(.conversionWindow, window)
                try await history.project()
                let table = try await history.log.rows(Self.tableOfTheFunnel)
                #expect(asked == table, "\(window)")
            }
        }
    }

    @Test func aLongerWindowTakesInLaterAnswersAndAShorterOneLeavesThemOut() async throws {
        try await History.run { history in
            try await history.ingest([
                line("prompt_shown", 1, at: 0), line("prompt_granted", 2, at: 3_600),
                line("prompt_shown", 3, at: 0, installation: 2),
                line("prompt_denied", 4, at: 10 * day, installation: 2),
                line("prompt_shown", 5, at: 20 * day, installation: 3),
            ])
            try await history.project()
            for (window, expected) in [
                ("30 min", ["3", "0", "0", "0", "2", "1"]), ("7 days", ["3", "1", "1", "0", "1", "1"]),
                ("14 days", ["3", "2", "1", "1", "0", "1"]),
            ] {
                let rows = try await history.log.rows(
                    """
                    SELECT prompted, decided, granted, denied, undecided, open_window
                    FROM analytics.opt_in_funnel('2026-01-01', '2026-12-31', interval '\(window)')
                    """)
                #expect(rows == [expected.map(Optional.init)], "\(window)")
            }
        }
    }
}

extension History {
    /// Returns the rows of the views on journeys as text.
    fileprivate func journeysOfAnalysts() async throws -> [[String?]] {
        try await log.rows("SELECT i::text FROM analytics.installations AS i ORDER BY 1")
            + log.rows("SELECT h::text FROM analytics.status_history AS h ORDER BY 1")
    }

    /// Returns the plan of a query; reads whole tables only if there is no alternative.
    fileprivate func plan(_ query: String) async throws -> String {
        try await log.owner.run { connection in
            try connection.script(Statement("discourage", "SET enable_seqscan = off; SET enable_bitmapscan = off"))
            let rows = try connection.execute(Statement(file: "test", text: "EXPLAIN (COSTS OFF) " + query)).rows()
            return rows.compactMap { $0[0] }.joined(separator: "\n")
        }
    }
}
