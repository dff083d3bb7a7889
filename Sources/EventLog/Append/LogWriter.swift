import Events
public import Postgres
import Synchronization

/// Appends batches to the log: the only way in.
///
/// A batch is copied straight into the tables, but for the events that the database is asked for and has: those whose keys may
/// have been stored of late. One that meets another duplicate is rolled back and done again with all its keys asked for,
/// and so are some after it, since replays come in runs.
public final class LogWriter: Sendable {
    private let session: Session
    private let memory = Mutex(WriterMemory())

    /// A writer over a session with the role `ingest`, which it has to itself.
    public init(session: Session) {
        self.session = session
    }

    /// Stores a batch in one transaction with its row in the ledger, and returns after its commit. If the connection
    /// breaks it is opened again, and the batch stored unless the ledger says that it was.
    public func append(_ batch: Batch) async throws -> Outcome {
        do {
            return try await attempt(batch)
        } catch let error as PostgresError where error.kind == .connection {
            try await reconnect(after: error)
            if let outcome = try await session.run({ try self.outcomeOfLostCommit($0) }) { return outcome }
            return try await attempt(batch)
        }
    }

    private func attempt(_ batch: Batch) async throws -> Outcome {
        try await session.run { connection in
            try self.memory.withLock { try $0.append(batch, connection) }
        }
    }

    private func outcomeOfLostCommit(_ connection: borrowing Connection) throws -> Outcome? {
        try memory.withLock { try $0.outcomeOfLostCommit(connection) }
    }

    /// Opens a new connection as soon as the server takes one; a server that was killed needs its time to recover.
    private func reconnect(after error: PostgresError) async throws {
        for _ in 0..<Self.reconnects {
            try await Task.sleep(for: .milliseconds(250))
            do { return try await session.reconnect() } catch let again as PostgresError where again.kind == .connection
            {}
        }
        throw error
    }

    /// How often a connection is tried to be opened again, four times a second.
    private static let reconnects = 40
}

/// What a writer remembers because it never becomes false, and how it writes.
private struct WriterMemory {
    /// How often a batch is tried that the server chose as the victim of a deadlock.
    private static let attempts = 10
    /// From so many times on that others stored events of a batch between its question and its COPY, it keeps them out.
    private static let patience = 3
    /// For how many batches all keys are asked for after one that met an unexpected duplicate.
    private static let wideRun = 8
    /// How many keys are remembered at least, in 4 MiB.
    private static let recentKeys = 1 << 20

    private var dictionaries = Dictionaries()
    private var recent = RecentKeys(generationSize: Self.recentKeys)
    private var months: Set<Month> = []
    /// For how many of the next batches all keys are asked for.
    private var wide = 0
    /// The batch that is being committed, and what is true of it if it was.
    private var committing: (batchID: Int, outcome: Outcome, events: FreshEvents)?

    mutating func append(_ batch: Batch, _ connection: borrowing Connection) throws -> Outcome {
        let numbers = try dictionaries.numbers(for: batch.events, on: connection)
        try makePartitions(for: batch, connection)
        let fresh = (batch.fresh ?? FreshEvents(of: batch.events)).numbered(apps: numbers.apps)
        let outcome = try storeWithRetries(batch, fresh, numbers, connection)
        // Stored now or before: either way the next copy is a duplicate.
        if let events = committing?.events { recent.insert(events.keys) }
        committing = nil
        return outcome
    }

    /// What became of the batch whose commit got no answer; nil if it was not committed. Whoever commits holds SEAL, so
    /// that once we hold it the ledger's word is final.
    mutating func outcomeOfLostCommit(_ connection: borrowing Connection) throws -> Outcome? {
        guard let (batchID, outcome, events) = committing else { return nil }
        committing = nil
        let isCommitted = try connection.transaction { connection in
            try connection.execute(AdvisoryLock.seal.exclusive)
            return try connection.execute(
                Statement("look for batch", "SELECT count(*) FROM log.batch WHERE batch.batch_id = $1::bigint"),
                [.int(batchID)]
            ).singleInt() == 1
        }
        guard isCommitted else { return nil }
        recent.insert(events.keys)
        return outcome
    }

    private mutating func makePartitions(for batch: Batch, _ connection: borrowing Connection) throws {
        let new = batch.months(of: { _ in true }).subtracting(months)
        guard !new.isEmpty else { return }
        try connection.execute(
            Statement("make partitions", "SELECT log.make_partitions($1::date[])"),
            [.array(new.sorted().map(\.description))])
        months.formUnion(new)
    }

    private mutating func storeWithRetries(
        _ batch: Batch, _ fresh: FreshEvents, _ numbers: BatchNumbers, _ connection: borrowing Connection
    ) throws -> Outcome {
        var (victim, duplicate) = (0, 0)
        while true {
            do {
                var outcome = try store(batch, fresh, numbers, alone: duplicate >= Self.patience, connection)
                wide = max(0, wide - 1)
                outcome.batches = 1
                outcome.redoneBatches = duplicate > 0 ? 1 : 0
                return outcome
            } catch let error as PostgresError where error.isDuplicateEvent && duplicate <= Self.patience {
                duplicate += 1
                wide = Self.wideRun
            } catch let error as PostgresError where error.isRetriable && victim < Self.attempts {
                victim += 1
            }
        }
    }

    /// One transaction: the events, the rejects, the counts, and last the position. `alone`: while no other batch is stored.
    private mutating func store(
        _ batch: Batch, _ fresh: FreshEvents, _ numbers: BatchNumbers, alone: Bool, _ connection: borrowing Connection
    ) throws -> Outcome {
        committing = nil
        return try connection.transaction { connection in
            try connection.execute(alone ? AdvisoryLock.gate.exclusive : AdvisoryLock.gate.shared)
            let batch = try batch.releasingHeld(connection)
            guard !batch.hasLostAll else { return Outcome() }
            // Of a retry the events are known only now; a key that is not stored must not be remembered.
            var fresh =
                batch.releases == nil ? fresh : FreshEvents(of: batch.events).numbered(apps: numbers.apps)
            try fresh.removeStored(connection) { wide > 0 || recent.mayContain($0) }
            let batchID = try connection.execute(Statement("number batch", "SELECT nextval('log.batch_id')"))
                .singleInt()
            try EventRows(batchID: Int64(batchID), events: batch.events, numbers: numbers).copy(fresh, connection)
            let deliveries = Deliveries(of: batch, new: fresh)
            try batch.storeRejects(batchID: batchID, connection)
            if batch.releases == nil { try deliveries.write(batchID: batchID, connection) }
            // From here to the commit nobody else gets a position.
            try connection.execute(AdvisoryLock.seal.exclusive)
            try batch.writeLedgerRow(
                batchID: batchID, batch.releases == nil ? deliveries.outcome : Outcome(), connection)
            committing = (batchID, deliveries.outcome, fresh)
            return deliveries.outcome
        }
    }
}

extension PostgresError {
    /// Whether an event was in the log already. On a partition the constraint has the partition's name.
    fileprivate var isDuplicateEvent: Bool {
        sqlState == "23505"
            && (constraint?.hasPrefix("permission_event") == true || constraint?.hasPrefix("engagement_event") == true)
    }
}
