public import EventLog
public import Events
public import Postgres

/// Ingests sources into the log, batch by batch.
public struct Ingest: Sendable {
    /// Maximum number of records in a batch. Each batch is one transaction.
    public static let batchSize = 25_000
    /// The size of a file's first and last batches.
    static let leastBatchSize = 5_000
    /// A batch ends once it has this many bytes of rejects. Their bytes are held in memory, so this bounds memory for
    /// any input.
    static let rejectedBytes = 2 << 20

    let session: Session
    let writer: LogWriter
    let batchSize: Int
    let format: Format?
    let now: @Sendable () -> Timestamp

    /// The result of ingesting one source.
    public struct Report: Sendable {
        public let source: Source
        /// Whether the file was skipped because the same bytes had been ingested completely before.
        public var isSkipped = false
        public var outcome = Outcome()
        /// How many lines or elements at the start were skipped because an earlier run had stored them: one that was
        /// interrupted, or one that found the file shorter.
        public var resumedAfterLine = 0
        /// Why the source could not be read to its end; nil if it could. Everything before the damage is in the log.
        public var damage: SourceError?
        /// Whether any line or element is a JSON object, also of those stored by an earlier run; nil if there are none.
        public var isReadable: Bool?
        /// The first line of this run that held several objects.
        public var lineOfSeveralObjects: Int?
    }

    /// Progress of one source: bytes read (compressed, if the file is) and deliveries stored.
    public struct Progress: Sendable {
        public let offset: Int
        public let deliveries: Int
    }

    /// Creates an ingest with a session of the role `ingest` that nobody else uses. With `second`, two batches are
    /// stored at the same time. `format`: the form of the sources; nil to detect it from name or first bytes. `now`
    /// returns the time of ingest.
    public init(
        session: Session, second: Session? = nil, batchSize: Int = Ingest.batchSize, format: Format? = nil,
        now: @escaping @Sendable () -> Timestamp
    ) {
        self.session = session
        self.batchSize = batchSize
        self.format = format
        self.now = now
        writer = LogWriter(sessions: [session, second].compactMap(\.self))
    }

    /// Ingests a source and returns after its last commit. Skips files that were ingested completely; resumes
    /// interrupted files and files that have grown.
    public func ingest(
        _ source: Source, progress: @Sendable (Progress) -> Void = { _ in }
    ) async throws -> Report {
        try await writer.learnRetention()
        switch source {
        case .standardInput:
            return try await ingestStream(descriptor: 0, of: source, progress: progress)
        case .file:
            let file = try OpenFile(source)
            guard file.isRegular else {
                return try await ingestStream(descriptor: file.descriptor, of: source, progress: progress)
            }
            return try await ingestFile(file, of: source, progress: progress)
        }
    }

    private func ingestStream(
        descriptor: Int32, of source: Source, progress: @Sendable (Progress) -> Void
    ) async throws -> Report {
        var reader = RecordReader(descriptor: descriptor, path: source.path, splitter: format?.splitter)
        var report = Report(source: source)
        var file: ClaimedFile?
        try await ingestRecords(&reader, &file, into: &report, progress: progress)
        report.isReadable = report.outcome.isReadable
        return report
    }
}

extension Outcome {
    /// Whether any of the deliveries is a JSON object; nil if there are none.
    var isReadable: Bool? { deliveries == 0 ? nil : unreadable < deliveries }
}
