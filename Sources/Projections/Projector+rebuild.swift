import Postgres

/// How long a rebuild tries to put its tables in the place of the old ones while somebody reads them.
public struct SwapPatience: Sendable {
    let attempts: Int
    let pause: Duration

    /// `attempts` of a fifth of a second each, with a pause between them, in which readers go on.
    public init(attempts: Int = 600, pause: Duration = .seconds(2)) {
        self.attempts = attempts
        self.pause = pause
    }
}

extension Projector {
    /// Deliveries that one step of a rebuild takes in, and permission events of one chunk.
    static let rebuildStepSize = 500_000

    /// Computes projections from the whole log anew, beside their tables, and swaps. Readers, ingest and the normal steps
    /// go on meanwhile; a killed rebuild goes on where it was. Where a setting is pending, all projections are rebuilt.
    public func rebuild(
        _ projections: [Projection], progress: @escaping @Sendable (Progress) -> Void = { _ in }
    ) async throws -> [Report] {
        try await rebuilding(projections, progress) { rebuild in
            try await session.run { try rebuild.analyze($0) }
            for attempt in 1...swapPatience.attempts {
                try await catchUp(rebuild, progress)
                switch try await session.run({ try rebuild.swap($0) }) {
                case .done: return try await reports(of: rebuild)
                case .behind: continue
                case .isRead where attempt == swapPatience.attempts: throw ProjectionError.read
                case .isRead: try await Task.sleep(for: swapPatience.pause)
                }
            }
            throw ProjectionError.read
        }
    }

    /// What an audit found in one table.
    public struct Finding: Sendable, Encodable {
        public let table: String
        /// How many rows the log gives otherwise.
        public let differing: Int
    }

    /// Computes projections from the whole log anew, compares every row with what is there, and where any differs puts the
    /// new tables in the place of the old.
    public func check(
        _ projections: [Projection], progress: @escaping @Sendable (Progress) -> Void = { _ in }
    ) async throws -> [Finding] {
        _ = try await bringUp(projections, progress: progress)
        let findings = try await rebuilding(projections, progress) { rebuild in
            let findings = try await compare(rebuild, progress)
            if findings.allSatisfy({ $0.differing == 0 }) { try await session.run { try Rebuild.dropGeneration($0) } }
            return findings
        }
        if findings.contains(where: { $0.differing > 0 }) { _ = try await rebuild(projections, progress: progress) }
        return findings
    }

    /// Both generations hold the same batches when they are compared. A batch that commits meanwhile may be in one of them
    /// in part, so a difference counts only if the log stood still, or does not go away.
    private func compare(
        _ rebuild: Rebuild, _ progress: @escaping @Sendable (Progress) -> Void
    ) async throws -> [Finding] {
        var findings: [Finding] = []
        for _ in 0..<5 {
            let head = try await session.run { try Self.head($0) }
            _ = try await bringUp(rebuild.projections, progress: progress)
            try await catchUp(rebuild, progress)
            findings = try await session.run { try rebuild.findings($0) }
            guard findings.contains(where: { $0.differing > 0 }) else { break }
            if try await session.run({ try Self.head($0) }) == head { break }
        }
        return findings
    }

    private var rebuildLease: Lease { Lease(session: session, name: Lease.rebuild, busy: .rebuilding) }

    /// Begins a rebuild, or goes on with one that was killed, and runs `body` on it once all fills are done, while no
    /// other program rebuilds.
    ///
    /// - Throws: `ProjectionError` where another one rebuilds, or has taken the tables away.
    private func rebuilding<Value: Sendable>(
        _ projections: [Projection], _ progress: @escaping @Sendable (Progress) -> Void,
        _ body: (Rebuild) async throws -> Value
    ) async throws -> Value {
        try await rebuildLease.hold {
            let head = try await session.run { try Self.head($0) }
            let rebuild = try await session.run {
                try Rebuild.beginOrResume(projections, head: head, size: Self.rebuildStepSize, $0)
            }
            do {
                try await fill(rebuild, head: head, progress)
                return try await body(rebuild)
            } catch let error where Rebuild.mayBeLost(after: error) {
                // The lease goes with its connection, and the other sessions may come to what another program left.
                if (try? await session.run({ try rebuild.isThere($0) })) == true { throw error }
                throw ProjectionError.takenOver
            }
        }
    }

    /// Fills until all fills are done.
    private func fill(
        _ rebuild: Rebuild, head: Int, _ progress: @escaping @Sendable (Progress) -> Void
    ) async throws {
        repeat {
            try await fillAll(rebuild, head: head, progress)
        } while try await !session.run { try rebuild.endFills($0) }
    }

    /// Fills all chunks that are left, on all sessions.
    private func fillAll(
        _ rebuild: Rebuild, head: Int, _ progress: @escaping @Sendable (Progress) -> Void
    ) async throws {
        let chunks = try await session.run { try rebuild.chunksLeft($0) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for session in [session] + otherSessions {
                group.addTask {
                    try await Self.fill(rebuild, on: session) { name, left in
                        // As many batches as these chunks are of all; an erasure may note more.
                        let done = max(chunks - left, 0)
                        progress(Progress(projection: name, position: head * done / max(chunks, 1), head: head))
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    /// Fills chunks on one session until none is left; `filled` is told the projection of each, and how many are left.
    private static func fill(
        _ rebuild: Rebuild, on session: Session, _ filled: @Sendable (String, Int) -> Void
    ) async throws {
        while true {
            switch try await session.run({ connection in try retrying { try rebuild.fillNext(connection) } }) {
            case .filled(let name, let left): filled(name, left)
            case .waiting: try await Task.sleep(for: .milliseconds(50))
            case .done: return
            }
        }
    }

    /// Normal steps in the next generation, up to the head of this moment.
    private func catchUp(_ rebuild: Rebuild, _ progress: @escaping @Sendable (Progress) -> Void) async throws {
        let head = try await session.run { try Self.head($0) }
        _ = try await sideBySide(rebuild.projections, after: \.reads) { projector, projection in
            try await projector.step(
                projection, in: .next, upTo: head, size: max(stepSize, Self.rebuildStepSize), progress: progress)
        }
    }

    private func reports(of rebuild: Rebuild) async throws -> [Report] {
        try await session.run { connection in
            try rebuild.projections.map { projection in
                Report(
                    projection: projection.name, from: 0, position: try projection.checkpoint(connection),
                    rebuilt: true)
            }
        }
    }
}
