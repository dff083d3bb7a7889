import TestSupport
import Testing

/// How prominently notifications reach an installation, and installations that are gone.
@Suite struct LevelTests {
    private static let seen = #"{"alert":true,"lock_screen":true,"alert_style":"banner"}"#
    private static let summary = #"{"alert":true,"scheduled_summary":true}"#

    /// Returns a report of the status, with settings as JSON unless these are nil.
    private func report(
        _ id: Int, at days: Double, _ status: String = "authorized", settings: String? = nil, installation: Int = 1,
        sequence: Int? = nil, received: Double? = nil
    ) -> String {
        let text = line(
            "status_observed", id, at: days * day, installation: installation, sequence: sequence,
            received: received.map { $0 * day }, data: ["settings": "S", "status": status])
        return text.replacing("\"S\"", with: settings ?? "null")
    }

    private func gone(_ id: Int, at days: Double, installation: Int = 1, received: Double? = nil) -> String {
        line(
            "push_unregistered", id, at: days * day, installation: installation,
            received: received.map { $0 * day })
    }

    private static let days = """
        SELECT
            extract(doy FROM day)::integer - 59, reachable, gone, gained, lost,
            concat_ws(',', level_prominent, level_scheduled, level_quiet, level_badge, level_unknown)
        FROM analytics.reach_daily ORDER BY day
        """

    /// A person is reached at once, then by the summary, leaves, and comes back; in any order of arrival, each line twice.
    @Test func theLevelFollowsTheSettingsAndAPersonWhoIsGoneComesBack() async throws {
        let lines = [
            report(1, at: 0.1), report(2, at: 1.1, settings: Self.seen), report(3, at: 2.1, settings: Self.summary),
            gone(4, at: 3.1), report(5, at: 4.1), report(6, at: 5.1, "denied", settings: Self.seen),
        ]
        for order in [lines, lines.reversed(), Array(lines[3...] + lines[..<3]), [0, 2, 4, 1, 3, 5].map { lines[$0] }] {
            try await History.run { history in
                for one in order { try await history.ingest([one]) }
                try await history.ingest(order)
                try await history.project()
                let rows = try await history.log.rows(Self.days)
                #expect(
                    rows.map { $0.map { $0 ?? "" }.joined(separator: " ") }.prefix(6) == [
                        "1 1 0 1 0 0,0,0,0,1", "2 1 0 0 0 1,0,0,0,0", "3 1 0 0 0 0,1,0,0,0", "4 0 1 0 1 0,0,0,0,0",
                        "5 1 0 1 0 0,0,0,0,1", "6 0 0 0 1 0,0,0,0,0",
                    ])
            }
        }
    }

    /// A restored phone reports again after its old token was refused; the refusal arrives last.
    @Test func anUnregistrationThatArrivesAfterTheNextReportStandsBeforeIt() async throws {
        try await History.run { history in
            try await history.ingest([report(1, at: 0, sequence: 1), report(2, at: 2, sequence: 2)])
            try await history.project()
            try await history.ingest([gone(3, at: 1, received: 3)])
            try await history.project()
            let statuses = "SELECT status FROM analytics.status_history ORDER BY status_from"
            try await #expect(history.log.rows(statuses) == [["authorized"], ["gone"], ["authorized"]])
            try await #expect(history.log.rows("SELECT status FROM analytics.installations") == [["authorized"]])
        }
    }

    /// A reinstall is another installation: the first one stays gone.
    @Test func aReinstallIsAnotherInstallation() async throws {
        try await History.run { history in
            try await history.ingest([report(1, at: 0), gone(2, at: 1), report(3, at: 2, installation: 2)])
            try await history.project()
            let statuses = "SELECT status, level FROM analytics.installations ORDER BY installation_id"
            #expect(try await history.log.rows(statuses) == [["gone", nil], ["authorized", "unknown"]])
        }
    }

    @Test func aSendHasTheLevelOfItsTime() async throws {
        try await History.run { history in
            let sends = [0.5, 1.5, 2.5, 3.5].enumerated().map { number, at in
                line("notification_sent", 10 + number, at: at * day, data: ["notification_id": "n\(number)"])
            }
            try await history.ingest(
                sends + [
                    report(1, at: 1, settings: Self.seen), report(2, at: 2, settings: Self.summary), gone(3, at: 3),
                    report(4, at: 6),
                ])
            try await history.project()
            let levels = try await history.log.rows("SELECT level FROM analytics.notifications ORDER BY sent_at")
            #expect(levels == [[nil], ["prominent"], ["scheduled"], [nil]])
            let table = try await history.log.rows(
                "SELECT level, sent_24h FROM analytics.opens_by_level('2026-01-01', '2026-12-31')")
            #expect(table == [[nil, "2"], ["prominent", "1"], ["scheduled", "1"]])
        }
    }
}
