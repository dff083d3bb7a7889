import Foundation
import Testing

/// A small simulation: its lines, shuffled and split into files, and the tables that a correct pipeline reports.
struct ProjectionWorld {
    /// The paths of the event files.
    let parts: [String]
    /// The expected CSV tables by file name.
    let truth: [String: String]

    /// Simulates the events and writes the files.
    init(parts count: Int, in folder: String, seed: UInt64) throws {
        let run = try ProgramRun.run(
            [
                "simulate", "--installations", "250", "--days", "60", "--seed", "\(seed % 1_000)", "--truth", "truth",
            ], database: nil, in: folder, outputTo: folder + "/simulated")
        #expect(run.status == 0, "\(run.errors)")
        var random = SplitMix64(state: seed)
        let lines = try Data(contentsOf: URL(fileURLWithPath: folder + "/simulated")).split(separator: 0x0A)
            .shuffled(using: &random)
        parts = try (0..<count).map { number in
            let path = folder + "/part-\(number).ndjson"
            let part = lines[lines.count * number / count..<lines.count * (number + 1) / count]
            try Data(part.joined(separator: [0x0A])).write(to: URL(fileURLWithPath: path))
            return path
        }
        truth = try Self.tables(in: folder + "/truth")
        #expect(truth.count == 18 && truth.values.filter { $0.split(separator: "\n").count > 1 }.count >= 17)
    }

    /// Returns the contents of a folder's files by name.
    static func tables(in folder: String) throws -> [String: String] {
        let names = try FileManager.default.contentsOfDirectory(atPath: folder)
        return try Dictionary(
            uniqueKeysWithValues: names.map { ($0, try String(contentsOfFile: folder + "/" + $0, encoding: .utf8)) })
    }
}
