public import Events
public import Postgres

/// Appends batches to the log: the only way in.
public final class LogWriter: Sendable {
    private let lanes: [WriterLane]
    private let replays: ReplayMemory

    /// A writer over sessions with the role `ingest`, which it has to itself. Over several, as many batches of one source
    /// are stored at once. `patience`: how long a server that is away is waited for.
    public init(sessions: [Session], patience: Duration = .seconds(10)) {
        let replays = ReplayMemory()
        self.replays = replays
        lanes = sessions.map { WriterLane(session: $0, replays, patience: patience) }
    }

    /// A writer over one session.
    public convenience init(session: Session, patience: Duration = .seconds(10)) {
        self.init(sessions: [session], patience: patience)
    }

    /// How many batches can be stored at once.
    public var width: Int { lanes.count }

    /// Of which moment on engagement events are kept, by `occurred_at`, as far as is known: what is to be judged is judged by
    /// it. Each batch tells it anew; nil: all are.
    public var retainedFrom: Timestamp? { replays.retainedFrom }

    /// Asks the database for `retainedFrom`.
    public func learnRetention() async throws { try await lanes[0].learnRetention() }

    /// Stores a batch in one transaction with its row in the ledger, and returns after its commit. If the connection
    /// breaks it is opened again, and the batch stored unless the ledger says that it was. A batch that was prepared behind another
    /// is committed after it, or fails with its error.
    ///
    /// - Throws: `RetentionMoved` where it must be judged again.
    public func append(_ batch: Batch) async throws -> Outcome {
        let turn = batch.turn ?? Turn(after: nil)
        do {
            let outcome = try await lanes[turn.number % width].append(batch, turn)
            turn.end()
            return outcome
        } catch {
            turn.end(error)
            throw error
        }
    }
}
