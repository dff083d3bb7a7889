import EventLog

extension Ingest {
    /// A file whose ingest has begun.
    struct ClaimedFile {
        let claim: FileLedger.Claim
        let descriptor: Int32
        /// What it was when it was claimed.
        let state: FileState
        /// What is stored of it, in its order.
        var stored: [FileLedger.Span]
    }

    /// Ingests what the log does not have of a file. If another worker claims the file, as it may while the connection is lost,
    /// what that one leaves is ingested.
    func ingestFile(
        _ file: borrowing OpenFile, of source: Source, progress: @Sendable (Progress) -> Void
    ) async throws -> Report {
        var report = Report(source: source)
        while true {
            let state = try FileState(descriptor: file.descriptor, path: file.path)
            let ledger = try await FileLedger.claim(sample: state.sample, size: state.size, on: session) {
                try file.sha256()
            }
            report.isSkipped = ledger.isComplete && report.outcome.batches == 0
            do {
                if !ledger.isComplete {
                    let stored = try await stored(of: file, ledger)
                    var reader = try reader(of: file)
                    var claimed: ClaimedFile? = ClaimedFile(
                        claim: ledger.claim, descriptor: file.descriptor, state: state, stored: stored)
                    try await ingestRecords(&reader, &claimed, into: &report, progress: progress)
                }
                try await FileLedger.release(state.sample, on: session)
                return report
            } catch is FileLedger.TakenOver {
                try Task.checkCancellation()
            } catch is RetentionCutoffChanged {
                // What is left is judged again.
                try Task.checkCancellation()
            }
        }
    }

    /// The spans that the log has of a file: those of the ledger, after a shorter file that was ingested completely from the same path
    /// and is its beginning. None if the file does not have these bytes, because somebody wrote to it while it was ingested: then
    /// it is ingested from its start, and what the log has are duplicates.
    private func stored(of file: borrowing OpenFile, _ ledger: FileLedger) async throws -> [FileLedger.Span] {
        let earlier = try await FileLedger.earlier(source: file.path, than: ledger, on: session).map { [$0] } ?? []
        for spans in [earlier + ledger.stored, ledger.stored, earlier] where try has(file, spans) { return spans }
        return []
    }

    /// Whether there are spans, and each lies between records of the file, after the bytes that it had.
    private func has(_ file: borrowing OpenFile, _ spans: [FileLedger.Span]) throws -> Bool {
        guard !spans.isEmpty else { return false }
        var reader = try reader(of: file)
        for span in spans {
            guard try reader.pass(to: span.offsets.lowerBound), try reader.pass(to: span.offsets.upperBound),
                reader.nextNumber == span.lastLine + 1, reader.prefixSHA256() == span.prefixSHA256
            else { return false }
        }
        return true
    }

    private func reader(of file: borrowing OpenFile) throws -> RecordReader {
        try file.seek(to: 0)
        return RecordReader(descriptor: file.descriptor, path: file.path, splitter: splitter(of: file.path))
    }
}

extension RecordReader {
    /// Passes over the records before an offset; false if it does not lie between two records.
    mutating func pass(to end: Int) throws -> Bool {
        try begin()
        var bytes: [UInt8] = []
        while offset < end {
            guard try pass(into: &bytes, keeping: 0) != nil else { break }
            try Task.checkCancellation()
        }
        return offset == end
    }
}
