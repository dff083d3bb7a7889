import EventLog
import Foundation
import Postgres
import TestSupport
import Testing

/// A plain server and a cluster that get the same: 3,000 lines, or as many as `BELLWETHER_CLUSTER_INSTALLATIONS` gives, and
/// others with `BELLWETHER_CLUSTER_SEED`.
struct ClusterPair: Sendable {
    let plain: ConnectionTarget
    let cluster: TestCluster
    let folder: String
    /// Files with the simulated lines in random order, each with copies of earlier ones.
    let pieces: [String]
    let installations: [String]
    /// Different lines that are in none of the files, unless as copies.
    let held: [String]
    let seed: UInt64
    /// A time in the middle of the events.
    let middle: String

    init(plain: ConnectionTarget, cluster: TestCluster, folder: String) throws {
        self.plain = plain
        self.cluster = cluster
        self.folder = folder
        let environment = ProcessInfo.processInfo.environment
        seed = environment["BELLWETHER_CLUSTER_SEED"].flatMap(UInt64.init) ?? 25
        let installations = environment["BELLWETHER_CLUSTER_INSTALLATIONS"] ?? "300"
        let simulated = try ProgramRun.run(
            ["simulate", "--installations", installations, "--days", "40", "--apps", "2", "--seed", "\(seed)"],
            database: nil, in: folder)
        var random = SplitMix64(state: seed)
        let all = simulated.output.split(separator: "\n").shuffled(using: &random)
        let lines = all.dropLast(all.count / 100)
        held = Set(all.suffix(all.count / 100)).sorted().map(String.init)
        pieces = try (0..<5).map { number in
            let share = lines[(number * lines.count / 5)..<((number + 1) * lines.count / 5)]
            let copies = lines[..<(number * lines.count / 5)].shuffled(using: &random).prefix(40)
            let file = folder + "/piece\(number).ndjson"
            try ((share + copies).joined(separator: "\n") + "\n").write(toFile: file, atomically: true, encoding: .utf8)
            return file
        }
        let named = lines.compactMap { $0.firstMatch(of: /"installation_id":"([0-9A-Fa-f-]{36})"/)?.output.1 }
        self.installations = named.prefix(2).map(String.init)
        middle = "2026-04-20T00:00:00Z"
    }

    @discardableResult
    func onCluster(_ arguments: String...) throws -> ProgramRun { try onCluster(arguments) }

    @discardableResult
    func onCluster(_ arguments: [String]) throws -> ProgramRun { try run(arguments, cluster.target) }

    func onPlain(_ arguments: [String]) throws { _ = try run(arguments, plain) }

    func onBoth(_ arguments: String..., onlyCluster: Bool = false) throws {
        if !onlyCluster { try onPlain(arguments) }
        try onCluster(arguments)
    }

    /// Holds lines in quarantine and retries them, on both.
    func retryHeldLines() async throws {
        for target in [plain, cluster.target] { try await QuarantineLine.hold(held, in: target) }
        try onBoth("quarantine", "retry", "--all")
    }

    /// Runs a report on both and expects the same files with the same bytes.
    func compare(_ arguments: String..., location: SourceLocation = #_sourceLocation) throws {
        try compare(location) { _ in arguments }
    }

    /// Runs a night with a file of events on both and expects reports with the same bytes.
    func compareNights(with file: String, location: SourceLocation = #_sourceLocation) throws {
        try compare(location) { place in
            let inbox = place + "-inbox"
            try FileManager.default.createDirectory(atPath: inbox, withIntermediateDirectories: false)
            try FileManager.default.copyItem(atPath: file, toPath: inbox + "/night.ndjson")
            return ["nightly", "--inbox", inbox]
        }
    }

    /// Runs a command that writes a report on both, on the cluster first. `arguments` gets the name of a place.
    private func compare(_ location: SourceLocation, _ arguments: (_ place: String) throws -> [String]) throws {
        let reports = try [(cluster.target, folder + "/cluster"), (plain, folder + "/plain")].map { target, out in
            try? FileManager.default.removeItem(atPath: out)
            _ = try run(arguments(out) + ["--out", out], target)
            return try files(out + "/latest")
        }
        let (many, one) = (reports[0], reports[1])
        #expect(one.keys.sorted() == many.keys.sorted(), sourceLocation: location)
        #expect(one.count > 20, sourceLocation: location)
        let different = one.keys.sorted().filter { one[$0] != many[$0] }
        #expect(different == [], sourceLocation: location)
    }

    func ask(_ query: String) async throws -> [[String?]] { try await cluster.target.rows(query) }

    private func run(_ arguments: [String], _ target: ConnectionTarget) throws -> ProgramRun {
        let run = try ProgramRun.run(arguments, database: target, in: folder)
        #expect(run.status == 0, "\(arguments): \(run.errors)")
        return run
    }

    private func files(_ root: String) throws -> [String: Data] {
        let root = URL(fileURLWithPath: root).resolvingSymlinksInPath()
        let found = FileManager.default.enumerator(atPath: root.path)?.compactMap { $0 as? String } ?? []
        return Dictionary(
            uniqueKeysWithValues: found.compactMap { path in
                (try? Data(contentsOf: root.appending(path: path))).map { (path, $0) }
            })
    }
}

/// Runs `body` with a plain server's database and a fresh cluster that is not distributed.
func withClusterPair(_ body: (ClusterPair) async throws -> Void) async throws {
    try await withProgram { bench in
        let cluster = try TestCluster()
        defer { cluster.remove() }
        try await body(try ClusterPair(plain: bench.database.target, cluster: cluster, folder: bench.folder))
    }
}
