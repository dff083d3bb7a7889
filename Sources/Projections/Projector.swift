import EventLog
public import Postgres

/// Brings projections up to the log.
public struct Projector: Sendable {
    /// Deliveries that one step takes in at most; a single batch may be larger.
    public static let stepSize = 500_000

    let session: Session
    let otherSessions: [Session]
    let stepSize: Int
    let swapPatience: SwapPatience

    /// How far a projection is: the position it holds and that of the log's head.
    public struct Progress: Sendable {
        public let projection: String
        public let position: Int
        public let head: Int
    }

    /// What one projection did.
    public struct Report: Sendable, Encodable {
        public let projection: String
        public let from: Int
        public let position: Int
        /// Whether its tables were computed anew.
        public let rebuilt: Bool
    }

    /// A projector over sessions with the role `project`, which it has to itself. With others beside the first,
    /// projections that don't read each other are computed side by side.
    public init(
        session: Session, otherSessions: [Session] = [], stepSize: Int = Projector.stepSize,
        swapPatience: SwapPatience = SwapPatience()
    ) {
        self.session = session
        self.otherSessions = otherSessions
        self.stepSize = stepSize
        self.swapPatience = swapPatience
    }

    /// The projection of a name. Throws where there is none.
    public static func projection(named name: String) throws(ProjectionError) -> Projection {
        guard let found = Projection.all.first(where: { $0.name == name }) else { throw ProjectionError.unknown(name) }
        return found
    }

    /// Takes in everything up to the head of the log, step by step, each one transaction with its checkpoint. The head is
    /// read once, so that all end at the same position. Where a setting is pending, all of them are rebuilt instead.
    public func bringUp(
        _ projections: [Projection] = Projection.all, progress: @escaping @Sendable (Progress) -> Void = { _ in }
    ) async throws -> [Report] {
        if try await session.run({ try PendingSettings.areThere($0) }) {
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

    /// Before the first day is computed; afterwards a rebuild notes it.
    private static let noteZone = Statement(
        "note time zone",
        """
        UPDATE projection.settings SET zone_changes = projection.zone_changes(settings.time_zone)
        WHERE settings.zone_changes IS NULL
        """)

    /// Steps in a generation until the projection is at `head`, or as far as what it reads. Gives its position.
    func step(
        _ projection: Projection, in generation: Generation, upTo head: Int, size: Int,
        progress: @Sendable (Progress) -> Void
    ) async throws -> Int {
        while true {
            let (position, end) = try await session.run { connection in
                try Self.retrying {
                    try generation.transaction(connection) { connection in
                        let end = try projection.reach(of: head, connection)
                        return (try projection.step(upTo: end, size: size, connection), end)
                    }
                }
            }
            progress(Progress(projection: projection.name, position: position, head: head))
            if position >= end { return position }
        }
    }

    /// Runs a transaction again that the server chose as the victim of a deadlock: nothing of it remains.
    static func retrying<Value>(_ body: () throws -> Value) throws -> Value {
        for _ in 1..<5 {
            do { return try body() } catch let error as PostgresError where error.isRetriable {}
        }
        return try body()
    }

    /// The lease of a projection's live generation.
    func lease(_ projection: Projection) -> Lease {
        Lease(session: session, name: "projection " + projection.name, busy: .busy(projection.name))
    }

    /// The position of the newest batch. Whoever was sealing when we asked has finished when we read.
    static func head(_ connection: borrowing Connection) throws -> Int {
        try connection.transaction { connection in
            try connection.execute(Fence.seal.shared)
            let head = try connection.execute(
                Statement("read head", "SELECT coalesce(max(batch.position), 0), log.settled() FROM log.batch"))
            guard try head.bool(0, 1) == true else { throw ProjectionError.unsettled }
            return try head.int(0, 0) ?? 0
        }
    }
}
