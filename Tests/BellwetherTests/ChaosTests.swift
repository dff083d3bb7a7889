import TestSupport
import Testing

@Suite(.serialized, .tags(.heavy)) struct ChaosTests {
    /// Runs five rounds; `script/chaos` runs more.
    @Test(.timeLimit(.minutes(240)))
    func whateverHappensAtOnceNothingIsLostAndTheTablesAreTheTruth() async throws {
        try await TortureRun.run(rounds: 5) { run in
            let acknowledged = try await Chaos(run).allRounds()
            #expect(acknowledged > run.rounds * 20)
        }
    }
}
