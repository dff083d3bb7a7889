import TestSupport
import Testing

@Suite(.serialized, .tags(.heavy)) struct CollectorTortureTests {
    /// Runs five rounds; `script/torture http` runs more.
    @Test(.timeLimit(.minutes(60))) func whoeverIsKilledWhatWasAcknowledgedIsInTheLogOnce() async throws {
        try await TortureRun.run(rounds: 5) { run in
            let torture = try await CollectorTorture(
                rounds: run.rounds, seed: run.seed, in: run.folder, report: run.report)
            let acknowledged = try await torture.run()
            #expect(acknowledged > run.rounds * 20)
        }
    }
}
