import Events
import Postgres

/// Stores one batch between BEGIN and COMMIT. `run` lists the steps in their order.
///
/// Most events go into the tables by COPY. Suspects, events whose keys may be stored already or be in flight in another
/// session, are inserted afterwards with ON CONFLICT DO NOTHING. If an event outside the suspects is a duplicate, the
/// COPY fails and `WriterSession` tries again.
struct BatchTransaction {
    let batchID: Int
    let rules: IntakeRules
    let numbers: BatchNumbers
    let forecast: DuplicateForecast
    let types: LogTypes
    private(set) var prepared: PreparedBatch

    /// Runs all steps. Returns nil and stores nothing if the batch is a retry of quarantined deliveries and none of
    /// them is still held.
    mutating func run(_ connection: borrowing Connection) throws -> Outcome? {
        try rules.checkClock(of: prepared.batch)
        guard numbers.wordsDropped == rules.wordsDropped else { throw NumbersAreStale() }
        prepared.drop(rules.erased)
        guard try releaseHeld(connection) else { return nil }
        // The check throws if the batch was validated with an older cutoff. Learn the new cutoff first, because the
        // batch is then validated again with it.
        forecast.learn(retainedFrom: rules.retainedFrom)
        try rules.check(prepared)
        let isReplay = forecast.expectsReplay
        let isSuspect = forecast.remember(prepared, numbers)
        try removeStored(among: isReplay ? prepared.candidates.places : permissionBeforeCutoff, connection)
        try copyEvents(isSuspect, connection)
        try insert(isSuspect, connection)
        let notKept = try prepared.rejects.store(of: prepared.batch, batchID: batchID, types.quarantine, connection)
        let counts = DeliveryCounts(of: prepared)
        try seal(counts, connection)
        return outcome(counts, rejectsNotKept: notKept)
    }

    /// Releases the quarantined deliveries of a retry that are still held, so that no other retry stores their events
    /// too. Deliveries of erased installations stay held. Returns false if none was released.
    private mutating func releaseHeld(_ connection: borrowing Connection) throws -> Bool {
        guard let releases = prepared.batch.releases else { return true }
        let wanted = releases.indices.filter { !prepared.erased.contains($0) }.map { releases[$0] }
        let held = try connection.execute(Self.release, [.array(wanted)]).ints()
        prepared.keep(held: Set(held))
        return !held.isEmpty
    }

    /// The permission events before the retention cutoff. The key of `log.engagement_event`, which makes all others unique,
    /// does not have them, but may have an engagement event with the same identity that retention kept.
    private var permissionBeforeCutoff: [Int] {
        let rows = eventRows
        return prepared.candidates.permission.filter { !rows.isKept($0) }
    }

    /// Looks up candidates (events of the batch that may be new) and drops those that are stored already.
    private mutating func removeStored(among places: [Int], _ connection: borrowing Connection) throws {
        guard !places.isEmpty else { return }
        let keys = places.map { EventKey(prepared.batch.events.records[$0], numbers) }
        let stored = try connection.execute(
            types.findStored,
            [
                .timestamps(keys.map(\.occurredAt.microseconds)),
                .uuids(keys.map { ($0.installationID.high, $0.installationID.low) }),
                .uuids(keys.map { ($0.id.high, $0.id.low) }), .integers(keys.map(\.app)),
                .optional(rules.retainedFrom?.microseconds),
            ])
        prepared.candidates.remove(try stored.ints().map { places[$0 - 1] })
    }

    /// Copies the candidates that are not suspects.
    private func copyEvents(_ isSuspect: [Bool], _ connection: borrowing Connection) throws {
        let rows = eventRows
        let engagement = prepared.candidates.places.filter { !isSuspect[$0] && rows.isKept($0) }
        try connection.copyIn(Self.copyEngagement) { rows.writeEngagement(engagement, to: &$0) }
        let permission = prepared.candidates.permission.filter { !isSuspect[$0] }
        guard !permission.isEmpty else { return }
        try connection.copyIn(Self.copyPermission) { rows.writePermission(permission, to: &$0) }
    }

    /// Inserts the suspects that are not stored yet. If another batch in flight has inserted the same key, PostgreSQL
    /// waits for the end of that transaction, and stores the event here only if that one was rolled back.
    private mutating func insert(_ isSuspect: [Bool], _ connection: borrowing Connection) throws {
        let suspects = prepared.candidates.places.filter { isSuspect[$0] }
        guard !suspects.isEmpty else { return }
        let rows = eventRows
        let kept = suspects.filter(rows.isKept)
        let engagement = types.engagement.array { rows.writeEngagement(kept, to: &$0) }
        try removeCopies(among: kept, connection.execute(types.insertEngagement, [engagement]))
        let permission = prepared.candidates.permission.filter { isSuspect[$0] }
        guard !permission.isEmpty else { return }
        let array = types.permission.array { rows.writePermission(permission, to: &$0) }
        try removeCopies(among: permission, connection.execute(types.insertPermission, [array]))
    }

    /// Drops the candidates that an INSERT did not store. `stored` holds the indexes in `places`, from 1, of those it
    /// did store.
    private mutating func removeCopies(among places: [Int], _ stored: borrowing QueryResult) throws {
        let stored = Set(try stored.ints())
        prepared.candidates.remove(places.indices.filter { !stored.contains($0 + 1) }.map { places[$0] })
    }

    private var eventRows: EventRows {
        EventRows(
            batchID: Int64(batchID), events: prepared.batch.events, numbers: numbers, retainedFrom: rules.retainedFrom)
    }

    /// Stores the counts of deliveries and gives the batch its position: the last statement before COMMIT.
    private func seal(_ counts: DeliveryCounts, _ connection: borrowing Connection) throws {
        // A retry of quarantined deliveries adds no deliveries: they were counted as rejected when they arrived.
        let counts = prepared.batch.releases == nil ? counts : DeliveryCounts()
        try connection.execute(
            Self.seal,
            [
                types.batch.array { prepared.writeLedgerRow(batchID: batchID, counts, numbers, to: &$0) },
                .array(Array(prepared.engagementDays)), counts.rows(types.delivery),
                .optional(prepared.batch.file?.claim), prepared.batch.fileHash.map(Parameter.bytes) ?? .null,
            ])
    }

    private func outcome(_ counts: DeliveryCounts, rejectsNotKept: Int) -> Outcome {
        var outcome = Outcome()
        outcome.accepted = counts.accepted
        outcome.duplicates = counts.duplicates
        outcome.rejectedByReason = counts.rejectedByReason
        outcome.unreadable = prepared.batch.rejects.count(where: \.isUnreadable)
        outcome.acceptedOfParts = prepared.batch.parts.map { part in
            prepared.candidates.isNew[part].count { $0 }
        }
        outcome.erased = prepared.erased
        outcome.rejectsNotKept = rejectsNotKept
        outcome.batches = 1
        return outcome
    }

    private static let release = Statement("release quarantined", "SELECT log.end_quarantine($1::bigint[], true)")
    private static let copyEngagement = Statement(
        "copy engagement events", "COPY log.engagement_event FROM STDIN (FORMAT binary)")
    private static let copyPermission = Statement(
        "copy permission events", "COPY log.permission_event FROM STDIN (FORMAT binary)")
    private static let seal = SQLFiles.statement("queries/seal_batch.sql")
}

/// The row types of the tables that a batch is written to, and the statements that find and insert events, which are
/// others on a cluster.
struct LogTypes {
    let engagement, permission, quarantine, batch, delivery: RowType
    let findStored, insertEngagement, insertPermission: Statement

    init(_ connection: borrowing Connection) throws {
        let isOnParts = try Parts.areThere(connection)
        if isOnParts { try Parts.keepConnections(connection) }
        let place = isOnParts ? "_on_parts" : ""
        let find = SQLFiles.statement("queries/find_stored_events.sql")
        findStored = isOnParts ? Parts.asking(find) : find
        insertEngagement = SQLFiles.statement("queries/insert_engagement_events\(place).sql")
        insertPermission = SQLFiles.statement("queries/insert_permission_events\(place).sql")
        engagement = try RowType(of: "log.engagement_event", connection)
        permission = try RowType(of: "log.permission_event", connection)
        quarantine = try RowType(of: "log.quarantine", connection)
        batch = try RowType(of: "log.batch", connection)
        delivery = try RowType(of: "log.delivery", connection)
    }
}

extension PreparedBatch {
    /// Writes the batch's row of `log.batch`. Columns that sealing fills in are null.
    fileprivate func writeLedgerRow(
        batchID: Int, _ counts: DeliveryCounts, _ numbers: BatchNumbers, to row: inout BinaryCopyWriter
    ) {
        row.beginRow(columns: 18)
        row.write(Int64(batchID))
        for _ in 0..<2 { row.writeNull() }
        row.write(microseconds: latestReceipt)
        row.write(Int64(batch.lines.lowerBound))
        row.write(Int64(batch.lines.upperBound - 1))
        row.write(Int64(batch.offsets.lowerBound))
        row.write(Int64(batch.offsets.upperBound))
        row.write(Int32(counts.accepted))
        row.write(Int32(counts.duplicates))
        row.write(Int32(counts.rejectedByReason.values.reduce(0, +)))
        row.write((batch.file?.number).map(Int32.init))
        row.write(batch.isLast)
        row.write(batch.source)
        row.writeNull()
        if let hash = batch.prefixHash { row.write(bytes: hash) } else { row.writeNull() }
        let receipts = latestReceipts(numbers)
        row.write(.integers(receipts.map(\.app)))
        row.write(.timestamps(receipts.map(\.at)))
    }
}
