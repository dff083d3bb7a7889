import Foundation
import Testing

@Suite(.serialized) struct ProjectionTortureTests {
    /// Ten rounds; `script/torture project` runs more.
    @Test(.timeLimit(.minutes(120))) func whoeverIsKilledTheTablesAreTheTruthAndNothingIsLeftBehind() async throws {
        let environment = ProcessInfo.processInfo.environment
        let rounds = environment["BELLWETHER_TORTURE_ROUNDS"].flatMap(Int.init) ?? 10
        let seed = environment["BELLWETHER_TORTURE_SEED"].flatMap(UInt64.init) ?? 1
        let folder = NSTemporaryDirectory() + "torture-\(UUID().uuidString.prefix(8))"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        chmod(folder, 0o755)
        let torture = try await ProjectionTorture(rounds: rounds, seed: seed, in: folder) { line in
            FileHandle.standardError.write(Data("torture: \(line)\n".utf8))
        }
        let tally = try await torture.run()
        for phase in ProjectionPhase.allCases where rounds >= 10 {
            #expect(tally.phases[phase] ?? 0 > 0, "no strike fell into a \(phase.rawValue)")
        }
    }
}
