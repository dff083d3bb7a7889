import Foundation

/// How many rounds of a torture are asked for, from which seed on, and a folder for them.
struct TortureRun {
    let rounds: Int
    let seed: UInt64
    /// A folder of its own, which the server's user may enter.
    let folder: String

    /// Runs `body` with what `BELLWETHER_TORTURE_ROUNDS` and `BELLWETHER_TORTURE_SEED` say, else with so many rounds
    /// and seed 1. The folder goes afterwards; where `body` throws it stays, to be looked at.
    static func run(rounds: Int, _ body: (TortureRun) async throws -> Void) async throws {
        let environment = ProcessInfo.processInfo.environment
        let run = TortureRun(
            rounds: environment["BELLWETHER_TORTURE_ROUNDS"].flatMap(Int.init) ?? rounds,
            seed: environment["BELLWETHER_TORTURE_SEED"].flatMap(UInt64.init) ?? 1,
            folder: NSTemporaryDirectory() + "torture-\(UUID().uuidString.prefix(8))")
        try FileManager.default.createDirectory(atPath: run.folder, withIntermediateDirectories: true)
        chmod(run.folder, 0o755)
        try await body(run)
        try? FileManager.default.removeItem(atPath: run.folder)
    }

    /// Tells how far it is, in a line that the scripts show.
    func report(_ line: String) { FileHandle.standardError.write(Data("torture: \(line)\n".utf8)) }
}
