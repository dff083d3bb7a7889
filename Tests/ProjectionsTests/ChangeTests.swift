import TestSupport
import Testing

/// A week against the one before it, in a log where each is like the others.
@Suite struct ChangeTests {
    /// Whoever stays silent is in no base yet in the last week, and long was in that of the week before.
    @Test func theSameBehaviourIsNoChangeWhileAnswersAreToCome() async throws {
        let rows = try await Self.change(asOf: "NULL")
        #expect(rows == [["32", "46", "32", "46", "0.000000", "0.000000", "0.000000"]])
    }

    @Test func weeksThatAreSettledAreComparedAsTheyAre() async throws {
        let rows = try await Self.change(asOf: "'2026-04-30T00:00:00Z'")
        #expect(rows.map { Array($0.prefix(4)) } == [["32", "56", "35", "56"]])
    }

    /// What is compared of the grant rates of the last 7 of 14 days.
    private static func change(asOf: String) async throws -> [[String?]] {
        try await History.run { history in
            try await history.ingest((0..<14).flatMap { Self.asked(onDay: $0) })
            try await history.ingest([line("app_opened", 3, at: 0), line("app_opened", 4, at: Self.end)])
            try await history.project()
            return try await history.log.rows(
                """
                SELECT
                    numbers.part, numbers.base, numbers.part_before, numbers.base_before, numbers.difference,
                    numbers.mix, numbers.rates
                FROM analytics.key_numbers('2026-03-08', '2026-03-14', \(asOf)) AS numbers
                WHERE numbers.measure = 'grant_rate'
                """)
        }
    }

    /// 22 hours after the last prompts.
    private static let end = 13 * day + 22 * 3_600

    /// What the eight people of a day answer, and after how many seconds.
    private static let answers: [(type: String, delay: Double)] = [
        ("prompt_granted", 5), ("prompt_granted", 5), ("prompt_granted", 5), ("prompt_granted", 5),
        ("prompt_granted", 3 * day), ("prompt_denied", 5), ("prompt_denied", 5), ("", .infinity),
    ]

    /// Their events up to the end.
    private static func asked(onDay number: Int) -> [String] {
        answers.enumerated().flatMap { place, answer -> [String] in
            let (at, installation) = (Double(number) * day, number * answers.count + place + 1)
            let shown = line("prompt_shown", 1, at: at, installation: installation)
            guard at + answer.delay < end else { return [shown] }
            return [shown, line(answer.type, 2, at: at + answer.delay, installation: installation)]
        }
    }
}
