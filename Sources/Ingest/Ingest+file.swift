import EventLog

extension Ingest {
    /// A file in the ledger, and what it was when its ingest began.
    struct LedgerFile {
        let number: Int
        let sha256: [UInt8]
        /// The batches of it that are stored or on their way.
        var batchCount: Int
    }

    /// Ingests what the log does not have of a file. Where another worker takes it over, which it may while the connection
    /// is lost, what that one leaves is ingested.
    func ingestFile(
        _ file: borrowing OpenFile, of source: Source, progress: @Sendable (Progress) -> Void
    ) async throws -> Report {
        var report = Report(source: source)
        let whole = try file.fingerprint()
        while true {
            let ledger = try await FileLedger.claim(sha256: whole.sha256, size: whole.size, on: session)
            report.isSkipped = ledger.isComplete && report.outcome.batches == 0
            do {
                if !ledger.isComplete {
                    var reader = try await reader(of: file, after: ledger)
                    var file: LedgerFile? = LedgerFile(
                        number: ledger.sourceFile, sha256: whole.sha256, batchCount: ledger.batchCount)
                    if report.outcome.batches == 0 { report.resumedAfterLine = reader.count }
                    try await ingestRecords(&reader, &file, into: &report, progress: progress)
                }
                try await FileLedger.release(sha256: whole.sha256, on: session)
                return report
            } catch is FileLedger.TakenOver {
                try Task.checkCancellation()
            } catch is RetentionMoved {
                // What is left is judged again.
                try Task.checkCancellation()
            }
        }
    }

    /// A reader that goes on where the ledger of the file ends; else where a shorter file ended that had the same path
    /// and the same bytes as far as it went; else at the start.
    private func reader(of file: borrowing OpenFile, after ledger: FileLedger) async throws -> RecordReader {
        if let reader = try reader(of: file, after: ledger.place) { return reader }
        let earlier = try await FileLedger.earlier(source: file.path, than: ledger, on: session)
        return try reader(of: file, after: earlier) ?? reader(of: file)
    }

    private func reader(of file: borrowing OpenFile, after place: FileLedger.Place?) throws -> RecordReader? {
        guard let place else { return nil }
        var reader = try reader(of: file)
        guard try reader.pass(to: place) else { return nil }
        return reader
    }

    private func reader(of file: borrowing OpenFile) throws -> RecordReader {
        try file.seek(to: 0)
        return RecordReader(descriptor: file.descriptor, path: file.path, splitter: splitter(of: file.path))
    }
}

extension RecordReader {
    /// Passes over what was ingested before; false where the place is not between two records of this data, or not the
    /// same data lies before it.
    fileprivate mutating func pass(to place: FileLedger.Place) throws -> Bool {
        try begin()
        var bytes: [UInt8] = []
        while offset < place.endOffset {
            guard try pass(into: &bytes, keeping: 0) != nil else { break }
            try Task.checkCancellation()
        }
        return offset == place.endOffset && nextNumber == place.lastLine + 1 && prefixSHA256() == place.prefixSHA256
    }
}
