import Events
public import Postgres

/// The rejected deliveries of a log, to be looked at; `QuarantineRetry` and `QuarantineDiscard` change what becomes of
/// them.
public struct Quarantine: Sendable {
    /// Rows that are read at once.
    private static let pageSize = 1_000

    private let session: Session

    /// The quarantine over a session with the role `ingest`.
    public init(session: Session) {
        self.session = session
    }

    /// How many deliveries match.
    public func count(_ filter: QuarantineFilter) async throws -> Int {
        try await extent(filter).count
    }

    /// The newest deliveries that match, at most `limit`, by time of receipt, batch and line; page by page, so that
    /// memory does not grow with their number. A page is never empty.
    public func list(
        _ filter: QuarantineFilter, limit: Int, page: ([QuarantinedDelivery]) throws -> Void
    ) async throws {
        var last: QuarantinedDelivery?
        var left = limit
        while left > 0 {
            let rows = try await rows(filter, after: last, limit: min(left, Self.pageSize))
            guard let end = rows.last else { return }
            try page(rows)
            last = end
            left -= rows.count
        }
    }

    /// One delivery with the bytes that are kept of it. Throws where there is none of that id.
    public func show(_ id: Int) async throws -> (delivery: QuarantinedDelivery, bytes: [UInt8]) {
        var filter = QuarantineFilter(state: nil)
        filter.ids = [id]
        guard let delivery = try await rows(filter, after: nil, limit: 1).first else {
            throw QuarantineError.unknown([id])
        }
        let bytes = try await session.run { connection in
            try connection.execute(SQLFiles.statement("queries/quarantine_bytes.sql"), [.int(id)]).bytes(0, 0)
        }
        // A row that an erasure took between the two reads was never there.
        guard let bytes else { throw QuarantineError.unknown([id]) }
        return (delivery, bytes)
    }

    /// The states of deliveries that somebody named. Throws where one of them does not exist.
    public func states(of ids: [Int]) async throws -> [Int: QuarantineState] {
        let found = try await session.run { connection in
            let rows = try connection.execute(
                SQLFiles.statement("queries/quarantine_named.sql"), [.array(ids)])
            return try (0..<rows.rowCount).map { row in
                (try rows.int(row, 0) ?? 0, rows.text(row, 1).flatMap(QuarantineState.init) ?? .held)
            }
        }
        let states = Dictionary(uniqueKeysWithValues: found)
        let unknown = Set(ids).subtracting(states.keys)
        guard unknown.isEmpty else { throw QuarantineError.unknown(Array(unknown)) }
        return states
    }

    /// How many deliveries match, and the greatest of their ids: what comes later is not chased.
    func extent(_ filter: QuarantineFilter) async throws -> (count: Int, lastID: Int) {
        try await session.run { connection in
            let found = try connection.execute(
                SQLFiles.statement("queries/quarantine_count.sql"), filter.parameters)
            return (try found.int(0, 0) ?? 0, try found.int(0, 1) ?? 0)
        }
    }

    private func rows(
        _ filter: QuarantineFilter, after last: QuarantinedDelivery?, limit: Int
    ) async throws -> [QuarantinedDelivery] {
        let place: [Parameter] = [
            .optional(last?.receivedAt.microseconds), .optional(last?.batchID), .optional(last?.line),
            .optional(last?.id), .int(limit),
        ]
        return try await session.run { connection in
            let found = try connection.execute(
                SQLFiles.statement("queries/quarantine_list.sql"), filter.parameters + place)
            return try (0..<found.rowCount).map { try QuarantinedDelivery(found, $0) }
        }
    }
}
