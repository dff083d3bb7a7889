import EventLog
public import Postgres

/// Removes an app whole, as if it had never sent anything. Unlike those of erased installations, its events may come
/// again later.
public struct AppErasure: Sendable {
    private let session: Session
    private let appID: String

    /// What is stored of the app, or was.
    public struct Report: Sendable, Encodable {
        public let appID: String
        /// Installations with events.
        public let installations: Int
        public let permissionEvents: Int
        public let engagementEvents: Int
        /// Rejected deliveries in the quarantine.
        public let quarantined: Int
        /// Keys of HTTP clients.
        public let keys: Int

        enum CodingKeys: String, CodingKey {
            case installations, quarantined, keys
            case appID = "app_id"
            case permissionEvents = "permission_events"
            case engagementEvents = "engagement_events"
        }
    }

    /// Creates the erasure of an app over a session with the owner's rights: no other role may delete from the log.
    public init(of appID: String, session: Session) {
        self.session = session
        self.appID = appID
    }

    /// Counts what is stored of the app, and changes nothing.
    public func forecast() async throws -> Report { try await session.run { try stored($0) } }

    /// Deletes everything of the app, and returns after the commit.
    ///
    /// A first transaction gives the app's row in the dictionary another name; what is stored after its commit is of a
    /// new app. A second one deletes everything of the old one. Then the planner's statistics are renewed, and a third
    /// transaction deletes the words that only it used. Writers wait for the first transaction, the end of the second, and the third. If
    /// the program is killed in between, the next call completes the work.
    ///
    /// - Throws: `ProjectionError.onCluster` if the database is distributed, 55P03 if a writer keeps others waiting for
    ///   a minute.
    public func erase() async throws -> Report {
        try await session.run { connection in
            guard try !Parts.areThere(connection) else { throw ProjectionError.onCluster }
            let report = try stored(connection)
            try LogLock.writer.holdAlone(connection) { connection in
                _ = try connection.execute(SQLFiles.statement("erasure/app_1_set_aside.sql"), [.text(appID)])
            }
            try deleteAsOftenAsItTakes(connection)
            try PlannerStatistics.renew(connection)
            try UnusedWords.delete(connection)
            return report
        }
    }

    private func stored(_ connection: borrowing Connection) throws -> Report {
        let found = try connection.execute(Self.count, [.text(appID)])
        return Report(
            appID: appID, installations: try found.int(0, 0) ?? 0, permissionEvents: try found.int(0, 1) ?? 0,
            engagementEvents: try found.int(0, 2) ?? 0, quarantined: try found.int(0, 3) ?? 0,
            keys: try found.int(0, 4) ?? 0)
    }

    private func deleteAsOftenAsItTakes(_ connection: borrowing Connection) throws {
        for _ in 1..<Erasure.attempts {
            do { return try delete(connection) } catch let error where Generation.mayBeTriedAgain(after: error) {}
        }
        try delete(connection)
    }

    /// Deletes it while no projection is in the middle of a step. Its files go last, because no batch can be stored
    /// from then on until the commit. The rest is of batches that were there when the app was set aside: a writer that
    /// knows its old number looks it up again.
    private func delete(_ connection: borrowing Connection) throws {
        try Generation.transactionHoldingAll(.readCommitted, connection) { isRebuilding, connection in
            try connection.execute(SQLFiles.statement("erasure/app_2_published.sql"), [.text(appID)])
            try connection.execute(Self.forget, [.text(appID)])
            try Self.recountDeliveries(.live, connection)
            if isRebuilding { try Self.recountDeliveries(.next, connection) }
            try connection.execute(LogLock.limitWaits)
            try connection.execute(Self.forgetFiles)
        }
    }

    /// Counts the deliveries of the ledger again, because their counts are those of all apps.
    private static func recountDeliveries(_ generation: Generation, _ connection: borrowing Connection) throws {
        try generation.enter(connection)
        let counted = try connection.execute(SQLFiles.statement("erasure/app_3_recount.sql"))
        if counted.rowCount > 0, let position = try counted.int(0, 0) {
            for projection in Projection.all where projection.isOfLedger {
                try projection.run(projection.steps, [.int(0), .int(position)], connection)
            }
        }
        try Generation.leave(connection)
    }

    private static let count = Statement(
        "count app",
        """
        SELECT counts.installations, counts.permission_events, counts.engagement_events, counts.quarantined, counts.keys
        FROM log.count_app($1, log.numbers_of_app($1)) AS counts
        """)
    private static let forget = Statement("forget app", "SELECT FROM log.forget_app($1)")
    private static let forgetFiles = Statement("forget files of app", "SELECT FROM log.forget_files()")
}
