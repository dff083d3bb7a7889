import Events
import Postgres

/// What a lane remembers because it never becomes false as long as its connection is there, and how it writes.
///
/// A batch is copied straight into the tables, but for the events that the database is asked for and has: those whose keys may
/// have been stored of late. One that meets another duplicate is rolled back and done again with all its keys asked for,
/// and so are some after it, since replays come in runs.
struct LaneMemory {
    /// How often a batch is tried that the server chose as the victim of a deadlock.
    private static let attempts = 10
    /// From so many times on that others stored events of a batch between its question and its COPY, it keeps them out.
    private static let patience = 3

    private let replays: ReplayMemory
    private var dictionaries = Dictionaries()
    private var months: Set<Month> = []
    private var refusal = Refusal()
    /// The batch that is being committed, and what is true of it if it was.
    private var committing: (batchID: Int, outcome: Outcome, events: FreshEvents)?

    init(_ replays: ReplayMemory) { self.replays = replays }

    mutating func append(_ batch: Batch, _ turn: Turn, _ connection: borrowing Connection) throws -> Outcome {
        let numbers = try dictionaries.numbers(for: batch.events, &refusal, on: connection)
        try makePartitions(for: batch, connection)
        let outcome = try storeWithRetries(batch.prepared, turn, numbers, connection)
        if let events = committing?.events { replays.stored(events) }
        committing = nil
        return outcome
    }

    /// Reads of which moment on engagement events are kept.
    mutating func learnRetention(_ connection: borrowing Connection) throws {
        try refusal.refresh(connection)
        replays.learn(retainedFrom: refusal.retainedFrom)
    }

    /// What became of the batch whose commit got no answer; nil if it was not committed. Whoever commits holds SEAL, so
    /// that once we hold it the ledger's word is final.
    mutating func outcomeOfLostCommit(_ connection: borrowing Connection) throws -> Outcome? {
        guard let (batchID, outcome, events) = committing else { return nil }
        committing = nil
        let isCommitted = try connection.transaction { connection in
            try connection.execute(Fence.seal.exclusive)
            return try connection.execute(
                Statement("look for batch", "SELECT count(*) FROM log.batch WHERE batch.batch_id = $1::bigint"),
                [.int(batchID)]
            ).singleInt() == 1
        }
        guard isCommitted else { return nil }
        replays.stored(events)
        return outcome
    }

    /// Forgets what the database has, before a new connection: a server that took another's place may lack what came last,
    /// and give its numbers to something else.
    mutating func forgetDatabase() {
        dictionaries = Dictionaries()
        months = []
        refusal = Refusal()
    }

    /// Forgets the batch whose commit got no answer: nobody waits for it any more.
    mutating func forgetLostCommit() { committing = nil }

    private mutating func makePartitions(for batch: Batch, _ connection: borrowing Connection) throws {
        let retired = replays.retainedFrom.map(Month.init)
        let new = batch.months(of: { _ in true }).subtracting(months)
            .filter { month in retired.map { month >= $0 } ?? true }
        guard !new.isEmpty else { return }
        try connection.execute(
            Statement("make partitions", "SELECT log.make_partitions($1::date[])"),
            [.array(new.sorted().map(\.description))])
        months.formUnion(new)
    }

    private mutating func storeWithRetries(
        _ batch: Batch, _ turn: Turn, _ numbers: BatchNumbers, _ connection: borrowing Connection
    ) throws -> Outcome {
        var (victim, duplicate) = (0, 0)
        turn.waitToBegin()
        while true {
            do {
                var outcome = try store(batch, turn, numbers, alone: duplicate >= Self.patience, connection)
                outcome.batches = 1
                outcome.redoneBatches = duplicate > 0 ? 1 : 0
                return outcome
            } catch let error as PostgresError where error.isDuplicate && duplicate <= Self.patience {
                duplicate += 1
                replays.metDuplicate()
            } catch let error as PostgresError where error.isRetriable && victim < Self.attempts {
                victim += 1
            } catch is Turn.NotYet {
                turn.waitForPrevious()
            }
        }
    }

    /// One transaction: the events, the rejects, the counts, and last the position. `alone`: while no other batch is stored.
    private mutating func store(
        _ batch: Batch, _ turn: Turn, _ numbers: BatchNumbers, alone: Bool, _ connection: borrowing Connection
    ) throws -> Outcome {
        committing = nil
        // A copy, as what follows needs the rest of the memory too.
        var known = refusal
        defer { refusal = known }
        return try known.transaction(alone: alone, connection) { refusal, batchID, connection in
            turn.begin()
            replays.learn(retainedFrom: refusal.retainedFrom)
            let batch = try batch.refusing(refusal.erased).releasingHeld(connection)
            try refusal.check(batch)
            guard !batch.hasLostAll, var fresh = batch.fresh?.numbered(apps: numbers.apps) else { return Outcome() }
            try fresh.remove(
                replays.suspects(among: fresh), retainedFrom: refusal.retainedFrom, ifStored: connection)
            let rows = EventRows(
                batchID: Int64(batchID), events: batch.events, numbers: numbers, retainedFrom: refusal.retainedFrom)
            try rows.copy(fresh, connection)
            let notKept = try batch.quarantine?.copy(
                batch, batchID: batchID, mayBeStored: replays.expectsReplay, connection)
            let deliveries = Deliveries(of: batch, new: fresh)
            try turn.waitToCommit()
            var outcome = try batch.seal(batchID: batchID, deliveries, connection)
            outcome.rejectsNotKept = notKept ?? 0
            committing = (batchID, outcome, fresh)
            return outcome
        }
    }
}

extension PostgresError {
    /// Whether an event or a reject was there already. On a partition the constraint has the partition's name.
    fileprivate var isDuplicate: Bool {
        sqlState == "23505"
            && ["permission_event", "engagement_event", "line_is_quarantined_once"].contains {
                constraint?.hasPrefix($0) == true
            }
    }
}
