public import Events
public import Postgres
import Synchronization

/// Appends batches to the log: the only way in.
public final class LogWriter: Sendable {
    private let sessions: [WriterSession]
    /// How many batches each session has to store.
    private let work: Mutex<[Int]>
    private let forecast = DuplicateForecast()

    /// A writer over sessions with the role `ingest`, which it has to itself: it stores a batch over each at the same time.
    /// `patience`: how long it waits for a server that is away.
    public init(sessions: [Session], patience: Duration = .seconds(10)) {
        self.sessions = sessions.map { [forecast] in WriterSession($0, forecast, patience: patience) }
        work = Mutex(sessions.map { _ in 0 })
    }

    /// A writer over one session.
    public convenience init(session: Session, patience: Duration = .seconds(10)) {
        self.init(sessions: [session], patience: patience)
    }

    /// How many batches it stores at the same time.
    public var width: Int { sessions.count }

    /// The retention cutoff of engagement events, by `occurred_at`, by which events are to be judged; nil if all are kept. Each
    /// batch reads it again.
    public var retainedFrom: Timestamp? { forecast.retainedFrom }

    /// Asks the database for `retainedFrom`.
    public func learnRetention() async throws { try await sessions[0].learnRetention() }

    /// Stores a batch in one transaction with its row in the ledger, and returns after its commit. If the connection breaks, opens
    /// it again and stores the batch unless the ledger has it. Batches that are stored at the same time are committed in any order.
    ///
    /// - Throws: `RetentionCutoffChanged` if it must be judged again; `FileLedger.TakenOver` if another worker claimed its file.
    public func append(_ batch: Batch) async throws -> Outcome {
        let prepared = PreparedBatch(batch)
        let place = work.withLock { work in
            let place = work.indices.min { work[$0] < work[$1] } ?? 0
            work[place] += 1
            return place
        }
        defer { work.withLock { $0[place] -= 1 } }
        do {
            return try await sessions[place].append(prepared)
        } catch let error as PostgresError where error.sqlState == FileLedger.takenOver {
            throw FileLedger.TakenOver()
        }
    }
}
