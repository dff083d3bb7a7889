import Collector
import EventLog
import Events
import Foundation
import Postgres
import Synchronization
import TestSupport
import Testing

/// A store that refuses every batch with a certain event, like a database that refuses a statement because of a defect.
/// The first batch waits until other events are queued.
private final class Offended: BatchStore {
    static let offence = "00000000-0000-4000-8000-00000000000d"
    private let error: PostgresError
    private let gate = Mutex<CheckedContinuation<Void, Never>?>(nil)
    let batches = Mutex<[Int]>([])

    init(sqlState: String) {
        error = PostgresError(kind: .server, sqlState: sqlState, message: "no", statement: "copy")
    }

    func letGo() { gate.withLock { $0.take() }?.resume() }

    func append(_ batch: Batch) async throws -> Outcome {
        let isFirst = batches.withLock { batches in
            batches.append(batch.events.count)
            return batches.count == 1
        }
        if isFirst { await withCheckedContinuation { waiting in gate.withLock { $0 = waiting } } }
        let offence = EventUUID(Self.offence)
        if batch.events.records.contains(where: { $0.id == offence }) { throw error }
        var outcome = Outcome()
        outcome.accepted = batch.events.count
        outcome.acceptedOfParts = batch.parts.map(\.count)
        return outcome
    }
}

@Suite struct RefusalTests {
    /// Returns the statuses of five requests that are stored together; the third holds the refused event.
    private func statuses(_ store: Offended) async throws -> [Int] {
        var found: [Int] = []
        try await CollectorBench.run(store: store) { bench in
            found = try await withThrowingTaskGroup(of: (Int, Int).self) { group in
                group.addTask { (0, try await bench.post(line(1)).status) }
                try await wait(for: "a batch") { store.batches.withLock { !$0.isEmpty } }
                for id in 11...15 { group.addTask { (id, try await bench.post(line(id)).status) } }
                try await bench.waitFor(metric: "bellwether_queue_deliveries 5.0")
                store.letGo()
                return try await group.reduce(into: [(Int, Int)]()) { $0.append($1) }.sorted { $0.0 < $1.0 }.map(\.1)
            }
        }
        return found
    }

    @Test func oneRequestThatTheDatabaseRefusesDoesNotSpoilItsNeighbours() async throws {
        let store = Offended(sqlState: "22P05")
        let found = try await statuses(store)
        #expect(found == [200, 200, 200, 500, 200, 200])
        #expect(store.batches.withLock { $0 } == [1, 5, 1, 1, 1, 1, 1])
    }

    @Test(arguments: ["53100", "58030", "58P01", "XX001", "XX002"])
    func theServersOwnTroubleIsNobodysFaultAndIsNotTriedAgain(state: String) async throws {
        let store = Offended(sqlState: state)
        let found = try await statuses(store)
        #expect(found == [200, 503, 503, 503, 503, 503])
        #expect(store.batches.withLock { $0 } == [1, 5])
    }

    @Test func whileTheServerIsInTroubleTheCollectorIsNotReady() async throws {
        let store = Offended(sqlState: "58P01")
        try await CollectorBench.run(store: store) { bench in
            try await expect(bench.request("GET", "/readyz").status == 200)
            async let answer = bench.post(line(0xd))
            try await wait(for: "not ready") {
                store.letGo()
                let readiness = try await bench.request("GET", "/readyz")
                return readiness.status == 503 && readiness.body.contains("stop it and start it")
            }
            let reply = try await answer
            #expect(reply.status == 503 && reply.headers["retry-after"] == "5")
        }
    }
}
