import Foundation
import Testing

@Suite(.serialized) struct TortureTests {
    /// Ten rounds; `script/torture` runs more.
    @Test(.timeLimit(.minutes(120))) func whoeverIsKilledNothingIsLostAndNothingIsTwice() async throws {
        let environment = ProcessInfo.processInfo.environment
        let rounds = environment["BELLWETHER_TORTURE_ROUNDS"].flatMap(Int.init) ?? 10
        let seed = environment["BELLWETHER_TORTURE_SEED"].flatMap(UInt64.init) ?? 1
        let folder = NSTemporaryDirectory() + "torture-\(UUID().uuidString.prefix(8))"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        chmod(folder, 0o755)
        let torture = try await Torture(rounds: rounds, seed: seed, in: folder) { line in
            FileHandle.standardError.write(Data("torture: \(line)\n".utf8))
        }
        let tally = try await torture.run()
        let during = tally.moments[.during] ?? 0
        #expect(during * 2 > rounds, "too few strikes fell into an ingest")
    }
}
