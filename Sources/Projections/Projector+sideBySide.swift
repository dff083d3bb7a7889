import Postgres

extension Projector {
    /// Runs `body` for each projection as soon as those that it reads are done, in parallel on all sessions. Returns
    /// the results in the order of the projections. If `body` throws, no more are started and those in progress are
    /// cancelled.
    func sideBySide<Value: Sendable>(
        _ projections: [Projection], after reads: (Projection) -> [String],
        _ body: @escaping @Sendable (Projector, Projection) async throws -> Value
    ) async throws -> [Value] {
        try await withThrowingTaskGroup(of: (Projection, Projector, Value).self) { group in
            var idle = ([session] + otherSessions).map(on)
            var waiting = projections
            var values: [String: Value] = [:]
            while values.count < projections.count {
                let unfinished = Set(projections.map(\.name)).subtracting(values.keys)
                while let projector = idle.first,
                    let next = waiting.firstIndex(where: { unfinished.isDisjoint(with: reads($0)) })
                {
                    let projection = waiting.remove(at: next)
                    idle.removeFirst()
                    group.addTask { (projection, projector, try await body(projector, projection)) }
                }
                guard let (projection, projector, value) = try await group.next() else { break }
                values[projection.name] = value
                idle.append(projector)
            }
            return projections.compactMap { values[$0.name] }
        }
    }

    /// Returns a projector with the same options that uses only `session`.
    private func on(_ session: Session) -> Projector {
        Projector(session: session, stepSize: stepSize, swapPatience: swapPatience)
    }
}
