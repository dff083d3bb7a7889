import Foundation

/// The number of rounds, the seed and the folder of a test.
struct TortureRun {
    let rounds: Int
    let seed: UInt64
    /// A new folder that the server's user may enter.
    let folder: String

    /// Runs `body` with the values of `BELLWETHER_TORTURE_ROUNDS` and `BELLWETHER_TORTURE_SEED`; the defaults are
    /// `rounds` and seed 1. Removes the folder afterwards, unless `body` throws.
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

    /// Writes a progress message to standard error with a prefix that the scripts look for.
    func report(_ line: String) { FileHandle.standardError.write(Data("torture: \(line)\n".utf8)) }
}
