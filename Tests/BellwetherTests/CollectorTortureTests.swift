import Foundation
import Testing

@Suite(.serialized) struct CollectorTortureTests {
    /// Five rounds; `script/torture http` runs more.
    @Test(.timeLimit(.minutes(60))) func whoeverIsKilledWhatWasAcknowledgedIsInTheLogOnce() async throws {
        let environment = ProcessInfo.processInfo.environment
        let rounds = environment["BELLWETHER_TORTURE_ROUNDS"].flatMap(Int.init) ?? 5
        let seed = environment["BELLWETHER_TORTURE_SEED"].flatMap(UInt64.init) ?? 1
        let folder = NSTemporaryDirectory() + "torture-\(UUID().uuidString.prefix(8))"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        chmod(folder, 0o755)
        let torture = try await CollectorTorture(rounds: rounds, seed: seed, in: folder) { line in
            FileHandle.standardError.write(Data("torture: \(line)\n".utf8))
        }
        let acknowledged = try await torture.run()
        #expect(acknowledged > rounds * 20)
    }
}
