public import Postgres

/// Discards held deliveries: deletes their bytes, keeps their rows and the counts of deliveries.
public struct QuarantineDiscard: Sendable {
    /// Deliveries per transaction.
    private static let chunkSize = 1_000

    private let session: Session

    /// Creates a discard with a session of the role `ingest`.
    public init(session: Session) {
        self.session = session
    }

    /// Discards the held deliveries that match the filter. Returns their number. `progress` receives how many are done,
    /// and of how many.
    public func discard(
        _ filter: QuarantineFilter, progress: @Sendable (_ done: Int, _ of: Int) -> Void = { _, _ in }
    ) async throws -> Int {
        var held = filter
        held.state = .held
        let (count, lastID) = try await Quarantine(session: session).extent(held)
        var (done, discarded, place) = (0, 0, 0)
        while place < lastID {
            let ids = try await ids(held, after: place, upTo: lastID)
            guard let end = ids.last else { break }
            discarded += try await discard(ids)
            place = end
            done += ids.count
            progress(done, count)
        }
        return discarded
    }

    private func discard(_ ids: [Int]) async throws -> Int {
        try await session.run { connection in
            try connection.execute(
                Statement("discard quarantined", "SELECT log.end_quarantine($1::bigint[], false)"), [.array(ids)]
            ).rowCount
        }
    }

    private func ids(_ filter: QuarantineFilter, after place: Int, upTo lastID: Int) async throws -> [Int] {
        let limits: [Parameter] = [.int(place), .int(lastID), .int(Self.chunkSize)]
        return try await session.run { connection in
            try connection.execute(SQLFiles.statement("queries/quarantine_ids.sql"), filter.parameters + limits).ints()
        }
    }
}
