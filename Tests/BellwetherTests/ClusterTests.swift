import EventLog
import Foundation
import Postgres
import Simulation
import TestSupport
import Testing

/// Runs the program on a cluster of Citus beside a plain server that gets the same, and compares every page and CSV.
@Suite(.serialized, .enabled("no PostgreSQL with Citus here: nothing was run on a cluster") { TestCluster.isInstalled })
struct ClusterTests {
    @Test func aClusterGivesTheBytesOfOneServer() async throws {
        try await withPair { pair in
            try pair.onBoth("cluster", "distribute", "--parts", "6", onlyCluster: true)
            for (number, piece) in pair.pieces.enumerated() {
                try pair.onBoth("ingest", piece)
                if number % 2 == 1 { try pair.onBoth("project") }
            }
            try pair.onBoth("project")
            try pair.compare("report")
            try pair.compare("report", "--minimum-cell", "10")
            try pair.compare("report", "--as-of", pair.middle)
            try pair.onBoth("forget", pair.installations[0], pair.installations[1])
            try pair.compare("report")
            try pair.onBoth("retain", "--engagement-months", "7")
            try pair.onBoth("project", "--rebuild")
            try pair.compare("report")
            let found = try pair.onCluster("project", "--check")
            let lines = found.output.split(separator: "\n")
            #expect(lines.count > 10 && lines.allSatisfy { $0.hasSuffix(": matches the log") }, "\(found.output)")
        }
    }

    @Test func aServersDatabaseMovesToAClusterAndGrows() async throws {
        try await withPair { pair in
            for piece in pair.pieces.dropLast(2) { try pair.onBoth("ingest", piece) }
            try pair.onBoth("project")
            try pair.onBoth("cluster", "distribute", "--parts", "6", onlyCluster: true)
            try pair.compare("report")
            try pair.onBoth("ingest", pair.pieces[pair.pieces.count - 2])
            try pair.onBoth("project")
            try pair.cluster.add(worker: 3)
            try pair.onBoth("cluster", "distribute", onlyCluster: true)
            let moving = Task.detached {
                try await pair.ask("SELECT rebalance_table_shards(shard_transfer_mode => 'block_writes')")
            }
            try pair.onBoth("ingest", pair.pieces.last!)
            try pair.onBoth("project")
            _ = try await moving.value
            try pair.compare("report")
            let places = try await pair.ask(
                "SELECT count(DISTINCT nodeport) FROM citus_shards WHERE table_name = 'parts.part'::regclass")
            #expect(places == [["3"]])
        }
    }

    @Test func killedNodesLoseNothing() async throws {
        try await withPair { pair in
            try pair.onBoth("cluster", "distribute", "--parts", "6", onlyCluster: true)
            var random = SplitMix64(seed: 25)
            for piece in pair.pieces {
                for command in [["ingest", piece], ["project"], ["report", "--out", pair.folder + "/killed"]] {
                    let node = Int.random(in: 0...2, using: &random)
                    let pause = Int.random(in: 0...1_500, using: &random)
                    let killer = Task.detached {
                        try await Task.sleep(for: .milliseconds(pause))
                        try pair.cluster.kill(node)
                    }
                    let run = try ProgramRun.run(command, database: pair.cluster.target, in: pair.folder)
                    #expect([0, 69, 75].contains(run.status), "\(command): \(run.errors)")
                    _ = try await killer.value
                    try pair.cluster.wake(node)
                    try pair.onCluster(command)
                    if command[0] != "report" { try pair.onPlain(command) }
                }
            }
            try pair.compare("report")
        }
    }

    private func withPair(_ body: (Pair) async throws -> Void) async throws {
        try await withProgram { bench in
            let cluster = try TestCluster()
            defer { cluster.remove() }
            try await body(try Pair(plain: bench.database.target, cluster: cluster, folder: bench.folder))
        }
    }
}

/// A plain server and a cluster that get the same.
private struct Pair: Sendable {
    let plain: ConnectionTarget
    let cluster: TestCluster
    let folder: String
    /// Files with the simulated lines in random order, each with copies of earlier ones.
    let pieces: [String]
    let installations: [String]
    /// A time in the middle of the events.
    let middle: String

    init(plain: ConnectionTarget, cluster: TestCluster, folder: String) throws {
        self.plain = plain
        self.cluster = cluster
        self.folder = folder
        let simulated = try ProgramRun.run(
            ["simulate", "--installations", "300", "--days", "40", "--apps", "2"], database: nil, in: folder)
        var random = SplitMix64(seed: 25)
        let lines = simulated.output.split(separator: "\n").shuffled(using: &random)
        pieces = try (0..<5).map { number in
            let share = lines[(number * lines.count / 5)..<((number + 1) * lines.count / 5)]
            let copies = lines[..<(number * lines.count / 5)].shuffled(using: &random).prefix(40)
            let file = folder + "/piece\(number).ndjson"
            try ((share + copies).joined(separator: "\n") + "\n").write(toFile: file, atomically: true, encoding: .utf8)
            return file
        }
        let named = lines.compactMap { $0.firstMatch(of: /"installation_id":"([0-9A-Fa-f-]{36})"/)?.output.1 }
        installations = named.prefix(2).map(String.init)
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

    /// Runs a report on both and expects the same files with the same bytes.
    func compare(_ arguments: String...) throws {
        let folders = [(plain, folder + "/plain"), (cluster.target, folder + "/cluster")]
        for (target, out) in folders {
            try? FileManager.default.removeItem(atPath: out)
            _ = try run(arguments + ["--out", out], target)
        }
        let (one, many) = (try files(folders[0].1 + "/latest"), try files(folders[1].1 + "/latest"))
        #expect(one.keys.sorted() == many.keys.sorted())
        #expect(one.count > 20)
        let different = one.keys.sorted().filter { one[$0] != many[$0] }
        #expect(different == [], "\(arguments)")
    }

    func ask(_ query: String) async throws -> [[String?]] {
        let session = try await Session.connect(to: cluster.target)
        let rows = try await session.run { connection in
            try connection.execute(Statement(file: "ask", text: query)).rows()
        }
        await session.close()
        return rows
    }

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
