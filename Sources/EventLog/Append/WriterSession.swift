import Events
import Postgres
import Synchronization

/// One of a writer's sessions: stores a batch, again if the server asks for that, and over a new connection if it broke.
final class WriterSession: Sendable {
    /// What stays true while the connection is there.
    private struct Memory {
        var dictionaries = Dictionaries()
        var months: Set<Month> = []
        var rules = IntakeRules()
        var types: LogTypes?
        /// The batch whose COMMIT has not been answered, and what is true of it if it was committed.
        var committing: (batchID: Int, outcome: Outcome)?
    }

    /// How often a batch is tried that the server chose as the victim of a deadlock.
    private static let attempts = 10
    /// How long it is between two tries to open a connection again.
    private static let pause = Duration.milliseconds(250)

    private let session: Session
    private let forecast: DuplicateForecast
    /// For how long it is tried to open a connection again.
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
        // What became of the batch before says nothing about this one.
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
            let numbers = try memory.dictionaries.numbers(for: prepared.batch.events, &memory.rules, on: connection)
            try makePartitions(for: prepared, &memory, connection)
            let outcome = try storeWithRetries(prepared, numbers, &memory, connection)
            memory.committing = nil
            forecast.committed()
            return outcome
        }
    }

    private func makePartitions(
        for prepared: PreparedBatch, _ memory: inout Memory, _ connection: borrowing Connection
    ) throws {
        let retired = forecast.retainedFrom.map(Month.init)
        let new = Month.all(in: prepared.batch.events.records).subtracting(memory.months)
            .filter { month in retired.map { month >= $0 } ?? true }
        guard !new.isEmpty else { return }
        try connection.execute(
            Statement("make partitions", "SELECT log.make_partitions($1::date[])"),
            [.array(new.sorted().map(\.description))])
        memory.months.formUnion(new)
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
                // All its keys are remembered now, so none is copied unasked.
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

    /// Returns what became of the batch whose COMMIT got no answer; nil if it was not committed. Who commits a batch holds the
    /// position lock, so once we hold it the ledger's answer is final.
    private func outcomeOfLostCommit(_ connection: borrowing Connection) throws -> Outcome? {
        guard let (batchID, outcome) = memory.withLock({ $0.committing }) else { return nil }
        let isCommitted = try connection.transaction { connection in
            try connection.execute(Fence.seal.exclusive)
            return try connection.execute(
                Statement("look for batch", "SELECT count(*) FROM log.batch WHERE batch.batch_id = $1::bigint"),
                [.int(batchID)]
            ).singleInt() == 1
        }
        return isCommitted ? outcome : nil
    }

    /// Opens a new connection as soon as the server takes one; a server that was killed needs its time to recover.
    private func reconnect(after error: PostgresError) async throws {
        memory.withLock { memory in
            // A server that took another's place may lack what came last, and give its numbers to something else.
            let committing = memory.committing
            memory = Memory()
            memory.committing = committing
        }
        // By time and not by tries: one takes long if the host is gone.
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
    /// Whether an event was there already. On a partition the constraint has the partition's name.
    fileprivate var isDuplicate: Bool {
        sqlState == "23505"
            && ["permission_event", "engagement_event"].contains { constraint?.hasPrefix($0) == true }
    }
}
