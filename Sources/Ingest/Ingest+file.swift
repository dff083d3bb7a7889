import EventLog

extension Ingest {
    /// A file that this worker has claimed in the ledger.
    struct ClaimedFile {
        let claim: FileLedger.Claim
        let descriptor: Int32
        /// Its state when it was claimed.
        let state: FileState
        /// The stored parts that the reader has not reached yet, in order.
        var stored: [FileLedger.Span]
    }

    /// Ingests the parts of a file that the log does not have. Another worker can claim the file while our connection
    /// is lost; then claims it again and ingests what is still missing.
    func ingestFile(
        _ file: borrowing OpenFile, of source: Source, progress: @Sendable (Progress) -> Void
    ) async throws -> Report {
        var report = Report(source: source)
        while true {
            let state = try FileState(descriptor: file.descriptor, path: file.path)
            let ledger = try await FileLedger.claim(sample: state.sample, size: state.size, on: session) {
                try file.hash()
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
                report.isReadable = try await ledger.isReadable(on: session)
                try await FileLedger.release(state.sample, on: session)
                return report
            } catch is FileLedger.TakenOver {
                // Claiming takes its lock once more, if the connection was not lost.
                try await FileLedger.release(state.sample, on: session)
                try Task.checkCancellation()
            } catch is RetentionCutoffChanged {
                // Validates and ingests the rest of the file by the new cutoff, after claiming it again.
                try await FileLedger.release(state.sample, on: session)
                try Task.checkCancellation()
            }
        }
    }

    /// Returns the parts of the file that the log has: those in the ledger, preceded by a shorter file from the same
    /// path that was ingested completely and is the beginning of this one. Returns none if the file does not have these
    /// bytes, because somebody wrote to it while it was ingested. The file is then ingested from its start, and events
    /// that are already in the log count as duplicates.
    private func stored(of file: borrowing OpenFile, _ ledger: FileLedger) async throws -> [FileLedger.Span] {
        let earlier = try await FileLedger.earlier(source: file.path, than: ledger, on: session).map { [$0] } ?? []
        for spans in [earlier + ledger.stored, ledger.stored, earlier] where try has(file, spans) { return spans }
        return []
    }

    /// Returns whether there are spans and the file matches them: each begins and ends between two records, with the
    /// same bytes before it.
    private func has(_ file: borrowing OpenFile, _ spans: [FileLedger.Span]) throws -> Bool {
        guard !spans.isEmpty else { return false }
        var reader = try reader(of: file)
        for span in spans {
            guard try reader.pass(to: span.offsets.lowerBound), try reader.pass(to: span.offsets.upperBound),
                reader.nextNumber == span.lastLine + 1, reader.prefixHash() == span.prefixHash
            else { return false }
        }
        return true
    }

    private func reader(of file: borrowing OpenFile) throws -> RecordReader {
        try file.seek(to: 0)
        return RecordReader(descriptor: file.descriptor, path: file.path, splitter: format?.splitter)
    }
}

extension RecordReader {
    /// Skips the records before an offset. Returns false if the offset does not lie between two records.
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
