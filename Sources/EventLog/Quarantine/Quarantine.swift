import Events
public import Postgres

/// Reads the rejected deliveries of a log. `QuarantineRetry` validates them again; `QuarantineDiscard` discards them.
public struct Quarantine: Sendable {
    /// Rows per query.
    private static let pageSize = 1_000

    private let session: Session

    /// Creates a reader with a session of the role `ingest`.
    public init(session: Session) {
        self.session = session
    }

    /// Returns how many deliveries match.
    public func count(_ filter: QuarantineFilter) async throws -> Int {
        try await extent(filter).count
    }

    /// How many deliveries name an app.
    public struct AppCount: Sendable, Encodable {
        /// The app; nil if it was not read.
        public let appID: String?
        public let deliveries: Int

        enum CodingKeys: String, CodingKey {
            case deliveries
            case appID = "app_id"
        }
    }

    /// Returns how many deliveries match, by the app that they name.
    public func apps(_ filter: QuarantineFilter) async throws -> [AppCount] {
        try await session.run { connection in
            let found = try connection.execute(
                SQLFiles.statement("queries/count_quarantined_by_app.sql"), filter.parameters)
            return try (0..<found.rowCount).map { row in
                AppCount(appID: found.text(row, 0), deliveries: try found.int(row, 1) ?? 0)
            }
        }
    }

    /// Passes the newest matching deliveries to `page`, at most `limit`, sorted by time of receipt, batch and line, the
    /// last first. They are read page by page, so memory does not grow with their number. A page is never empty.
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

    /// Returns one delivery with its bytes, as far as they are kept. Throws if the id does not exist.
    public func show(_ id: Int) async throws -> (delivery: QuarantinedDelivery, bytes: [UInt8]) {
        var filter = QuarantineFilter(state: nil)
        filter.ids = [id]
        guard let delivery = try await rows(filter, after: nil, limit: 1).first else {
            throw QuarantineError.unknown([id])
        }
        let bytes = try await session.run { connection in
            try connection.execute(SQLFiles.statement("queries/quarantine_bytes.sql"), [.int(id)]).bytes(0, 0)
        }
        // An erasure deleted the row between the two reads: treat it as one that never existed.
        guard let bytes else { throw QuarantineError.unknown([id]) }
        return (delivery, bytes)
    }

    /// Returns the states of the deliveries with these ids. Throws if one does not exist.
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

    /// Returns how many deliveries match and the greatest of their ids. Deliveries that arrive later are left for the
    /// next run.
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
