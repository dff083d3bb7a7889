import EventLog
public import Postgres

/// Brings projections up to the log.
public struct Projector: Sendable {
    /// Deliveries that one step takes in at most; a single batch may be larger.
    public static let stepSize = 100_000

    private let session: Session
    private let stepSize: Int

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
    }

    /// A projector over a session with the role `project`, which it has to itself.
    public init(session: Session, stepSize: Int = Projector.stepSize) {
        self.session = session
        self.stepSize = stepSize
    }

    /// The projection of a name. Throws where there is none.
    public static func projection(named name: String) throws(ProjectionError) -> Projection {
        guard let found = Projection.all.first(where: { $0.name == name }) else { throw ProjectionError.unknown(name) }
        return found
    }

    /// Takes in everything up to the head of the log, step by step; each step is one transaction with its checkpoint.
    public func bringUp(
        _ projection: Projection, progress: @Sendable (Progress) -> Void = { _ in }
    ) async throws -> Report {
        try await lease(projection) {
            let head = try await session.run { try Self.head($0) }
            let start = try await session.run { try projection.checkpoint($0) }
            var position = start
            while position < head {
                position = try await session.run { connection in
                    try connection.transaction { try projection.step(upTo: head, size: stepSize, $0) }
                }
                progress(Progress(projection: projection.name, position: position, head: head))
            }
            return Report(projection: projection.name, from: start, position: position)
        }
    }

    /// Computes everything anew from the whole log: empties the tables in a transaction of its own, then goes on by steps.
    public func rebuild(
        _ projection: Projection, progress: @Sendable (Progress) -> Void = { _ in }
    ) async throws -> Report {
        try await lease(projection) {
            let head = try await session.run { try Self.head($0) }
            try await session.run { connection in try connection.transaction { try projection.restart($0) } }
            var position = 0
            while position < head {
                position = try await session.run { connection in
                    try connection.transaction { try projection.step(upTo: head, size: stepSize, $0) }
                }
                progress(Progress(projection: projection.name, position: position, head: head))
            }
            return Report(projection: projection.name, from: 0, position: position)
        }
    }

    /// The position of the newest batch. Whoever was sealing when we asked has finished when we read.
    private static func head(_ connection: borrowing Connection) throws -> Int {
        try connection.transaction { connection in
            try connection.execute(AdvisoryLock.seal.shared)
            let head = try connection.execute(
                Statement("read head", "SELECT coalesce(max(batch.position), 0), log.settled() FROM log.batch"))
            guard try head.bool(0, 1) == true else { throw ProjectionError.unsettled }
            return try head.int(0, 0) ?? 0
        }
    }

    /// Runs `body` while this session alone works at the projection. What makes the result right if two do is the
    /// compare-and-set of the checkpoint.
    private func lease<Value: Sendable>(
        _ projection: Projection, _ body: () async throws -> Value
    ) async throws -> Value {
        let name: [Parameter] = [.text("projection " + projection.name)]
        let isFree = try await session.run { connection in
            // A program that was killed holds its lease until the server notices, a second or two.
            try connection.execute(Statement("wait for lease", "SELECT set_config('lock_timeout', '5s', false)"))
            defer {
                _ = try? connection.execute(
                    Statement("wait again", "SELECT set_config('lock_timeout', '0', false)"))
            }
            do {
                try connection.execute(
                    Statement("take lease", "SELECT pg_advisory_lock(hashtextextended($1, 0))"), name)
                return true
            } catch let error as PostgresError where error.sqlState == "55P03" {
                return false
            }
        }
        guard isFree else { throw ProjectionError.busy(projection.name) }
        let outcome: Result<Value, any Error>
        do { outcome = .success(try await body()) } catch { outcome = .failure(error) }
        _ = try? await session.run { connection in
            try connection.execute(
                Statement("end lease", "SELECT pg_advisory_unlock(hashtextextended($1, 0))"), name)
        }
        return try outcome.get()
    }
}
