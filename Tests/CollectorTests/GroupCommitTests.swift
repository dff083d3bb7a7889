import Collector
import EventLog
import Foundation
import Postgres
import TestSupport
import Testing

@Suite struct GroupCommitTests {
    /// Runs `body` while no batch can be committed.
    private func whileHeld(_ bench: CollectorBench, _ body: () async throws -> Void) async throws {
        let holder = try await bench.database.target.transaction("LOCK TABLE log.writer_lock IN EXCLUSIVE MODE")
        try await body()
        await holder.close()
    }

    @Test func whatWaitsDuringACommitIsOneBatchAndIsAnsweredAfterIt() async throws {
        try await CollectorBench.run { bench in
            _ = try await bench.post(line(0))
            let answers = try await withThrowingTaskGroup(of: Reply.self) { group in
                try await whileHeld(bench) {
                    for id in 1...20 {
                        group.addTask { try await bench.post("[\(line(id)),\(line(id + 1)),{}]") }
                        // The first delivery is being committed; the others wait.
                        if id == 1 { try await waitForWriter(bench) }
                    }
                    try await bench.waitFor(metric: "bellwether_queue_deliveries 19.0")
                    try await expect(bench.stored() == 1)
                }
                return try await group.reduce(into: [Reply]()) { $0.append($1) }
            }
            #expect(answers.allSatisfy { $0.status == 200 && $0.reasons == ["missing_field"] && $0.indexes == [2] })
            #expect(answers.allSatisfy { ($0.accepted ?? 0) + ($0.duplicates ?? 0) == 2 })
            #expect(answers.reduce(0) { $0 + ($1.accepted ?? 0) } == 21)
            try await expect(bench.stored() == 22)
            let batches = try await bench.log.rows(
                "SELECT accepted, duplicates, rejected FROM log.batch ORDER BY position")
            #expect(batches == [["1", "0", "0"], ["2", "0", "1"], ["19", "19", "19"]])
        }
    }

    @Test func whatWaitsIsSeveralBatchesIfItHasMegabytesOfRejects() async throws {
        try await CollectorBench.run { bench in
            _ = try await bench.post(line(0))
            let rejects = (1...20).map { "\"\($0)" + String(repeating: "x", count: 60_000) + "\"" }
            let body = "[" + rejects.joined(separator: ",") + "]"
            try await withThrowingTaskGroup(of: Reply.self) { group in
                try await whileHeld(bench) {
                    group.addTask { try await bench.post(line(1)) }
                    // This delivery is being committed; the others wait.
                    try await waitForWriter(bench)
                    for _ in 1...5 { group.addTask { try await bench.post(body) } }
                    try await bench.waitFor(metric: "bellwether_queue_deliveries 5.0")
                }
                for try await reply in group { #expect(reply.status == 200) }
            }
            // A batch takes no further delivery once it has 2 MiB.
            let batches = try await bench.log.rows("SELECT rejected FROM log.batch ORDER BY position")
            #expect(batches == [["0"], ["0"], ["40"], ["40"], ["20"]])
            try await expect(bench.log.rows("SELECT count(*) FROM log.quarantine") == [["20"]])
        }
    }

    @Test(arguments: [1, 2]) func aCopyIsNoDuplicateBeforeTheFirstIsDurable(sessions: Int) async throws {
        try await CollectorBench.run(sessions: sessions) { bench in
            _ = try await bench.post(line(0))
            try await withThrowingTaskGroup(of: Reply.self) { group in
                let waiter = ContinuousClock.now
                try await whileHeld(bench) {
                    for _ in 0..<2 { group.addTask { try await bench.post(line(1)) } }
                    try await waitForWriter(bench)
                    try await Task.sleep(for: .seconds(1))
                }
                var (accepted, duplicates) = (0, 0)
                for try await reply in group {
                    #expect(ContinuousClock.now - waiter > .seconds(1))
                    accepted += reply.accepted ?? 0
                    duplicates += reply.duplicates ?? 0
                }
                #expect(accepted == 1 && duplicates == 1)
            }
        }
    }

    @Test func aClientThatIsGoneDoesNotStopTheCommitAndItsRetryIsADuplicate() async throws {
        try await CollectorBench.run { bench in
            _ = try await bench.post(line(0))
            try await whileHeld(bench) {
                let cut = try await bench.connect { connection in
                    connection.send(CollectorBench.head(ofEvents: line(1).utf8.count))
                    connection.send(line(1))
                    return connection
                }
                try await waitForWriter(bench)
                cut.cut()
                try await Task.sleep(for: .milliseconds(200))
            }
            let again = try await bench.post(line(1))
            #expect(again.accepted == 0 && again.duplicates == 1)
            try await expect(bench.stored() == 2)
        }
    }

    @Test func aBodyThatIsCutOffStoresNothing() async throws {
        try await CollectorBench.run { bench in
            for head in ["Content-Length: 1000", "Transfer-Encoding: chunked"] {
                try await bench.connect { connection in
                    connection.send(
                        "POST /v1/events HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n\(head)\r\n\r\n")
                    connection.send(head.hasPrefix("T") ? "400\r\n\(line(1))\r\n" : "[\(line(1)),")
                    connection.endSending()
                    _ = connection.receive()
                }
            }
            try await expect(bench.post(line(2)).accepted == 1)
            try await expect(bench.stored() == 1)
        }
    }

    @Test func whileTheDatabaseIsAwayNothingIsAcknowledged() async throws {
        let proxy = Holder()
        let behind: @Sendable (Database) throws -> ConnectionTarget = { database in
            let server = database.target.keywords
            guard let folder = server["host"], folder.hasPrefix("/") else { return database.target }
            proxy.value = try CuttingProxy(upstream: folder, port: server["port"] ?? "5432")
            var target = database.target
            target.keywords["host"] = proxy.value?.folder
            return target
        }
        try await CollectorBench.run(target: behind) { bench in
            // Skipped if the server is reached over TCP, because the proxy connects to a Unix socket.
            guard let proxy = proxy.value else { return }
            defer { proxy.close() }
            try await expect(bench.post(line(1)).accepted == 1)
            proxy.isAway = true
            let away = try await bench.post(line(2))
            #expect(away.status == 503 && away.code == "database_away" && away.headers["retry-after"] == "5")
            try await expect(bench.request("GET", "/readyz").status == 503)
            try await expect(bench.request("GET", "/healthz").status == 200)
            proxy.isAway = false
            try await expect(bench.post(line(2)).accepted == 1)
            proxy.cutNext(.after)
            let recovered = try await bench.post("[\(line(2)),\(line(3))]")
            #expect(recovered.accepted == 1 && recovered.duplicates == 1)
            try await expect(bench.stored() == 3)
        }
    }

    /// Waits until a transaction is blocked by the held lock.
    private func waitForWriter(_ bench: CollectorBench) async throws {
        let waiting = """
            SELECT count(*) FROM pg_locks
            WHERE locktype = 'relation' AND NOT granted
                AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
            """
        try await wait(for: "a batch on its way") { try await bench.log.rows(waiting) != [["0"]] }
    }
}

/// Passes a value out of a closure.
private final class Holder: @unchecked Sendable {
    var value: CuttingProxy?
}
