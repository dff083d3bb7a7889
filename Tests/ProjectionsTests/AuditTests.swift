import EventLog
import Postgres
import Projections
import TestSupport
import Testing

@Suite struct AuditTests {
    /// For each projection and each of its state tables, a statement that corrupts a row.
    private static let damages: [String: [String: String]] = [
        "journey": [
            "journey": "UPDATE projection.journey SET events = events + 1",
            "notification_open": "DELETE FROM projection.notification_open",
            "prompt_cell": "UPDATE projection.prompt_cell SET allowed = allowed + 1",
            "daily_reach_change": "UPDATE projection.daily_reach_change SET denied = denied + 1",
        ],
        "opens": [
            "notification": "UPDATE projection.notification SET received = '{}', opened = '{-infinity}'",
            "opening": "DELETE FROM projection.opening",
            "open_without_send": "DELETE FROM projection.open_without_send",
            "opens_cell": "UPDATE projection.opens_cell SET direct_opens = direct_opens + 1",
            "campaign_cell": "UPDATE projection.campaign_cell SET sent = sent + 1",
            "open_without_send_cell": "UPDATE projection.open_without_send_cell SET opens = opens + 1",
        ],
        "turn_offs": [
            "lone_send": "UPDATE projection.lone_send SET is_turned_off = NOT is_turned_off",
            "turn_off": "UPDATE projection.turn_off SET is_long_gap = NOT is_long_gap",
        ],
        "activity": [
            "installation_activity": "UPDATE projection.installation_activity SET active_28d = '{[2020-01-01,)}'",
            "activity_step": "UPDATE projection.activity_step SET active_28d = active_28d + 1",
        ],
        "states": [
            "notification_state_cell": "UPDATE projection.notification_state_cell SET opened = opened + 1"
        ],
        "deliveries": ["delivery_cell": "UPDATE projection.delivery_cell SET deliveries = deliveries + 1"],
        "quality": ["quality_cell": "UPDATE projection.quality_cell SET over_24h = over_24h + 1"],
    ]

    @Test(arguments: ["journey", "opens", "turn_offs", "activity", "states", "deliveries", "quality"])
    func aCorruptedCellIsFoundAndMended(projection name: String) async throws {
        try await History.run { history in
            let projection = try Projector.projection(named: name)
            try await history.ingest(
                OrderTests.lines(200) + [
                    sent("a", 901, at: 0, campaign: "c"), opened("a", 902, at: 60),
                    line("prompt_granted", 903, at: 0, installation: 904),
                    sent("a", 905, at: 60, installation: 904),
                    line("status_observed", 906, at: 120, installation: 904, data: ["status": "denied"]),
                ], batchSize: 50)
            try await history.project()
            let state = try await history.everything()
            for (table, damage) in try #require(Self.damages[name]) {
                let one = "\(damage) WHERE ctid = (SELECT min(ctid) FROM projection.\(table))"
                _ = try await history.log.rows(one)
                let found = try await history.projector.check([projection]).filter { $0.differing > 0 }
                #expect(found.map { "\($0.table) \($0.differing)" } == ["\(table) 1"])
                let checked = try await history.everything() == state
                #expect(checked, "the audit did not mend \(table)")
                _ = try await history.log.rows(one)
                let isDamaged = try await history.everything() != state
                #expect(isDamaged, "nothing to mend in \(table)")
                _ = try await history.projector.rebuild([projection])
                let rebuilt = try await history.everything() == state
                #expect(rebuilt, "the rebuild did not mend \(table)")
            }
        }
    }
}
