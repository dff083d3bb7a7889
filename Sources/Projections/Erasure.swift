import EventLog
public import Events
public import Postgres

/// Erases installations: their events, the rejected deliveries that name them, and all that projections hold of them
/// (docs/decisions/0012-erasure-and-retention.md).
public struct Erasure: Sendable {
    /// How often it begins anew where a rebuild began or ended meanwhile, or the server chose it as a victim.
    private static let attempts = 20

    private let session: Session

    /// What was erased.
    public struct Report: Sendable, Encodable {
        /// How many were named, each counted once.
        public let installations: Int
        public let permissionEvents: Int
        public let engagementEvents: Int
        /// Rejected deliveries.
        public let quarantined: Int

        enum CodingKeys: String, CodingKey {
            case installations, quarantined
            case permissionEvents = "permission_events"
            case engagementEvents = "engagement_events"
        }
    }

    /// An erasure over a session with the owner's rights, since nobody else may take anything out of the log.
    public init(session: Session) { self.session = session }

    /// Erases installations, of every app, and returns after the commit. At first their hashes are committed, behind which
    /// no writer takes anything of them in; then all that is there goes at once, and out of the planner's statistics. If it is ended in between, erasing them again
    /// does the rest. Writers wait for the first commit alone, projections and whoever keeps a report for the second,
    /// readers for none.
    ///
    /// - Throws: `ProjectionError` where the tables of a projection were computed by other SQL than this program's.
    public func erase(_ installations: [EventUUID]) async throws -> Report {
        try await session.run { connection in
            try ErasedInstallations.add(installations, connection)
            let report = try Self.eraseAsOftenAsItTakes(installations, connection)
            try PlannerStatistics.renew(connection)
            return report
        }
    }

    private static func eraseAsOftenAsItTakes(
        _ installations: [EventUUID], _ connection: borrowing Connection
    ) throws -> Report {
        for _ in 1..<attempts {
            do { return try eraseKnown(installations, connection) } catch let error
                where Generation.mayBeTriedAgain(after: error)
            {}
        }
        return try eraseKnown(installations, connection)
    }

    /// One transaction, which sees one moment: that at which no projection is in the middle of a step.
    private static func eraseKnown(
        _ installations: [EventUUID], _ connection: borrowing Connection
    ) throws -> Report {
        try Generation.transactionHoldingAll(.repeatableRead, connection) { isRebuilding, connection in
            let ids = Parameter.uuids(installations.map { ($0.high, $0.low) })
            try connection.execute(SQLFiles.statement("erasure/1_erased.sql"), [ids])
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

    /// Takes what they count out of a generation's cells, and their rows out of its tables. What a rebuild has begun to fill is
    /// filled anew: of half a fill nobody can say what it counts.
    private static func eraseFromState(_ generation: Generation, _ connection: borrowing Connection) throws {
        try generation.enter(connection)
        if generation == .next { try Rebuild.beginFillsAnew(connection) }
        for projection in Projection.all where try projection.fillState(connection) == .filled {
            for statement in projection.erasure { try connection.script(statement) }
        }
        try Generation.leave(connection)
    }
}

extension Erasure.Report {
    /// The row of `erasure/6_entry.sql`.
    fileprivate init(_ row: borrowing QueryResult) throws {
        installations = try row.int(0, 0) ?? 0
        permissionEvents = try row.int(0, 1) ?? 0
        engagementEvents = try row.int(0, 2) ?? 0
        quarantined = try row.int(0, 3) ?? 0
    }
}
