import TestSupport
import Testing

@Suite(.serialized, .tags(.heavy)) struct TortureTests {
    /// Runs ten rounds; `script/torture` runs more.
    @Test(.timeLimit(.minutes(120))) func whoeverIsKilledNothingIsLostAndNothingIsTwice() async throws {
        try await TortureRun.run(rounds: 10) { run in
            let torture = try await Torture(rounds: run.rounds, seed: run.seed, in: run.folder, report: run.report)
            let tally = try await torture.run()
            let during = tally.moments[.during] ?? 0
            #expect(during * 2 > run.rounds, "too few strikes fell into an ingest")
            #expect(run.rounds < 50 || tally.gaps > 0, "no strike left a later batch committed and an earlier one not")
        }
    }
}
