import Projections
import TestSupport
import Testing

/// People who leave and come back, as the push service and their phones tell it, in any order.
@Suite struct GoneTests {
    private static let seen = #""settings":{"alert":true,"alert_style":"banner"}"#

    /// Returns a report of the status `authorized`, by default with settings that show notifications at once.
    private static func report(
        _ id: Int, at days: Double, by installation: Int, sequence: Int? = nil, more: String = "," + seen
    ) -> String {
        line(
            "status_observed", id, at: days * day, installation: installation, sequence: sequence,
            data: ["status": "authorized"]
        ).replacing(#""authorized"}"#, with: #""authorized"\#(more)}"#)
    }

    /// Returns that the push service refused the token of an installation.
    private static func refusal(_ id: Int, at days: Double, of installation: Int, received: Double? = nil) -> String {
        line(
            "push_unregistered", id, at: days * day, installation: installation, received: received.map { $0 * day },
            data: ["service": "apns"])
    }

    /// Deletes the app and installs it again: the first installation is gone, the second one is another.
    private static let reinstall = [report(11, at: 0, by: 1), report(12, at: 4, by: 2), refusal(13, at: 5, of: 1)]

    /// Restores a phone: its old token was refused, then the same installation reports from the new one.
    private static let restoredPhone = [
        report(21, at: 0, by: 3), refusal(22, at: 2, of: 3), report(23, at: 3, by: 3),
    ]

    /// Gets a new token, and says so, without settings; the refusal of the old one, made before, arrives later.
    private static let newToken = [
        report(31, at: 0, by: 4), report(32, at: 3, by: 4, more: ""), refusal(33, at: 1, of: 4, received: 6),
    ]

    /// Leaves: the refusal arrives before the send that it answers, and a second send is refused too.
    private static let refusedSends = [
        report(41, at: 0, by: 5), sent("n-1", 42, at: 3 * day, installation: 5, received: 5 * day),
        refusal(43, at: 3 + 1 / day, of: 5, received: 4), sent("n-2", 44, at: 5 * day, installation: 5),
        refusal(45, at: 5 + 1 / day, of: 5),
    ]

    /// Reports with a clock that jumped back: the events with a `sequence` keep their order, and what the server says
    /// takes its place among them by its time, after the last one of it that is not later.
    private static let jumpedClock = [
        report(51, at: 2, by: 6, sequence: 1), report(52, at: 1, by: 6, sequence: 2), refusal(53, at: 1.5, of: 6),
        report(54, at: 4, by: 6, sequence: 3),
    ]

    private static let lines = reinstall + restoredPhone + newToken + refusedSends + jumpedClock

    /// The lines, in reverse, the server's before those of the apps, and shuffled.
    private static let orders: [[String]] = {
        var random = SplitMix64(state: 56)
        let servers = lines.filter { !$0.contains("status_observed") }
        let apps = lines.filter { $0.contains("status_observed") }
        return [lines, lines.reversed(), servers + apps] + (0..<3).map { _ in lines.shuffled(using: &random) }
    }()

    @Test func theyAreGoneUntilTheyReport() async throws {
        try await History.run { history in
            try await history.ingest(Self.lines)
            try await history.project()
            let statuses = try await history.log.rows(
                """
                SELECT right(installation_id::text, 1), string_agg(status, ' ' ORDER BY status_from)
                FROM analytics.status_history GROUP BY 1 ORDER BY 1
                """)
            #expect(
                statuses == [
                    ["1", "authorized gone"], ["2", "authorized"], ["3", "authorized gone authorized"],
                    ["4", "authorized gone authorized"], ["5", "authorized gone"],
                    ["6", "authorized gone authorized"],
                ])
            let levels = try await history.log.rows(
                "SELECT right(installation_id::text, 1), level FROM analytics.installations ORDER BY 1")
            #expect(
                levels == [
                    ["1", nil], ["2", "prominent"], ["3", "prominent"], ["4", "unknown"], ["5", nil],
                    ["6", "prominent"],
                ])
            let sends = try await history.log.rows(
                "SELECT notification_id, status, level FROM analytics.notifications ORDER BY 1")
            #expect(sends == [["n-1", "authorized", "prominent"], ["n-2", "gone", nil]])
        }
    }

    /// Each line is stored and projected alone, and arrives a second time with all others.
    @Test func anyOrderOfArrivalGivesTheSameBytes() async throws {
        var first: [[String?]]?
        for order in Self.orders {
            let state = try await History.run { history in
                for one in order {
                    try await history.ingest([one])
                    try await history.project()
                }
                try await history.ingest(order.reversed(), batchSize: 3)
                try await history.project()
                let state = try await history.everything()
                try await history.expectWhatARebuildGives()
                return try await state + history.tables()
            }
            #expect(!state.isEmpty && state == first ?? state)
            first = first ?? state
        }
    }
}
