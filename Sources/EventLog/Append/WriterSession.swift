import Events
import Postgres
import Synchronization

/// One session of a writer. Stores batches one at a time, retries after deadlocks and unexpected duplicates, and
/// reconnects if the connection breaks.
final class WriterSession: Sendable {
    /// What is valid as long as the connection is open.
    private struct Memory {
        var dictionaries = Dictionaries()
        /// Days (UTC, since 1970) whose partitions exist.
        var days: Set<Int> = []
        var rules = IntakeRules()
        var types: LogTypes?
        /// The batch whose COMMIT has not been answered, and its outcome if it was committed.
        var committing: (batchID: Int, outcome: Outcome)?
    }

    /// How often a batch is retried after a deadlock or an unexpected duplicate.
    private static let attempts = 10
    private static let makePartitions = SQLFiles.statement("queries/make_partitions.sql")
    /// Pause before each attempt to reconnect.
    private static let pause = Duration.milliseconds(250)

    private let session: Session
    private let forecast: DuplicateForecast
    /// How long to keep trying to reconnect.
    private let patience: Duration
    private let memory = Mutex(Memory())

    init(_ session: Session, _ forecast: DuplicateForecast, patience: Duration) {
        self.session = session
        self.forecast = forecast
        self.patience = patience
    }

    /// Reads the retention cutoff.
    func learnRetention() async throws {
        try await session.run { connection in
            try self.memory.withLock { memory in
                try memory.rules.refresh(connection)
                self.forecast.learn(retainedFrom: memory.rules.retainedFrom)
            }
        }
    }

    /// Stores a batch in one transaction.
    func append(_ prepared: PreparedBatch) async throws -> Outcome {
        // The outcome of the previous batch says nothing about this one.
        memory.withLock { $0.committing = nil }
        do {
            return try await session.run { try self.store(prepared, $0) }
        } catch let error as PostgresError where error.kind == .connection {
            try await reconnect(after: error)
            if let outcome = try await session.run({ try self.outcomeOfLostCommit($0) }) { return outcome }
            return try await session.run { try self.store(prepared, $0) }
        }
    }

    private func store(_ prepared: PreparedBatch, _ connection: borrowing Connection) throws -> Outcome {
        try memory.withLock { memory in
            while true {
                let numbers = try Self.retrying {
                    let numbers = try memory.dictionaries.numbers(
                        for: prepared.batch.events, &memory.rules, on: connection)
                    try makePartitions(for: prepared, &memory, connection)
                    return numbers
                }
                do {
                    let outcome = try storeWithRetries(prepared, numbers, &memory, connection)
                    memory.committing = nil
                    forecast.committed()
                    return outcome
                } catch is NumbersAreStale {}
            }
        }
    }

    /// Repeats `body` after a deadlock: on a cluster, a session that makes a partition and one that copies rows can wait for each
    /// other, each on another node.
    private static func retrying<Value>(_ body: () throws -> Value) throws -> Value {
        for _ in 0..<attempts {
            do { return try body() } catch let error as PostgresError where error.isRetriable {}
        }
        return try body()
    }

    private func makePartitions(
        for prepared: PreparedBatch, _ memory: inout Memory, _ connection: borrowing Connection
    ) throws {
        // The cutoff is the start of a month, so a day is before it or not.
        let first = forecast.retainedFrom?.day ?? .min
        let new = prepared.days.filter { $0 >= first }.subtracting(memory.days)
        guard !new.isEmpty else { return }
        memory.days.formUnion(try connection.execute(Self.makePartitions, [.array(Array(new))]).ints())
    }

    private func storeWithRetries(
        _ prepared: PreparedBatch, _ numbers: BatchNumbers, _ memory: inout Memory, _ connection: borrowing Connection
    ) throws -> Outcome {
        var (retries, isRedone) = (0, false)
        while true {
            do {
                var outcome = try storeOnce(prepared, numbers, &memory, connection)
                outcome.redoneBatches = isRedone ? 1 : 0
                return outcome
            } catch let error as PostgresError where error.isDuplicate && retries < Self.attempts {
                // All its keys are in the filter now, so on the next attempt all are suspects and none is copied
                // without a check.
                isRedone = true
                retries += 1
                forecast.metDuplicate()
            } catch let error as PostgresError where error.isRetriable && retries < Self.attempts {
                retries += 1
            }
        }
    }

    private func storeOnce(
        _ prepared: PreparedBatch, _ numbers: BatchNumbers, _ memory: inout Memory, _ connection: borrowing Connection
    ) throws -> Outcome {
        memory.committing = nil
        let types = try memory.types ?? LogTypes(connection)
        memory.types = types
        var committing: (batchID: Int, outcome: Outcome)?
        defer { memory.committing = committing }
        return try memory.rules.transaction(connection) { rules, batchID, connection in
            var transaction = BatchTransaction(
                batchID: batchID, rules: rules, numbers: numbers, forecast: forecast, types: types, prepared: prepared)
            guard let outcome = try transaction.run(connection) else { return Outcome() }
            committing = (batchID, outcome)
            return outcome
        }
    }

    /// Returns the outcome of the batch whose COMMIT was not answered; nil if it was not committed. A session holds the
    /// lock positions (see `LogLock`) while it commits a batch, so once we hold that lock the ledger's answer is final.
    private func outcomeOfLostCommit(_ connection: borrowing Connection) throws -> Outcome? {
        guard let (batchID, outcome) = memory.withLock({ $0.committing }) else { return nil }
        let isCommitted = try connection.transaction { connection in
            try connection.execute(LogLock.position.exclusive)
            return try connection.execute(
                Statement("look for batch", "SELECT count(*) FROM log.batch WHERE batch.batch_id = $1::bigint"),
                [.int(batchID)]
            ).singleInt() == 1
        }
        return isCommitted ? outcome : nil
    }

    /// Opens a new connection as soon as the server accepts one; a server that was killed needs time to recover.
    private func reconnect(after error: PostgresError) async throws {
        memory.withLock { memory in
            // After a failover the new server may lack the latest rows and reuse their numbers.
            let committing = memory.committing
            memory = Memory()
            memory.committing = committing
        }
        // Limited by time instead of attempts, because one attempt takes long if the host is gone.
        let deadline = ContinuousClock.now + patience
        repeat {
            try await Task.sleep(for: Self.pause)
            do { return try await session.reconnect() } catch let again as PostgresError where again.kind == .connection
            {}
        } while ContinuousClock.now < deadline
        throw error
    }
}

extension PostgresError {
    /// Whether an event was already stored. On a partition, the constraint's name begins with the name of the
    /// partition.
    fileprivate var isDuplicate: Bool {
        sqlState == "23505"
            && ["permission_event", "engagement_event"].contains { constraint?.hasPrefix($0) == true }
            || isDuplicateOnPart
    }

    /// Whether it is that of a COPY on a cluster, which has neither code nor constraint, only the message of the node.
    private var isDuplicateOnPart: Bool {
        message.contains(/duplicate key value violates unique constraint "(permission|engagement)_event/)
    }
}
