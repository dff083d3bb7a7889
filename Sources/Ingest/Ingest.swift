public import EventLog
public import Events
public import Postgres

/// Brings sources into the log, batch by batch.
public struct Ingest: Sendable {
    /// Events a batch; each batch is one transaction.
    public static let batchSize = 20_000
    /// A batch ends behind so many bytes of rejects, which are kept whole: memory is bounded whatever comes in.
    static let rejectedBytes = 2 << 20

    let session: Session
    let writer: LogWriter
    let batchSize: Int
    let format: Format?
    let now: @Sendable () -> Timestamp

    /// What became of one source.
    public struct Report: Sendable {
        public let source: Source
        /// True where the same bytes had been ingested whole before; nothing was read into the log then.
        public var isSkipped = false
        public var outcome = Outcome()
        /// The lines, or elements, that were taken as ingested by an earlier run: one that was interrupted, or one that
        /// found the file shorter.
        public var resumedAfterLine = 0
        /// Why not all of the source could be read, if so; what came before is in the log.
        public var damage: SourceError?
    }

    /// How far an ingest of one source is, in bytes as stored and deliveries.
    public struct Progress: Sendable {
        public let offset: Int
        public let deliveries: Int
    }

    /// An ingest over a session with the role `ingest`, which it has to itself, and over `second` if two batches are to be stored at
    /// once. `format` says how the sources are written, nil that their names or first bytes tell; `now` gives the time
    /// of ingest.
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

    /// Ingests a source and returns after its last commit. A file that was ingested whole is skipped; one whose ingest
    /// was interrupted is gone on with, and so is one that has grown since.
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

    /// How a source is cut, as its format says, else its name; nil where its first bytes tell.
    func splitter(of path: String) -> Splitter? { format?.splitter ?? Splitter(path: path) }

    private func ingestStream(
        descriptor: Int32, of source: Source, progress: @Sendable (Progress) -> Void
    ) async throws -> Report {
        var reader = RecordReader(descriptor: descriptor, path: source.path, splitter: splitter(of: source.path))
        var report = Report(source: source)
        var file: ClaimedFile?
        try await ingestRecords(&reader, &file, into: &report, progress: progress)
        return report
    }
}
