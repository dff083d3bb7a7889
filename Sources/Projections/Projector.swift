import EventLog
public import Postgres

/// Updates projections with what was added to the log.
public struct Projector: Sendable {
    /// The maximum number of deliveries in a step, unless a single batch is larger.
    public static let stepSize = 500_000

    let session: Session
    let otherSessions: [Session]
    let stepSize: Int
    let swapPatience: SwapPatience

    /// How far a projection is: the position up to which it is computed, and that of the log's head (the newest batch).
    public struct Progress: Sendable {
        public let projection: String
        public let position: Int
        public let head: Int
    }

    /// What was done to one projection: the positions before and after.
    public struct Report: Sendable, Encodable {
        public let projection: String
        public let from: Int
        public let position: Int
        /// Whether its tables were rebuilt.
        public let rebuilt: Bool
    }

    /// Creates a projector over sessions with the role `project`, which nothing else may use meanwhile. With
    /// `otherSessions`, projections that don't read each other are computed in parallel.
    public init(
        session: Session, otherSessions: [Session] = [], stepSize: Int = Projector.stepSize,
        swapPatience: SwapPatience = SwapPatience()
    ) {
        self.session = session
        self.otherSessions = otherSessions
        self.stepSize = stepSize
        self.swapPatience = swapPatience
    }

    /// Returns the projection with this name. Throws if there is none.
    public static func projection(named name: String) throws(ProjectionError) -> Projection {
        guard let found = Projection.all.first(where: { $0.name == name }) else { throw ProjectionError.unknown(name) }
        return found
    }

    /// Updates projections up to the head of the log in steps, each in one transaction with its checkpoint. The head is
    /// read once, so all end at the same position. If a setting is pending, all projections are rebuilt instead.
    public func bringUp(
        _ projections: [Projection] = Projection.all, progress: @escaping @Sendable (Progress) -> Void = { _ in }
    ) async throws -> [Report] {
        if try await session.run({ try PendingSettings.areThere($0) || Parts.areUndivided($0) }) {
            return try await rebuild(Projection.all, progress: progress)
        }
        let head = try await session.run { connection in
            try connection.execute(Self.noteZone)
            return try Self.head(connection)
        }
        return try await sideBySide(projections, after: \.reads) { projector, projection in
            let start = try await projector.session.run { try projection.checkpoint($0) }
            let position = try await projector.lease(projection).hold {
                try await projector.step(projection, in: .live, upTo: head, size: stepSize, progress: progress)
            }
            return Report(projection: projection.name, from: min(start, position), position: position, rebuilt: false)
        }
    }

    /// Renews the planner's statistics of tables that changed much.
    public func renewStatistics() async throws {
        try await session.run { try PlannerStatistics.renewChanged($0) }
    }

    /// Records the changes of the time zone's offset before the first day is computed. Later only a rebuild updates
    /// them, so they are always those that the tables were computed with.
    private static let noteZone = Statement(
        "note time zone",
        """
        UPDATE projection.settings SET zone_changes = projection.zone_changes(settings.time_zone)
        WHERE settings.zone_changes IS NULL
        """)

    /// Returns how many events of the log's batches after position `start` up to `end` were new.
    public static func events(after start: Int, upTo end: Int, _ connection: borrowing Connection) throws -> Int {
        try connection.execute(
            Statement(
                "count new events",
                """
                SELECT coalesce(sum(batch.accepted), 0)::bigint
                FROM log.batch
                WHERE batch.position > $1::bigint AND batch.position <= $2::bigint
                """),
            [.int(start), .int(end)]
        ).singleInt()
    }

    /// Runs steps in a generation until the projection is at `head`, or as far as the projections that it reads.
    /// Returns its position.
    func step(
        _ projection: Projection, in generation: Generation, upTo head: Int, size: Int,
        progress: @Sendable (Progress) -> Void
    ) async throws -> Int {
        let isOnParts = try await session.run { connection in
            let isOnParts = try Parts.areThere(connection)
            if isOnParts { try Self.retrying { try Parts.renewCopies(connection) } }
            return isOnParts
        }
        while true {
            let (position, end) = try await session.run { connection in
                try Self.retrying {
                    try generation.transaction(connection) { connection in
                        let end = try projection.reach(of: head, connection)
                        let reached = try projection.step(
                            upTo: end, size: size, onPartsOf: isOnParts ? generation : nil, connection)
                        return (reached, end)
                    }
                }
            }
            progress(Progress(projection: projection.name, position: position, head: head))
            if position >= end {
                if isOnParts { try await checkParts(projection, in: generation, at: position) }
                return position
            }
        }
    }

    /// Runs `body`, a transaction, and retries it after a deadlock or another retriable error, which leaves nothing
    /// behind.
    static func retrying<Value>(_ body: () throws -> Value) throws -> Value {
        for _ in 1..<5 {
            do { return try body() } catch let error as PostgresError where error.isRetriable {}
        }
        return try body()
    }

    /// Returns the lease for updating a projection's live tables.
    func lease(_ projection: Projection) -> Lease {
        Lease(session: session, name: "projection " + projection.name, busy: .busy(projection.name))
    }

    /// Returns the position of the newest batch. A batch holds the position lock while it gets its position and commits, so
    /// sharing this lock first waits until such batches are committed. Throws if another node of a distributed log
    /// lacks events of committed batches (`log.is_readable()`), or if a session holds the lock for a minute.
    static func head(_ connection: borrowing Connection) throws -> Int {
        try connection.transaction { connection in
            try connection.execute(LogLock.limitWaits)
            try connection.execute(LogLock.position.shared)
            let head = try connection.execute(
                Statement("read head", "SELECT coalesce(max(batch.position), 0), log.is_readable() FROM log.batch"))
            guard try head.bool(0, 1) == true else { throw ProjectionError.unsettled }
            return try head.int(0, 0) ?? 0
        }
    }
}
