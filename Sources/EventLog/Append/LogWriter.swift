import Events
public import Postgres
import Synchronization

/// Appends batches to the log: the only way in.
public final class LogWriter: Sendable {
    /// How often a batch is tried that the server chose as the victim of a deadlock.
    private static let attempts = 10

    private let session: Session
    private let memory = Mutex(Memory())

    /// What a writer may remember because it never becomes false.
    fileprivate struct Memory {
        var dictionaries = Dictionaries()
        var months: Set<Month> = []
        var hasStaging = false
    }

    /// A writer over a session with the role `ingest`, which it has to itself.
    public init(session: Session) {
        self.session = session
    }

    /// Stores a batch in one transaction with its row in the ledger, and returns after its commit.
    public func append(_ batch: Batch) async throws -> Outcome {
        try await session.run { connection in
            try self.memory.withLock { memory in
                try memory.prepare(for: batch, connection)
                for _ in 1..<Self.attempts {
                    do {
                        return try memory.store(batch, connection)
                    } catch let error as PostgresError where error.isRetriable {
                        continue
                    }
                }
                return try memory.store(batch, connection)
            }
        }
    }
}

extension LogWriter.Memory {
    /// What a batch needs beforehand, in short transactions of its own: words, partitions, staging tables.
    fileprivate mutating func prepare(for batch: Batch, _ connection: borrowing Connection) throws {
        try dictionaries.resolve(batch.events, on: connection)
        let new = batch.engagementMonths.subtracting(months)
        if !new.isEmpty {
            try connection.execute(
                Statement("make partitions", "SELECT log.make_partitions($1::date[])"),
                [.array(new.sorted().map(\.description))])
            months.formUnion(new)
        }
        if !hasStaging {
            try connection.script(Staging.tables)
            hasStaging = true
        }
    }

    fileprivate func store(_ batch: Batch, _ connection: borrowing Connection) throws -> Outcome {
        try connection.transaction { connection in
            try connection.execute(AdvisoryLock.gate.shared)
            let batch = try batch.releasingHeld(connection)
            guard !batch.hasLostAll else { return Outcome() }
            let batchID = try connection.execute(Statement("number batch", "SELECT nextval('log.batch_id')"))
                .singleInt()
            let new = try storeEvents(of: batch, Int64(batchID), connection)
            let deliveries = Deliveries(of: batch, new: new)
            try storeRejects(of: batch, batchID, connection)
            if batch.releases == nil { try deliveries.write(batchID: batchID, connection) }
            // From here to the commit nobody else gets a position.
            try connection.execute(AdvisoryLock.seal.exclusive)
            try batch.writeLedgerRow(
                batchID: batchID, batch.releases == nil ? deliveries.outcome : Outcome(), connection)
            return deliveries.outcome
        }
    }

    /// Stores what is new of the events, and counts it by its quarter of an hour of receipt.
    private func storeEvents(
        of batch: Batch, _ batchID: Int64, _ connection: borrowing Connection
    ) throws -> [Int: Int] {
        var new: [Int: Int] = [:]
        if batch.events.contains(where: \.type.isPermissionEvent) {
            try connection.copyIn(Staging.copyPermissionEvents) { rows in
                for (line, event) in batch.events.enumerated() where event.type.isPermissionEvent {
                    event.writePermission(batchID: batchID, line: Int64(line), dictionaries, to: &rows)
                }
            }
            try count(connection.execute(Staging.storePermissionEvents), into: &new)
        }
        if batch.events.contains(where: { !$0.type.isPermissionEvent }) {
            try connection.copyIn(Staging.copyEngagementEvents) { rows in
                for (line, event) in batch.events.enumerated() where !event.type.isPermissionEvent {
                    event.writeEngagement(batchID: batchID, line: Int64(line), dictionaries, to: &rows)
                }
            }
            try count(connection.execute(Staging.storeEngagementEvents), into: &new)
        }
        return new
    }

    private func count(_ quarters: borrowing QueryResult, into new: inout [Int: Int]) throws {
        for row in 0..<quarters.rowCount {
            new[try quarters.int(row, 0) ?? 0, default: 0] += try quarters.int(row, 1) ?? 0
        }
    }

    private func storeRejects(of batch: Batch, _ batchID: Int, _ connection: borrowing Connection) throws {
        guard !batch.rejects.isEmpty else { return }
        try connection.copyIn(Staging.copyRejects) { rows in
            for reject in batch.rejects { reject.write(to: &rows) }
        }
        try connection.execute(Staging.storeRejects, [.int(batchID), .text(batch.source)])
    }
}
