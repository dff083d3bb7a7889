public import Events
public import Postgres
import Synchronization

/// Appends batches to the log. Nothing else writes events.
public final class LogWriter: Sendable {
    private let sessions: [WriterSession]
    /// How many batches each session is storing or has waiting.
    private let work: Mutex<[Int]>
    private let forecast = DuplicateForecast()

    /// Creates a writer that stores one batch per session at the same time. The sessions need the role `ingest`, and
    /// nobody else may use them. `patience`: how long it waits for a server that can't be reached.
    public init(sessions: [Session], patience: Duration = .seconds(10)) {
        self.sessions = sessions.map { [forecast] in WriterSession($0, forecast, patience: patience) }
        work = Mutex(sessions.map { _ in 0 })
    }

    /// Creates a writer with one session.
    public convenience init(session: Session, patience: Duration = .seconds(10)) {
        self.init(sessions: [session], patience: patience)
    }

    /// How many batches it stores at the same time.
    public var width: Int { sessions.count }

    /// The retention cutoff by which engagement events are to be validated, compared with `occurred_at`; nil if everything
    /// is kept. Storing a batch updates it.
    public var retainedFrom: Timestamp? { forecast.retainedFrom }

    /// Reads `retainedFrom` from the database.
    public func learnRetention() async throws { try await sessions[0].learnRetention() }

    /// Stores a batch and its row in the ledger in one transaction, and returns after the commit. If the connection
    /// breaks, reconnects and stores the batch unless the ledger has it. Batches stored at the same time may commit in
    /// any order.
    ///
    /// - Throws: `RetentionCutoffChanged` if the batch must be validated again; `FileLedger.TakenOver` if another worker
    ///   has claimed its file; `ClockIsAhead` if the receipt was stamped by a clock that is ahead.
    public func append(_ prepared: PreparedBatch) async throws -> Outcome {
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

    /// Prepares and stores a batch.
    public func append(_ batch: Batch) async throws -> Outcome { try await append(PreparedBatch(batch)) }
}
