public import Events
public import Postgres

/// Validates held deliveries again, appends those that are now accepted with `LogWriter`, and releases them in the same
/// transaction. docs/decisions/0006-quarantine-retry.md says how a retry is counted.
public struct QuarantineRetry: Sendable {
    /// Most deliveries per transaction.
    public static let chunkSize = 1_000
    /// A chunk ends with the delivery that brings it to this many bytes, so it has at most the 64 KiB of one delivery
    /// more.
    private static let chunkBytes = 4 << 20

    private let session: Session
    private let writer: LogWriter
    private let chunkSize: Int
    private let validation: @Sendable (EventValidator, [UInt8]) -> Validation

    /// The outcome of a retry.
    public struct Report: Sendable, Hashable {
        /// Released; this retry stored their events.
        public internal(set) var accepted = 0
        /// Released; their events were in the log already.
        public internal(set) var duplicates = 0
        /// Still held, counted by the reason that applies now. The row keeps its first reason.
        public internal(set) var rejectedByReason: [RejectReason: Int] = [:]
        /// How many of the still held were kept only in part. They can never be accepted.
        public internal(set) var keptInPart = 0

        public var released: Int { accepted + duplicates }
        public var stillRejected: Int { rejectedByReason.values.reduce(0, +) }
        /// The number of deliveries validated again, without those that another command released or discarded meanwhile.
        public var retried: Int { released + stillRejected }
    }

    /// Creates a retry with a session of the role `ingest` that nobody else uses. `validation` returns what a validator says
    /// of a delivery's bytes; replace it to support forms other than the event format itself.
    public init(
        session: Session, chunkSize: Int = QuarantineRetry.chunkSize,
        validation: @escaping @Sendable (EventValidator, [UInt8]) -> Validation = { validator, bytes in
            validator.validate(bytes)
        }
    ) {
        self.session = session
        self.chunkSize = chunkSize
        self.validation = validation
        writer = LogWriter(session: session)
    }

    /// Retries the held deliveries that match the filter, ordered by id, one transaction per chunk. `progress` receives
    /// how many were validated, and of how many.
    public func retry(
        _ filter: QuarantineFilter, progress: @Sendable (_ done: Int, _ of: Int) -> Void = { _, _ in }
    ) async throws -> Report {
        var held = filter
        held.state = .held
        try await writer.learnRetention()
        let (count, lastID) = try await Quarantine(session: session).extent(held)
        var report = Report()
        var (done, place) = (0, 0)
        while place < lastID {
            let chunk = try await chunk(held, after: place, upTo: lastID)
            guard let end = chunk.last else { break }
            try await retry(chunk, &report)
            place = end.id
            done += chunk.count
            progress(done, count)
        }
        return report
    }

    private func retry(_ chunk: [HeldDelivery], _ report: inout Report) async throws {
        var batch = Batch(source: "quarantine", lines: 0..<0, offsets: 0..<0)
        var releases: [Int] = []
        for delivery in chunk {
            switch delivery.validated(retainedFrom: writer.retainedFrom, validation) {
            case .accepted(let event):
                batch.events.append(event)
                releases.append(delivery.id)
            case .rejected(let reject):
                report.rejectedByReason[reject.reason, default: 0] += 1
                if delivery.bytes == nil { report.keptInPart += 1 }
            }
        }
        guard let first = releases.first, let last = releases.last else { return }
        batch.lines = first..<last + 1
        batch.releases = releases
        let outcome = try await writer.append(batch)
        report.accepted += outcome.accepted
        report.duplicates += outcome.duplicates
    }

    private func chunk(
        _ filter: QuarantineFilter, after place: Int, upTo lastID: Int
    ) async throws -> [HeldDelivery] {
        let limits: [Parameter] = [.int(place), .int(lastID), .int(chunkSize), .int(Self.chunkBytes)]
        return try await session.run { connection in
            let found = try connection.execute(
                SQLFiles.statement("queries/quarantine_chunk.sql"), filter.parameters + limits)
            return try (0..<found.rowCount).map { try HeldDelivery(found, $0) }
        }
    }
}
