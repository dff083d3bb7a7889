import TestSupport
import Testing

/// Compares a week with the one before, in a log where every week is the same.
@Suite struct ChangeTests {
    /// Compares the grant rate of the last 7 of 14 days with that of the first 7.
    @Test(
        arguments: [
            // In the last week people who didn't answer can still do so and aren't counted. The week before must be
            // compared at the same age, or it would seem lower.
            ("NULL", ["32", "46", "32", "46", "0.000000"]),
            // Weeks that are settled are compared as they are.
            ("'2026-04-30T00:00:00Z'", ["32", "56", "35", "56"]),
        ] as [(String, [String?])])
    func theSameBehaviourIsNoChangeWhileAnswersAreToCome(asOf: String, numbers: [String?]) async throws {
        let rows = try await History.run { history in
            try await history.ingest((0..<14).flatMap { Self.asked(onDay: $0) })
            try await history.ingest([line("app_opened", 3, at: 0), line("app_opened", 4, at: Self.end)])
            try await history.project()
            return try await history.log.rows(
                """
                SELECT
                    changes.granted, changes.settled, changes.granted_before, changes.settled_before, changes.difference
                FROM analytics.opt_in_changes('2026-03-08', '2026-03-14', \(asOf)) AS changes
                WHERE changes.dimension = 'all'
                """)
        }
        #expect(rows.map { Array($0.prefix(numbers.count)) } == [numbers])
    }

    /// 22 hours after the last prompts.
    private static let end = 13 * day + 22 * 3_600

    /// The answers of a day's eight people, and the seconds from prompt to answer.
    private static let answers: [(type: String, delay: Double)] = [
        ("prompt_granted", 5), ("prompt_granted", 5), ("prompt_granted", 5), ("prompt_granted", 5),
        ("prompt_granted", 3 * day), ("prompt_denied", 5), ("prompt_denied", 5), ("", .infinity),
    ]

    /// Returns the events of a day's people up to `end`.
    private static func asked(onDay number: Int) -> [String] {
        answers.enumerated().flatMap { place, answer -> [String] in
            let (at, installation) = (Double(number) * day, number * answers.count + place + 1)
            let shown = line("prompt_shown", 1, at: at, installation: installation)
            guard at + answer.delay < end else { return [shown] }
            return [shown, line(answer.type, 2, at: at + answer.delay, installation: installation)]
        }
    }
}
