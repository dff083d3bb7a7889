import TestSupport
import Testing

@Suite(.serialized, .tags(.heavy)) struct ChaosTests {
    /// Runs three rounds; `script/chaos` runs more.
    @Test(.timeLimit(.minutes(240)))
    func whateverHappensAtOnceNothingIsLostAndTheTablesAreTheTruth() async throws {
        try await TortureRun.run(rounds: 3) { run in
            let chaos = try await Chaos(run)
            let acknowledged = try await chaos.allRounds()
            #expect(acknowledged > run.rounds * 20)
            #expect(run.rounds < 50 || chaos.gaps > 0, "no kill left a later batch stored and an earlier one not")
        }
    }
}
