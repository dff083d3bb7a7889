import Foundation
import TestSupport
import Testing

/// The input files: many small ones, one of several batches, and a compressed one that repeats some lines of the others in
/// reverse order.
struct TortureFiles {
    /// The paths, in the order in which the first ingest reads them.
    let paths: [String]
    /// The number of lines in all files.
    let lineCount: Int

    /// The number of lines in the file of several batches.
    private static let largeLines = 22_000

    /// Writes the files with the lines of a simulation.
    init(in folder: String, seed: UInt64) throws {
        let run = try ProgramRun.run(
            ["simulate", "--installations", "2000", "--days", "60", "--seed", "\(seed % 1_000)"], database: nil,
            in: folder, outputTo: folder + "/simulated")
        #expect(run.status == 0, "\(run.errors)")
        let lines = try Data(contentsOf: URL(fileURLWithPath: folder + "/simulated")).split(separator: 0x0A)
        var files = [("large.ndjson", Array(lines.prefix(Self.largeLines)))]
        let rest = Array(lines.dropFirst(Self.largeLines))
        let size = rest.count / 8 + 1
        for (number, start) in stride(from: 0, to: rest.count, by: size).enumerated() {
            files.append(("small-\(number).ndjson", Array(rest[start..<min(start + size, rest.count)])))
        }
        let repeated = lines.enumerated().filter { $0.offset % 7 == 0 }.map(\.element).reversed()
        files.insert(("repeated.ndjson", Array(repeated)), at: 3)
        for (name, lines) in files { try Self.write(lines, to: folder + "/" + name) }
        try Self.compress(folder + "/repeated.ndjson")
        paths = files.map { folder + "/" + $0.0 + ($0.0.hasPrefix("repeated") ? ".gz" : "") }
        lineCount = files.map(\.1.count).reduce(0, +)
    }

    private static func write(_ lines: [Data], to path: String) throws {
        try Data(lines.joined(separator: [0x0A])).write(to: URL(fileURLWithPath: path))
    }

    private static func compress(_ path: String) throws {
        let gzip = try Process.run(URL(fileURLWithPath: "/usr/bin/gzip"), arguments: [path])
        gzip.waitForItsEnd()
        #expect(gzip.terminationStatus == 0)
    }
}
