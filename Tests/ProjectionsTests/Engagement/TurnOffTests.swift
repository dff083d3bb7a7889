import TestSupport
import Testing

/// Turn-offs and the sends before them, by hand. Installations are those of the tests' helpers; times are seconds from
/// noon of 1 March 2026.
@Suite struct TurnOffTests {
    /// Returns a `status_observed`.
    private static func observed(_ status: String, _ id: Int, at seconds: Double, installation: Int = 1) -> String {
        line("status_observed", id, at: seconds, installation: installation, data: ["status": status])
    }

    private static func rows(_ lines: [String], _ table: String) async throws -> [[String?]] {
        try await History.run { history in
            try await history.ingest(lines)
            try await history.project()
            return try await history.log.rows("SELECT \(table)('2026-02-01', '2026-12-31') AS t")
        }
    }

    private static let daily = "turn_offs, after_sends, without_sends, long_gap FROM analytics.turn_offs_daily"
    private static let campaigns = """
        campaign, sent, turn_offs, alone, turn_offs_alone FROM analytics.turn_offs_by_campaign
        """

    @Test func aTurnOffSharesItselfAmongItsSends() async throws {
        let lines = [
            Self.observed("authorized", 1, at: 0), sent("a", 2, at: 10, campaign: "a"),
            sent("b", 3, at: 20, campaign: "b"), sent("c", 4, at: 30, campaign: "b"),
            Self.observed("denied", 5, at: 40), Self.observed("authorized", 6, at: 50),
            sent("d", 7, at: 60, campaign: "b"), Self.observed("denied", 8, at: 70),
        ]
        #expect(try await Self.rows(lines, Self.daily) == [["2", "2", "0", "0"]])
        #expect(
            try await Self.rows(lines, Self.campaigns) == [
                ["a", "1", "0.333333", "0", "0"], ["b", "3", "1.666667", "1", "1"],
            ])
    }

    @Test func anAppOpenWithinAMinuteOfTheTurnOffDidNotSeeNotificationsOn() async throws {
        let lines = { (visit: Double) in
            [
                Self.observed("authorized", 1, at: 0), sent("a", 2, at: 100, campaign: "a"),
                appOpened(3, at: visit), Self.observed("denied", 4, at: 1_000),
            ]
        }
        #expect(try await Self.rows(lines(940.5), Self.daily) == [["1", "1", "0", "0"]])
        #expect(try await Self.rows(lines(940), Self.daily) == [["1", "0", "1", "0"]])
        #expect(try await Self.rows(lines(940.5), Self.campaigns) == [["a", "1", "1.000000", "1", "1"]])
        #expect(try await Self.rows(lines(940), Self.campaigns) == [["a", "1", "0.000000", "1", "0"]])
    }

    @Test func aTurnOffMoreThan28DaysAfterTheLastReadingIsNotAttributed() async throws {
        let lines = { (last: Double) in
            [
                Self.observed("authorized", 1, at: 0), sent("a", 2, at: 100, campaign: "a"),
                Self.observed("denied", 3, at: last),
            ]
        }
        #expect(try await Self.rows(lines(28 * day), Self.daily) == [["1", "1", "0", "0"]])
        #expect(try await Self.rows(lines(28 * day + 1), Self.daily) == [["1", "0", "0", "1"]])
        #expect(try await Self.rows(lines(28 * day + 1), Self.campaigns) == [["a", "1", "0.000000", "0", "0"]])
    }

    @Test func aDenialInTheDialogIsNoTurnOff() async throws {
        let lines = [
            line("prompt_granted", 1, at: 0), sent("a", 2, at: 10), line("prompt_denied", 3, at: 20),
        ]
        #expect(try await Self.rows(lines, Self.daily).isEmpty)
    }

    @Test func aSendIsOpenedWithinTheSecondsThatAreLongerThanItsDelay() async throws {
        let lines = [
            sent("a", 1, at: 0), opened("a", 2, at: 60), sent("b", 3, at: 0, installation: 2),
            opened("b", 4, at: 59, installation: 2), appOpened(5, at: 10_800, installation: 3),
        ]
        let curve = "dimension, seconds, sent, opened FROM analytics.open_curve"
        // The horizon is a second after the last event.
        #expect(
            try await Self.rows(lines, curve) == [
                ["all", "60", "2", "1"], ["all", "300", "2", "2"], ["all", "900", "2", "2"], ["all", "3600", "2", "2"],
                ["all", "10800", "2", "2"],
            ])
    }

    @Test func peopleAreCountedByTheSendsOf28DaysBefore() async throws {
        let rows = try await History.run { history in
            try await history.ingest(
                [Self.observed("authorized", 1, at: 0), sent("a", 2, at: 10), sent("b", 3, at: 20)]
                    + [Self.observed("authorized", 4, at: 0, installation: 2), sent("c", 5, at: day, installation: 2)]
                    + [Self.observed("denied", 6, at: 2 * day), opened("c", 7, at: 2 * day, installation: 2)])
            try await history.project()
            return try await history.log.rows(
                """
                SELECT sends, people, turned_off, openers
                FROM analytics.turn_offs_by_frequency('2026-01-01', '2026-03-29', '2026-04-01Z')
                """)
        }
        #expect(rows == [["0", "1", "0", "1"], ["1-2", "1", "1", "0"]])
    }
}
