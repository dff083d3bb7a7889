import TestSupport
import Testing

@Suite(.tags(.heavy)) struct LargeHistoryTests {
    /// At the size at which the project promises exact results. `script/truth` also shuffles, repeats and splits.
    @Test func thePipelineGivesTheTruth() async throws {
        try await withProgram { bench in
            try bench.simulate(installations: 20_000, days: 120)
            try bench.run("ingest", "--quiet", "events.ndjson")
            try bench.expectTruth()
        }
    }
}
