import Dispatch
import EventLog
import Postgres

/// Whether events can be stored: the database is there, has this program's schema, and has room.
struct Readiness {
    /// For how long after a commit that failed for lack of room the collector is not ready.
    private static let pause = Duration.seconds(10)
    /// What must be free where the database is, in bytes, if that is known.
    private static let leastFreeBytes = 64 << 20
    /// How long the database may take to answer.
    private static let patience = Duration.seconds(2)

    let session: Session
    let commits: GroupCommit
    /// Free bytes where the database is; nil where that can't be known.
    let freeBytes: @Sendable () -> Int?

    /// Throws what is in the way.
    func check() async throws(Problem) {
        switch await standing() {
        case .ready: break
        case .readOnly:
            throw .notReady("The database takes no writes: name the primary, or see why it is read-only.")
        case .otherSchema:
            throw .notReady("The database has the schema of another version: run that version of this program.")
        case nil: throw .notReady("The database is out of reach: check that it runs.")
        }
        if await commits.isStuck {
            throw .notReady("A commit does not end: see with `bellwether doctor` who holds a lock.")
        }
        if let free = freeBytes(), free < Self.leastFreeBytes {
            throw .notReady("The database's disk is nearly full: make room.")
        }
        if let failure = await commits.lastFailure, (failure.error as? PostgresError)?.isLackOfRoom == true,
            ContinuousClock.now - failure.at < Self.pause
        {
            throw .notReady("The database has run out of room: make some.")
        }
    }

    /// What the database can take.
    private enum Standing {
        case ready, readOnly, otherSchema
    }

    private static let readOnly = Statement(
        "ask for writes", "SELECT current_setting('transaction_read_only')::boolean")

    private static func standing(_ connection: borrowing Connection) throws -> Standing {
        if try connection.execute(readOnly).bool(0, 0) == true { return .readOnly }
        return try Schema.isNewest(connection) ? .ready : .otherSchema
    }

    /// nil where the database does not say in time. Who asks it is not waited for then: the session may be at another
    /// question.
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
        // Tells the server, for which this thread may not wait.
        DispatchQueue.global().async { asking.cancel() }
        return first
    }
}

extension PostgresError {
    /// Whether it is for lack of something that the server needs, such as room on the disk (class 53).
    var isLackOfRoom: Bool { sqlState?.hasPrefix("53") == true }

    /// Whether the server is there and refused what it was given, as it does where we made a mistake.
    var isRefusal: Bool { kind != .connection && kind != .cancelled && !isLackOfRoom && !isLockTimeout }
}
