import EventLog
import Foundation
import Postgres
import Projections
import TestSupport
import Testing

/// The views through which analysts read journeys, events and rejects.
@Suite struct AnalystViewTests {
    @Test func anInstallationIsOneRowWithItsWordsItsDaysAndItsAnswer() async throws {
        try await History.run { history in
            try await history.ingest([
                line("app_opened", 1, at: -day),
                line("prompt_shown", 2, at: 0, data: ["placement": "home", "variant": "b"]),
                line("prompt_granted", 3, at: 5), sent("a", 4, at: 10), line("notification_opened", 5, at: day),
                sent("b", 6, at: 20 * day), status("denied", 7, at: 21 * day), line("app_opened", 8, at: 40 * day),
                line("provisional_started", 9, at: 0, installation: 2, version: "18.1"),
                line("prompt_shown", 10, at: 39 * day, installation: 3),
                line("prompt_shown", 11, at: 30 * day, installation: 4), line("app_opened", 12, at: 0, installation: 5),
            ])
            try await history.project()
            let rows = try await history.log.rows(
                """
                SELECT
                    app_id, status, is_reachable, os_name, os_version, permission_events, prompt_os_version,
                    prompt_placement, prompt_variant, decision, seconds_to_decision, first_open_at - prompt_at,
                    trial_os_version, trial_outcome, has_returned, answer, prompt_local_hour,
                    first_seen_on - stats.day(prompt_at), last_seen_on - stats.day(prompt_at), turned_off_at - prompt_at,
                    sends_28d
                FROM analytics.installations ORDER BY installation_id
                """)
            let expected: [[String?]] = [
                [
                    "com.example.shop", "denied", "f", "iOS", "17.4", "3", "17.4", "home", "b", "granted", "5", "1 day",
                    nil, nil, nil, "granted", "12", "-1", "40", "21 days", "1",
                ],
                [
                    "com.example.shop", "provisional", "t", "iOS", "18.1", "1", nil, nil, nil, nil, nil, nil,
                    "18.1", "pending", nil, nil, nil, nil, nil, nil, "0",
                ],
                [
                    "com.example.shop", "unknown", "f", "iOS", "17.4", "1", "17.4", nil, nil, nil, nil, nil,
                    nil, nil, nil, "open", "12", "0", "0", nil, "0",
                ],
                [
                    "com.example.shop", "unknown", "f", "iOS", "17.4", "1", "17.4", nil, nil, nil, nil, nil,
                    nil, nil, nil, "undecided", "12", "0", "0", nil, "0",
                ],
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

    @Test func aStatusLastsUntilTheNextAndChangesAtOneInstantAreNoSpan() async throws {
        try await History.run { history in
            try await history.ingest([
                line("provisional_started", 1, at: 0), status("denied", 2, at: day), status("provisional", 3, at: day),
                status("authorized", 4, at: 2 * day), status("authorized", 5, at: 3 * day, version: "18.0"),
            ])
            try await history.project()
            let rows = try await history.log.rows(
                """
                SELECT status, status_before, os_version, status_to - status_from
                FROM analytics.status_history ORDER BY status_from
                """)
            let expected: [[String?]] = [
                ["provisional", nil, "17.4", "2 days"], ["authorized", "provisional", "17.4", "1 day"],
                ["authorized", "authorized", "18.0", nil],
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
            let old = try await history.log.rows("SELECT 'projection.journey'::regclass::oid")
            try await history.rebuild()
            let live = try await history.log.rows("SELECT 'projection.journey'::regclass::oid")
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
                ("installations WHERE prompt_at >= '2026-03-01' AND prompt_at < '2026-03-08'", "journey_prompt"),
                ("installations WHERE trial_at >= '2026-03-01'", "journey_trial"),
                ("installations WHERE asked_at >= '2026-03-01'", "journey_asked"),
                ("installations WHERE installation_id = '\(uuid(1))'", "journey_pkey"),
                ("status_history WHERE installation_id = '\(uuid(1))'", "journey_pkey"),
                ("quarantine WHERE received_at >= '2026-03-01'", "quarantine_received"),
                (
                    "events WHERE installation_id = '\(uuid(1))' AND occurred_at >= '2026-03-01'",
                    "permission_event_is_stored_once"
                ),
            ] {
                let plan = try await history.plan("SELECT * FROM analytics.\(query)")
                #expect(plan.contains(index), "\(query): \(plan)")
                #expect(!plan.contains("Seq Scan on journey") && !plan.contains("Seq Scan on quarantine"), "\(plan)")
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
            app_id, os_name, os_version,
            \(SQLFiles.catalogue.names(of: ["funnel", "grant_rate", "acceptance_rate"]).joined(separator: ", "))
        FROM analytics.opt_in_by_os('2026-01-01', '2026-12-31')
        """

    /// With few events most answers for another window come from the journeys, with many they come from the log.
    @Test(arguments: [15, 40, 400])
    func theFunnelWithAWindowIsThatOfTheTableOnceItIsTheSettings(events: Int) async throws {
        try await History.run { history in
            try await history.ingest(OrderTests.lines(events))
            try await history.project()
            for (window, hours) in [("7d", 168), ("1d", 24), ("3600s", 1), ("60d", 1_440), ("2d", 48)] {
                let asked = try await history.log.rows(
                    "SELECT * FROM analytics.opt_in_funnel('2026-01-01', '2026-12-31', interval '\(hours) hours')")
                try await history.set(.conversionWindow, window)
                try await history.project()
                let table = try await history.log.rows(Self.tableOfTheFunnel)
                #expect(asked == table, "\(window)")
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
