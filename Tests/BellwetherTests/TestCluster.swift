import Foundation
import Glibc
import Postgres
import TestSupport

/// A cluster of Citus on this machine, from `script/cluster`: node 0 is the coordinator, the others are workers.
struct TestCluster {
    /// Whether a PostgreSQL with Citus is installed.
    static let isInstalled = (try? script("found").status) == 0

    let folder: String
    let target: ConnectionTarget

    /// Starts a cluster in a new folder.
    init(workers: Int = 2) throws {
        folder = NSTemporaryDirectory() + "cluster-\(UUID().uuidString)"
        target = ConnectionTarget(url: try Self.start(folder, workers))
    }

    /// Adds a worker.
    func add(worker number: Int) throws { _ = try Self.start(folder, number) }

    /// Ends a node as a crash does.
    func kill(_ node: Int) throws { try Self.check(Self.script("kill", folder, "\(node)")) }

    /// Starts a node that was killed.
    func wake(_ node: Int) throws { try Self.check(Self.script("wake", folder, "\(node)")) }

    /// Runs statements on a node, outside a transaction.
    func query(_ text: String, node: Int) throws { try Self.check(Self.script("query", folder, "\(node)", text)) }

    /// Stops all nodes and deletes them.
    func remove() {
        _ = try? Self.script("stop", folder)
        try? FileManager.default.removeItem(atPath: folder)
    }

    private static func start(_ folder: String, _ workers: Int) throws -> String {
        let run = try script("start", folder, "\(workers)")
        try check(run)
        return run.output.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    private struct Failed: Error { let status: Int32 }

    private static func check(_ run: (status: Int32, output: String)) throws {
        guard run.status == 0 else { throw Failed(status: run.status) }
    }

    private static func script(_ arguments: String...) throws -> (status: Int32, output: String) {
        let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appending(path: "../../script/cluster").standardizedFileURL.path
        let file = NSTemporaryDirectory() + "cluster-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: file) }
        let process = try spawn([path] + arguments, ProcessInfo.processInfo.environment, output: file)
        var status: Int32 = 0
        guard waitpid(process, &status, 0) == process else { throw Failed(status: -1) }
        return (status >> 8 & 0xFF, try String(contentsOfFile: file, encoding: .utf8))
    }
}
