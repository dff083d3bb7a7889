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
        switch await hasNewestSchema() {
        case true?: break
        case false?:
            throw .notReady("The database has the schema of another version: run that version of this program.")
        case nil: throw .notReady("The database is out of reach: check that it runs.")
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

    /// nil where the database does not say in time. Who asks it is not waited for then: the session may be at another
    /// question.
    private func hasNewestSchema() async -> Bool? {
        let (answers, found) = AsyncStream<Bool?>.makeStream()
        let asking = Task { found.yield(try? await session.run { try Schema.isNewest($0) }) }
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
    var isRefusal: Bool { kind != .connection && kind != .cancelled && !isLackOfRoom }
}
