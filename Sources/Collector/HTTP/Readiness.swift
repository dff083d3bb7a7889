import Dispatch
import EventLog
import Postgres

/// Checks whether events can be stored: the database can be reached, has this program's schema, and has room.
struct Readiness {
    /// How long the collector is not ready after a commit failed because the server is in trouble or out of disk space
    /// or another resource, or the collector's clock is ahead of the server's.
    private static let pause = Duration.seconds(10)
    /// Free bytes that the database's disk must have, if they are known.
    private static let leastFreeBytes = 64 << 20
    /// How long the database may take to answer.
    private static let patience = Duration.seconds(2)

    let session: Session
    let commits: GroupCommit
    /// Returns the free bytes on the database's disk; nil if unknown.
    let freeBytes: @Sendable () -> Int?

    /// Throws the first obstacle found.
    func check() async throws(Problem) {
        switch await standing() {
        case .ready: break
        case .readOnly:
            throw .notReady("The database takes no writes: name the primary, or see why it is read-only.")
        case .otherSchema:
            throw .notReady("The database has the schema of another version: run that version of this program.")
        case .inTrouble: throw Self.trouble
        case nil: throw .notReady("The database is out of reach: check that it runs.")
        }
        if await commits.isStuck {
            throw .notReady("A commit does not end: see with `bellwether doctor` who holds a lock.")
        }
        if let free = freeBytes(), free < Self.leastFreeBytes {
            throw .notReady("The database's disk is nearly full: make room.")
        }
        guard let failure = await commits.lastFailure, ContinuousClock.now - failure.at < Self.pause else { return }
        if let error = failure.error as? ClockIsAhead { throw error.problem }
        if let error = failure.error as? PostgresError {
            if error.isLackOfRoom { throw .notReady("The database has run out of room: make some.") }
            if error.isServerTrouble { throw Self.trouble }
        }
    }

    private static let trouble = Problem.notReady(
        "The database server is in trouble, as after an upgrade under it: see its log, then stop it and start it.")

    /// Whether the database accepts events.
    private enum Standing {
        case ready, readOnly, otherSchema, inTrouble
    }

    private static let readOnly = Statement(
        "ask for writes", "SELECT current_setting('transaction_read_only')::boolean")

    private static func standing(_ connection: borrowing Connection) throws -> Standing {
        do {
            if try connection.execute(readOnly).bool(0, 0) == true { return .readOnly }
            return try Schema.isNewest(connection) ? .ready : .otherSchema
        } catch let error as PostgresError where error.isServerTrouble {
            return .inTrouble
        }
    }

    /// Returns nil if the database does not answer in time. The query is then cancelled but not waited for, because the
    /// session may be busy with another statement.
    private func standing() async -> Standing? {
        let (answers, found) = AsyncStream<Standing?>.makeStream()
        let asking = Task { found.yield(try? await session.run { try Self.standing($0) }) }
        let waiting = Task {
            try? await Task.sleep(for: Self.patience)
            found.yield(nil)
        }
        var iterator = answers.makeAsyncIterator()
        let first = await iterator.next() ?? nil
        waiting.cancel()
        // On another thread, because cancelling contacts the server and blocks.
        DispatchQueue.global().async { asking.cancel() }
        return first
    }
}

extension PostgresError {
    /// Whether the server ran out of a resource, such as disk space (SQLSTATE class 53).
    var isLackOfRoom: Bool { sqlState?.hasPrefix("53") == true }

    /// Whether the server refused the statement itself, for example because of a defect in this program.
    var isRefusal: Bool {
        kind != .connection && kind != .cancelled && !isLackOfRoom && !isLockTimeout && !isServerTrouble
    }
}
