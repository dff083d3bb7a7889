import EventLog
import Postgres

/// How long a rebuild tries to swap in its tables while queries read the old ones.
public struct SwapPatience: Sendable {
    let attempts: Int
    let pause: Duration

    /// Creates a limit of `attempts`, each of which waits up to a fifth of a second for a lock. Readers can go on
    /// during the `pause` between two attempts.
    public init(attempts: Int = 600, pause: Duration = .seconds(2)) {
        self.attempts = attempts
        self.pause = pause
    }
}

extension Projector {
    /// The number of deliveries in a step of a rebuild, and of permission events in a chunk.
    static let rebuildStepSize = 500_000

    /// Computes projections again from the whole log into new tables, and swaps these in. Readers, ingest and normal
    /// steps continue meanwhile. A rebuild that was killed is resumed. If a setting is pending, all projections are
    /// rebuilt.
    public func rebuild(
        _ projections: [Projection], progress: @escaping @Sendable (Progress) -> Void = { _ in }
    ) async throws -> [Report] {
        try await rebuilding(projections, progress) { rebuild in
            try await session.run { try rebuild.analyze($0) }
            for attempt in 1...swapPatience.attempts {
                try await catchUp(rebuild, progress)
                switch try await session.run({ try rebuild.swap($0) }) {
                case .done:
                    _ = try await session.run { try Parts.prepareForReaders($0) }
                    return try await reports(of: rebuild)
                case .behind: continue
                case .isRead where attempt == swapPatience.attempts: throw ProjectionError.read
                case .isRead: try await Task.sleep(for: swapPatience.pause)
                }
            }
            throw ProjectionError.read
        }
    }

    /// What `check` found in one table.
    public struct Finding: Sendable, Encodable {
        public let table: String
        /// The number of rows that differ from what the log gives.
        public let differing: Int
    }

    /// Computes projections again from the whole log and compares every row with the live tables. If any row differs,
    /// the new tables are swapped in.
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

    /// Compares the rebuilt tables with the live ones after bringing both to the same position. A batch that is
    /// committed meanwhile may be only partly in one of them. So differences are trusted only if the log has not grown,
    /// or if they remain after five attempts.
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

    /// Begins a rebuild or resumes a killed one, completes its backfills, then runs `body` on it. Holds the rebuild lease.
    ///
    /// - Throws: `ProjectionError` if another program is rebuilding or has replaced the tables.
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
                try await backfill(rebuild, head: head, progress)
                return try await body(rebuild)
            } catch let error where Rebuild.mayBeLost(after: error) {
                // If the connection that holds the lease breaks, another program can replace the tables while other
                // sessions of this one still work on them.
                if (try? await session.run({ try rebuild.isThere($0) })) == true { throw error }
                throw ProjectionError.takenOver
            }
        }
    }

    /// Runs all backfills. Repeats if an erasure or retention has queued chunks again.
    private func backfill(
        _ rebuild: Rebuild, head: Int, _ progress: @escaping @Sendable (Progress) -> Void
    ) async throws {
        repeat {
            try await backfillAll(rebuild, head: head, progress)
        } while try await !session.run { try rebuild.endFills($0) }
    }

    /// Fills all remaining chunks, on all sessions in parallel.
    private func backfillAll(
        _ rebuild: Rebuild, head: Int, _ progress: @escaping @Sendable (Progress) -> Void
    ) async throws {
        let (chunks, isOnParts) = try await session.run { connection in
            let isOnParts = try Parts.areThere(connection)
            if isOnParts { try Parts.renewCopies(connection) }
            return (try rebuild.chunksLeft(connection), isOnParts)
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            // Parts run side by side by themselves.
            for session in isOnParts ? [session] : [session] + otherSessions {
                group.addTask {
                    try await Self.backfill(rebuild, on: session) { name, left in
                        // Convert the share of chunks to batches. The difference is negative if an erasure has queued
                        // more chunks.
                        let done = max(chunks - left, 0)
                        progress(Progress(projection: name, position: head * done / max(chunks, 1), head: head))
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    /// Fills chunks on one session until none is left. Calls `filled` after each with its projection and the number of
    /// chunks left.
    private static func backfill(
        _ rebuild: Rebuild, on session: Session, _ filled: @Sendable (String, Int) -> Void
    ) async throws {
        while true {
            switch try await session.run({ connection in try retrying { try rebuild.backfillNext(connection) } }) {
            case .filled(let name, let left): filled(name, left)
            case .filledOnParts(let name, let turn):
                filled(name, try await session.run { try rebuild.endOnParts(turn: turn, $0) })
            case .waiting: try await Task.sleep(for: .milliseconds(50))
            case .done: return
            }
        }
    }

    /// Runs normal steps in the next generation, up to the current head.
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
