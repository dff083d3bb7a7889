import EventLog
import Events
import Postgres
import TestSupport
import Testing

@Suite struct LogLockTests {
    private static let share = "LOCK TABLE log.writer_lock IN ROW EXCLUSIVE MODE"

    @Test func writersGoOnWhileSomebodyWaitsToHoldTheLockAlone() async throws {
        try await withWriter { log, writer in
            let stuck = try await log.database.target.transaction(Self.share)
            let owner = try await Session.connect(to: log.database.target)
            async let held: Void = owner.run { try LogLock.writer.holdAlone($0) { _ in } }
            try await log.waitFor(1, waitingFor: "relation")
            let outcome = try await writer.append(batch([event(.appOpened, id: 1)]))
            #expect(outcome.accepted == 1)
            await stuck.close()
            try await held
            await owner.close()
        }
    }

    @Test func whoIsKeptFromTheLockGivesUpAndNamesTheHolder() async throws {
        try await TestServer.withLog { log in
            let stuck = try await log.database.target.transaction(Self.share)
            let process = try await stuck.run { connection in
                try connection.execute(Statement("pid", "SELECT pg_backend_pid()")).singleInt()
            }
            let error = await #expect(throws: PostgresError.self) {
                try await log.owner.run { try LogLock.writer.holdAlone($0, attempts: 1) { _ in } }
            }
            #expect(error?.isLockTimeout == true)
            let holders = try await log.owner.run { try LockHolders.read($0) }
            #expect(holders.count == 1)
            #expect(holders.first?.hasPrefix("process \(process) of ") == true)
            #expect(holders.first?.hasSuffix(" holds log.writer_lock") == true)
            await stuck.close()
        }
    }
}
