import Reports
import TestSupport
import Testing

/// What a report says of a primer that loses people, from the events on.
@Suite struct AskReportTests {
    /// Of everyone 8 points fewer allow with the primer, of those asked 20 points more. With 3,400 people such a loss is
    /// clear in 19 of 20 experiments.
    @Test func theReportSaysThatFewerPeopleAllow() async throws {
        try await History.run(stepSize: 100) { history in
            let control = (1...1_700).flatMap { Self.control($0, allows: $0 <= 850) }
            let primed = (1_701...3_400).flatMap { Self.primed($0, accepts: $0 <= 2_720, allows: $0 <= 2_414) }
            try await history.ingest(control + primed + [appOpened(9, at: 10 * day)])
            var request = ReportRequest()
            request.hasWeek = true
            let files = try await history.makeReport(request).texts
            let sentence =
                "soft_ask · primer · allowed: More of those asked allow (+20.0 points, onboarding), but fewer people allow. "
                + "Clear: at least 2.6 points fewer allow than with control."
            for name in ["digest.txt", "digest-weekly.txt"] {
                #expect(files[name]?.contains(sentence) == true, "\(files[name] ?? "")")
            }
            #expect(files["opt-in.html"]?.contains("but fewer people allow") == true)
        }
    }

    private static func control(_ person: Int, allows: Bool) -> [String] {
        [assigned(person, "control")] + prompted(person, "control", allows: allows)
    }

    private static func primed(_ person: Int, accepts: Bool, allows: Bool) -> [String] {
        [
            assigned(person, "primer"),
            line("primer_shown", 2, at: day + 5, installation: person, data: ["placement": "onboarding"]),
            line(
                "primer_answered", 3, at: day + 9, installation: person,
                data: ["answer": accepts ? "accepted" : "declined"]),
        ] + (accepts ? prompted(person, "primer", allows: allows) : [])
    }

    private static func assigned(_ person: Int, _ arm: String) -> String {
        line(
            "experiment_assigned", 1, at: day, installation: person, data: ["experiment": "soft_ask", "variant": arm])
    }

    private static func prompted(_ person: Int, _ arm: String, allows: Bool) -> [String] {
        [
            line(
                "prompt_shown", 4, at: day + 10, installation: person,
                data: ["placement": "onboarding", "variant": arm]),
            line(allows ? "prompt_granted" : "prompt_denied", 5, at: day + 12, installation: person),
        ]
    }
}
