import Testing

@Suite(.serialized) struct ProjectionTortureTests {
    /// Runs ten rounds; `script/torture project` runs more.
    @Test(.timeLimit(.minutes(120))) func whoeverIsKilledTheTablesAreTheTruthAndNothingIsLeftBehind() async throws {
        try await TortureRun.run(rounds: 10) { run in
            let torture = try await ProjectionTorture(
                rounds: run.rounds, seed: run.seed, in: run.folder, report: run.report)
            let tally = try await torture.run()
            for phase in ProjectionPhase.allCases where run.rounds >= 10 {
                #expect(tally.phases[phase] ?? 0 > 0, "no strike fell into a \(phase.rawValue)")
            }
        }
    }
}
