import Foundation
import Glibc
import TestSupport
import Testing

/// Posts events over HTTP while the collector is killed and its database server is stopped, alternately and at random
/// times. Afterwards the log must contain every acknowledged event once, and nothing else.
final class CollectorTorture {
    private let rounds: Int
    private let seed: UInt64
    private let folder: String
    private let report: (String) -> Void
    private let server: TortureServer
    private let port: Int
    private let clients: [CollectorClient]
    private var random: SplitMix64
    private var collector: SpawnedProgram

    /// Creates a test with this number of rounds. The seed determines the waiting times before each kill. `report`
    /// receives progress messages.
    init(rounds: Int, seed: UInt64, in folder: String, report: @escaping (String) -> Void) async throws {
        self.rounds = rounds
        self.seed = seed
        self.folder = folder
        self.report = report
        random = SplitMix64(state: seed)
        server = try await TortureServer(in: folder + "/db")
        try await server.reset()
        let port = try Self.freePort()
        self.port = port
        collector = try Self.serve(port, server, folder)
        clients = (0..<4).map { CollectorClient(number: $0, port: port, seed: seed) }
    }

    /// Runs all rounds and expects no event to be lost or stored twice. Returns the number of acknowledged events.
    func run() async throws -> Int {
        let clients = clients
        let load = Task {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for client in clients { group.addTask { try await blocking { client.run() } } }
                try await group.waitForAll()
            }
        }
        for number in 1...rounds {
            try await untilAcknowledged(more: 20)
            try await Task.sleep(for: .milliseconds(Int.random(in: 0...500, using: &random)))
            try await number % 2 == 1 ? killCollector() : stopServer()
            if number % max(rounds / 10, 1) == 0 {
                report("round \(number) of \(rounds): \(acknowledged) acknowledged")
            }
        }
        try await untilAcknowledged(more: 20)
        for client in clients { client.stop() }
        try await load.value
        kill(collector.processID, SIGTERM)
        #expect(try await collector.end() == 0, "\(collector.errors)")
        try await expectRightLog()
        try await server.letGo()
        return acknowledged
    }

    private var acknowledged: Int { clients.reduce(0) { $0 + $1.tally.acknowledged.count } }

    /// Waits until the clients have made progress, so that the next kill happens under load and not during recovery.
    private func untilAcknowledged(more: Int) async throws {
        let (goal, deadline) = (acknowledged + more, ContinuousClock.now + .seconds(60))
        while acknowledged < goal {
            try #require(ContinuousClock.now < deadline, "no event is acknowledged: \(collector.errors)")
            try await Task.sleep(for: .milliseconds(2))
        }
    }

    private func killCollector() async throws {
        try await collector.kill()
        collector = try Self.serve(port, server, folder)
    }

    private func stopServer() async throws {
        try await server.strike(.randomOfServer(&random), &random)
        try await Task.sleep(for: .milliseconds(Int.random(in: 0...1_000, using: &random)))
        try await server.start()
        #expect(collector.isRunning, "\(collector.errors)")
    }

    private func expectRightLog() async throws {
        let stored = try await server.rows("SELECT id::text FROM log.engagement_event").compactMap { $0[0] }
        let tallies = clients.map(\.tally)
        let ids = Set(stored)
        let lost = tallies.flatMap(\.acknowledged).filter { !ids.contains(CollectorClient.id($0)) }
        let accepted = try await server.rows("SELECT sum(accepted) FROM log.batch")[0][0]
        // Every client's last request was acknowledged before it stopped.
        #expect(stored.count == acknowledged && ids.count == stored.count && lost.isEmpty, "lost: \(lost.prefix(5))")
        #expect(accepted == "\(stored.count)", "the ledger has counted otherwise")
        #expect(tallies.flatMap(\.wrongAnswers).isEmpty)
        let (repeats, duplicates) = tallies.reduce((0, 0)) { ($0.0 + $1.repeats, $0.1 + $1.duplicates) }
        report(
            """
            \(rounds) rounds, seed \(seed): \(acknowledged) events acknowledged, \(repeats) requests sent again, \(duplicates) \
            events of them known already; \(lost.count) lost, \(stored.count - ids.count) twice
            """)
    }

    private static func serve(_ port: Int, _ server: TortureServer, _ folder: String) throws -> SpawnedProgram {
        try SpawnedProgram(
            ["serve", "--port", "\(port)", "--insecure-no-keys", "--quiet", "--log-level", "error"],
            environment: server.environment(.url), in: folder)
    }

    /// Returns a port on which nothing listens.
    static func freePort() throws -> Int {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let status = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                bind(descriptor, pointer, length) == 0 ? getsockname(descriptor, pointer, &length) : -1
            }
        }
        try #require(status == 0, "no port is free")
        return Int(UInt16(bigEndian: address.sin_port))
    }
}
