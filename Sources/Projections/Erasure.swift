import EventLog
public import Events
public import Postgres

/// Erases installations: their events, their rejected deliveries, and everything that projections computed from them
/// (docs/decisions/0012-erasure-and-retention.md).
public struct Erasure: Sendable {
    /// Attempts at the transaction. It is retried if a rebuild began or ended meanwhile, and after a deadlock or a
    /// serialization failure.
    static let attempts = 20

    let session: Session

    /// The number of things that were erased.
    public struct Report: Sendable, Encodable {
        /// Distinct installations that were given, whether or not the log had events of them.
        public let installations: Int
        public let permissionEvents: Int
        public let engagementEvents: Int
        /// Rejected deliveries that were in the quarantine.
        public let quarantined: Int

        enum CodingKeys: String, CodingKey {
            case installations, quarantined
            case permissionEvents = "permission_events"
            case engagementEvents = "engagement_events"
        }
    }

    /// The installations to erase.
    public struct Installations: Sendable {
        /// Their ids, including those of `devices`; may contain duplicates.
        public let ids: [EventUUID]
        /// The ids that another product has for devices of some of them. Rejected deliveries may contain these.
        let devices: [String]

        /// Names installations by their ids, or by the ids that another product has for devices.
        public init(_ ids: [EventUUID], devices: [String] = []) {
            self.ids = ids + devices.compactMap { EventUUID(device: $0) }
            self.devices = devices
        }

        /// The ids as a parameter of SQL.
        var parameter: Parameter { .uuids(ids.map { ($0.high, $0.low) }) }
    }

    /// Creates an erasure over a session with the owner's rights: no other role may delete from the log.
    public init(session: Session) { self.session = session }

    /// Erases installations of every app, and returns after the commit.
    ///
    /// A first transaction stores hashes of the installation ids; once it commits, writers refuse events of these
    /// installations. A second transaction deletes all that is stored. Then the planner's statistics, which can contain
    /// ids, are renewed, and a third transaction deletes the words that only these installations used. If the program is
    /// killed in between, erasing the same installations again completes the work.
    /// Writers wait only for the first transaction; projections, and reports that are being saved, wait for the second;
    /// readers never wait.
    ///
    /// - Throws: `ProjectionError` if the tables of a projection were computed by other SQL than this program's.
    public func erase(_ installations: Installations) async throws -> Report {
        try await session.run { connection in
            try ErasedInstallations.add(installations.ids, connection)
            let report = try Self.eraseAsOftenAsItTakes(installations, connection)
            try PlannerStatistics.renew(connection)
            try UnusedWords.delete(connection)
            return report
        }
    }

    private static func eraseAsOftenAsItTakes(
        _ installations: Installations, _ connection: borrowing Connection
    ) throws -> Report {
        for _ in 1..<attempts {
            do { return try eraseKnown(installations, connection) } catch let error
                where Generation.mayBeTriedAgain(after: error)
            {}
        }
        return try eraseKnown(installations, connection)
    }

    /// Deletes everything in one transaction with one snapshot, taken while no projection is in the middle of a step.
    private static func eraseKnown(
        _ installations: Installations, _ connection: borrowing Connection
    ) throws -> Report {
        if try Parts.areThere(connection) { return try eraseOnParts(installations, connection) }
        return try Generation.transactionHoldingAll(.repeatableRead, connection) { isRebuilding, connection in
            try connection.execute(SQLFiles.statement("erasure/1_erased.sql"), [installations.parameter])
            try connection.execute(SQLFiles.statement("erasure/1_devices.sql"), [.array(installations.devices)])
            try connection.script(SQLFiles.statement("erasure/2_published.sql"))
            try Generation.live.enter(connection)
            try connection.script(SQLFiles.statement("erasure/3_events.sql"))
            try eraseFromState(.live, connection)
            if isRebuilding { try eraseFromState(.next, connection) }
            try connection.script(SQLFiles.statement("erasure/4_quarantine.sql"))
            try connection.script(SQLFiles.statement("erasure/5_published.sql"))
            return try Report(connection.execute(SQLFiles.statement("erasure/6_entry.sql")))
        }
    }

    /// Subtracts what the installations contribute to the counts of a generation (`Generation`), and deletes their rows
    /// from its tables. Tables that a rebuild is still filling are emptied and filled again, because it is unknown what
    /// a partial backfill has counted.
    private static func eraseFromState(_ generation: Generation, _ connection: borrowing Connection) throws {
        try generation.enter(connection)
        if generation == .next { try Rebuild.beginFillsAnew(connection) }
        for projection in Projection.all where try projection.backfillState(connection) == .filled {
            for statement in projection.erasure { try connection.script(statement) }
        }
        try Generation.leave(connection)
    }
}

extension Erasure.Report {
    /// Creates the report from the row that `erasure/6_entry.sql` returns.
    fileprivate init(_ row: borrowing QueryResult) throws {
        installations = try row.int(0, 0) ?? 0
        permissionEvents = try row.int(0, 1) ?? 0
        engagementEvents = try row.int(0, 2) ?? 0
        quarantined = try row.int(0, 3) ?? 0
    }
}
