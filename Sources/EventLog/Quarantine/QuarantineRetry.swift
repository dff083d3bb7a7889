public import Events
public import Postgres

/// Sends held deliveries through the door of ingest again: judged as there, appended by `LogWriter`, released in the
/// transaction that stores their events. Decision 6 says what of a retry counts.
public struct QuarantineRetry: Sendable {
    /// Deliveries of one transaction at most.
    public static let chunkSize = 1_000
    /// A delivery after so many bytes ends a chunk: with the 64 KiB of one, about 4 MiB.
    private static let chunkBytes = 4 << 20

    private let session: Session
    private let writer: LogWriter
    private let chunkSize: Int
    private let judgement: @Sendable (Judge, [UInt8]) -> Judgement

    /// What became of the deliveries that were judged again.
    public struct Report: Sendable, Hashable {
        /// Released, their events stored by this retry.
        public internal(set) var accepted = 0
        /// Released, their events being in the log already.
        public internal(set) var duplicates = 0
        /// Still held, by the reason that applies now; the row keeps its first.
        public internal(set) var rejectedByReason: [RejectReason: Int] = [:]
        /// Of these, the ones of which only the beginning was kept: no fix can make them good.
        public internal(set) var keptInPart = 0

        public var released: Int { accepted + duplicates }
        public var stillRejected: Int { rejectedByReason.values.reduce(0, +) }
        /// What another retry released or somebody discarded meanwhile is not in it.
        public var retried: Int { released + stillRejected }
    }

    /// A retry over a session with the role `ingest`, which it has to itself. `judgement`: what a judge says of a
    /// delivery's bytes, for forms other than the contract's own.
    public init(
        session: Session, chunkSize: Int = QuarantineRetry.chunkSize,
        judgement: @escaping @Sendable (Judge, [UInt8]) -> Judgement = { judge, bytes in judge.judge(bytes) }
    ) {
        self.session = session
        self.chunkSize = chunkSize
        self.judgement = judgement
        writer = LogWriter(session: session)
    }

    /// Retries what the filter describes and is held, by id; each chunk is one transaction. `progress` is told how many
    /// were judged, of how many.
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
            switch delivery.judged(retainedFrom: writer.retainedFrom, judgement) {
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
