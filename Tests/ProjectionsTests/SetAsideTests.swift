import EventLog
import Postgres
import Projections
import TestSupport
import Testing

@Suite struct SetAsideTests {
    private static let reasons =
        "SELECT right(installation_id::text, 1), reason FROM projection.installation_set_aside ORDER BY 1"

    @Test func whoseFoldRaisesIsSetAsideAndTheOthersGoOn() async throws {
        try await History.run(stepSize: 1_000) { history in
            for installation in 1...9 {
                try await history.ingest([
                    line("prompt_shown", 1, at: 0, installation: installation),
                    line("prompt_granted", 2, at: 5, installation: installation),
                ])
            }
            // Before its row was damaged, the installation was counted like the others.
            try await history.project()
            _ = try await history.damage(installation: 4, effectiveAt: "infinity")
            try await history.ingest((1...9).map { line("app_opened", 3, at: 60, installation: $0) })
            try await history.ingest((1...9).map { line("settings_opened", 4, at: 90, installation: $0) })
            try await history.project()
            #expect(try await history.log.rows(Self.reasons) == [["4", "fold_failed"]])
            #expect(try await history.log.rows("SELECT count(*) FROM projection.journey") == [["8"]])
            #expect(try await history.log.rows("SELECT authorized, gained FROM analytics.reach_daily") == [["8", "8"]])
            let state = try await history.comparable()
            try await history.rebuild()
            #expect(try await history.comparable() == state)
            // After the row is repaired, a rebuild includes the installation again.
            _ = try await history.damage(installation: 4, effectiveAt: time(5))
            try await history.rebuild()
            #expect(try await history.log.rows(Self.reasons).isEmpty)
            #expect(try await history.log.rows("SELECT authorized, gained FROM analytics.reach_daily") == [["9", "9"]])
        }
    }

    @Test func anInstallationThatIsSetAsideLosesItsTurnOffs() async throws {
        try await History.run { history in
            let observed = { (status: String, id: Int, at: Double, installation: Int) in
                line("status_observed", id, at: at, installation: installation, data: ["status": status])
            }
            try await history.ingest(
                (1...2).flatMap { installation in
                    [
                        observed("authorized", 1, 0, installation), sent("a", 2, at: 60, installation: installation),
                        observed("denied", 3, 120, installation),
                    ]
                })
            try await history.project()
            try await history.ingest([line("prompt_denied", 4, at: 180, installation: 1)])
            try await history.add(events: 10_000, installation: 1)
            try await history.project()
            let rows = try await history.log.rows(
                """
                SELECT
                    (SELECT count(*) FROM projection.lone_send), (SELECT count(*) FROM projection.turn_off),
                    (SELECT sent FROM analytics.turn_offs_by_campaign('2026-03-01', '2026-03-01'))
                """)
            #expect(rows == [["1", "1", "1"]])
            try await history.expectWhatARebuildGives()
        }
    }

    @Test func theSameIDUnderAnotherAppIsAnotherInstallation() async throws {
        try await History.run { history in
            let (shop, other) = ("com.example.shop", "com.example.other")
            for (number, type) in ["prompt_granted", "prompt_denied"].enumerated() {
                try await history.ingest(
                    [shop, other].flatMap { app in
                        (1...2).map { line(type, number, at: Double(number), installation: $0, app: app) }
                    })
            }
            // The first id has too many events only if both apps are added; the second has too many in one app.
            for app in [shop, other] { try await history.add(events: 6_000, installation: 1, app: app) }
            try await history.add(events: 9_999, installation: 2, app: shop)
            try await history.project()
            #expect(try await history.log.rows(Self.reasons) == [["2", "too_many_events"]])
            let journeys = try await history.log.rows("SELECT events FROM projection.journey ORDER BY events")
            #expect(journeys == [["2"], ["6002"], ["6002"]])
            let denied = try await history.log.rows("SELECT app_id, denied FROM analytics.reach_daily")
            #expect(denied == [[other, "2"], [shop, "1"]])
            let quality = try await history.log.rows(
                """
                SELECT app_id, value FROM analytics.data_quality('2026-03-01', '2026-03-01')
                WHERE measure = 'installations_set_aside'
                """)
            #expect(quality == [[shop, "1"]])
            try await history.expectWhatARebuildGives()
        }
    }

    @Test func statusSaysUnderWhichAppsAnInstallationIsSetAside() async throws {
        try await History.run { history in
            let apps = ["com.example.other", "com.example.shop"]
            for (number, type) in ["prompt_shown", "prompt_granted"].enumerated() {
                let at = Double(5 * number)
                try await history.ingest(apps.map { line(type, number, at: at, installation: 4, app: $0) })
            }
            try await history.project()
            _ = try await history.damage(installation: 4, effectiveAt: "infinity")
            try await history.ingest(apps.map { line("settings_opened", 2, at: 60, installation: 4, app: $0) })
            try await history.project()
            let setAside = try await history.status().setAside
            #expect(setAside.map(\.appID) == apps)
            #expect(setAside.map(\.installation) == [uuid(4), uuid(4)])
            #expect(setAside.map(\.reason) == ["fold_failed", "fold_failed"])
        }
    }
}

extension History {
    /// Changes the effective time of an installation's answer.
    fileprivate func damage(installation: Int, effectiveAt: String) async throws {
        _ = try await log.rows(
            """
            UPDATE log.permission_event SET effective_at = '\(effectiveAt)'
            WHERE type = 'prompt_granted' AND right(installation_id::text, 1) = '\(installation)'
            """)
    }

    /// Adds copies of an installation's newest event to its batch.
    fileprivate func add(events: Int, installation: Int, app: String = "com.example.shop") async throws {
        _ = try await log.rows(
            """
            INSERT INTO log.permission_event (
                occurred_at, effective_at, received_at, batch_id, app, os, type, occurred_offset, installation_id, id
            )
            SELECT
                occurred_at, effective_at, received_at, batch_id, app, os, type, occurred_offset, installation_id,
                gen_random_uuid()
            FROM log.permission_event, generate_series(1, \(events))
            WHERE type = 'prompt_denied' AND right(installation_id::text, 1) = '\(installation)'
                AND app = (SELECT named.app FROM log.app AS named WHERE named.app_id = '\(app)')
            """)
    }
}
