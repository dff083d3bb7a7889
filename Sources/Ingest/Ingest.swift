public import EventLog
public import Events
public import Postgres

/// Brings sources into the log, batch by batch.
public struct Ingest: Sendable {
    /// Lines a batch; each batch is one transaction.
    public static let batchSize = 10_000

    private let session: Session
    private let writer: LogWriter
    private let batchSize: Int
    private let now: @Sendable () -> Timestamp

    /// What became of one source.
    public struct Report: Sendable {
        public let source: Source
        /// True where the same bytes had been ingested whole before; nothing was read into the log then.
        public let isSkipped: Bool
        public let outcome: Outcome
        /// The lines that were taken as ingested by an earlier run that was interrupted.
        public let resumedAfterLine: Int
    }

    /// How far an ingest of one source is, in bytes and deliveries.
    public struct Progress: Sendable {
        public let offset: Int
        public let deliveries: Int
    }

    /// An ingest over a session with the role `ingest`, which it has to itself. `now` gives the time of ingest.
    public init(session: Session, batchSize: Int = Ingest.batchSize, now: @escaping @Sendable () -> Timestamp) {
        self.session = session
        self.batchSize = batchSize
        self.now = now
        writer = LogWriter(session: session)
    }

    /// Ingests a source and returns after its last commit. A file that was ingested whole is skipped; one whose ingest
    /// was interrupted is gone on with.
    public func ingest(
        _ source: Source, progress: @Sendable (Progress) -> Void = { _ in }
    ) async throws -> Report {
        switch source {
        case .standardInput:
            return try await ingestStream(descriptor: 0, of: source, progress: progress)
        case .file(let path):
            let file = try OpenFile(path: path)
            guard file.isRegular else {
                return try await ingestStream(descriptor: file.descriptor, of: source, progress: progress)
            }
            return try await ingestFile(file, of: source, progress: progress)
        }
    }

    private func ingestFile(
        _ file: borrowing OpenFile, of source: Source, progress: @Sendable (Progress) -> Void
    ) async throws -> Report {
        let whole = try file.fingerprint()
        let sha256 = whole.hash.bytes
        // gzip (RFC 1952) and Zstandard (RFC 8878) begin so.
        if whole.head.starts(with: [0x1F, 0x8B]) || whole.head.starts(with: [0x28, 0xB5, 0x2F, 0xFD]) {
            throw SourceError.compressed(source.path)
        }
        let ledger = try await FileLedger.claim(sha256: sha256, size: whole.size, on: session)
        guard !ledger.isComplete else {
            try await FileLedger.release(sha256: sha256, on: session)
            return Report(source: source, isSkipped: true, outcome: Outcome(), resumedAfterLine: 0)
        }
        var reader = try reader(of: file, after: ledger)
        let resumedAfterLine = reader.lineNumber
        let outcome = try await ingestLines(
            &reader, of: source, FileIdentity(number: ledger.sourceFile, sha256: sha256), progress: progress)
        try await FileLedger.release(sha256: sha256, on: session)
        return Report(source: source, isSkipped: false, outcome: outcome, resumedAfterLine: resumedAfterLine)
    }

    /// What a file was when its ingest began.
    private struct FileIdentity {
        /// In the ledger.
        let number: Int
        let sha256: [UInt8]
    }

    /// A reader that goes on where the ledger ends, or begins anew if what the ledger holds is not this file's beginning.
    private func reader(of file: borrowing OpenFile, after ledger: FileLedger) throws -> LineReader {
        let prefix = try file.fingerprint(limit: ledger.endOffset)
        guard prefix.hash.bytes == ledger.prefixSHA256 else {
            try file.seek(to: 0)
            return LineReader(descriptor: file.descriptor, path: file.path)
        }
        return LineReader(
            descriptor: file.descriptor, path: file.path, offset: ledger.endOffset, lineNumber: ledger.lastLine,
            prefix: prefix.hash)
    }

    private func ingestStream(
        descriptor: Int32, of source: Source, progress: @Sendable (Progress) -> Void
    ) async throws -> Report {
        var reader = LineReader(descriptor: descriptor, path: source.path)
        let outcome = try await ingestLines(&reader, of: source, nil, progress: progress)
        return Report(source: source, isSkipped: false, outcome: outcome, resumedAfterLine: 0)
    }

    /// Ingests all lines; the last batch of a file says that the file is contained, if it still is what it was.
    private func ingestLines(
        _ reader: inout LineReader, of source: Source, _ file: FileIdentity?, progress: @Sendable (Progress) -> Void
    ) async throws -> Outcome {
        var total = Outcome()
        while !reader.isAtEnd {
            var batch = try nextBatch(&reader, of: source, file)
            batch.isLast = reader.isAtEnd && batch.prefixSHA256 != nil && batch.prefixSHA256 == file?.sha256
            if batch.isLast || !batch.lines.isEmpty { total.add(try await writer.append(batch)) }
            progress(Progress(offset: reader.offset, deliveries: total.deliveries))
            if reader.isAtEnd && file != nil && !batch.isLast { throw SourceError.changed(source.path) }
        }
        return total
    }

    /// Reads and judges the next lines, none at the end.
    private func nextBatch(_ reader: inout LineReader, of source: Source, _ file: FileIdentity?) throws -> Batch {
        let judge = Judge(ingestedAt: now())
        let (firstLine, start) = (reader.lineNumber + 1, reader.offset)
        var batch = Batch(source: source.path, sourceFile: file?.number, lines: 0..<0, offsets: 0..<0)
        var line: [UInt8] = []
        var count = 0
        while count < batchSize, let length = try reader.next(into: &line, keeping: RejectedLine.keptBytes) {
            batch.take(judge, line, length: length, number: reader.lineNumber)
            count += 1
        }
        batch.lines = firstLine..<reader.lineNumber + 1
        batch.offsets = start..<reader.offset
        if file != nil { batch.prefixSHA256 = reader.prefixSHA256() }
        return batch
    }
}

extension Batch {
    /// Judges a line and puts it where it belongs. Of a line that is too long `bytes` holds the beginning.
    fileprivate mutating func take(_ judge: Judge, _ bytes: [UInt8], length: Int, number: Int) {
        switch length > bytes.count ? judge.judgeTooLarge(byteCount: length) : judge.judge(bytes) {
        case .accepted(let event): events.append(event)
        case .rejected(let reject):
            rejects.append(RejectedLine(reject: reject, line: number, bytes: bytes, byteCount: length))
        }
    }
}
