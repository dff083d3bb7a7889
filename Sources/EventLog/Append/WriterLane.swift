import Postgres
import Synchronization

/// One of a writer's sessions, and what it remembers of its database.
final class WriterLane: Sendable {
    /// How long it is between two tries to open a connection again.
    private static let pause = Duration.milliseconds(250)

    private let session: Session
    private let memory: Mutex<LaneMemory>
    /// For how long a connection is tried to be opened again.
    private let patience: Duration

    init(session: Session, _ replays: ReplayMemory, patience: Duration) {
        self.session = session
        memory = Mutex(LaneMemory(replays))
        self.patience = patience
    }

    /// Reads of which moment on engagement events are kept.
    func learnRetention() async throws {
        try await session.run { connection in try self.memory.withLock { try $0.learnRetention(connection) } }
    }

    /// Stores a batch when it is its turn.
    func append(_ batch: Batch, _ turn: Turn) async throws -> Outcome {
        do {
            return try await appendOnce(batch, turn)
        } catch {
            // What became of this batch must not be taken for what becomes of the next.
            memory.withLock { $0.forgetLostCommit() }
            throw error
        }
    }

    private func appendOnce(_ batch: Batch, _ turn: Turn) async throws -> Outcome {
        do {
            return try await attempt(batch, turn)
        } catch let error as PostgresError where error.kind == .connection {
            try await reconnect(after: error)
            if let outcome = try await session.run({ try self.outcomeOfLostCommit($0) }) { return outcome }
            return try await attempt(batch, turn)
        }
    }

    private func attempt(_ batch: Batch, _ turn: Turn) async throws -> Outcome {
        try await session.run { connection in
            try self.memory.withLock { try $0.append(batch, turn, connection) }
        }
    }

    private func outcomeOfLostCommit(_ connection: borrowing Connection) throws -> Outcome? {
        try memory.withLock { try $0.outcomeOfLostCommit(connection) }
    }

    /// Opens a new connection as soon as the server takes one; a server that was killed needs its time to recover.
    private func reconnect(after error: PostgresError) async throws {
        memory.withLock { $0.forgetDatabase() }
        // By time and not by tries: one takes long where the host is gone.
        let deadline = ContinuousClock.now + patience
        repeat {
            try await Task.sleep(for: Self.pause)
            do { return try await session.reconnect() } catch let again as PostgresError where again.kind == .connection
            {}
        } while ContinuousClock.now < deadline
        throw error
    }
}
