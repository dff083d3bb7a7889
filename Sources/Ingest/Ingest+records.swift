import EventLog
import Events

extension Ingest {
    /// Ingests all records; the last batch of a file says that the file is contained, if it still is what it was. While
    /// as many batches are stored as the writer is wide, the next one is read and judged, and no further, so that memory stays bounded.
    func ingestRecords(
        _ reader: inout RecordReader, _ file: inout LedgerFile?, into report: inout Report,
        progress: @Sendable (Progress) -> Void
    ) async throws {
        try await withThrowingTaskGroup(of: Outcome.self) { storing in
            var (previous, underWay): (Batch?, Int) = (nil, 0)
            while !reader.isAtEnd {
                var batch = try nextBatch(&reader, of: report.source, file)
                let isSame = try reader.isAtEnd && file?.sha256 == reader.storedSHA256()
                batch.isLast = isSame && reader.damage == nil
                batch.prepare(behind: previous)
                if underWay == writer.width, let outcome = try await storing.next() {
                    report.outcome.add(outcome)
                    underWay -= 1
                }
                progress(Progress(offset: reader.storedCount, deliveries: report.outcome.deliveries))
                if batch.isLast || !batch.lines.isEmpty {
                    storing.addTask { [batch] in try await writer.append(batch) }
                    previous = batch
                    underWay += 1
                    file?.batchCount += 1
                }
                if reader.isAtEnd && file != nil && !isSame {
                    try await report.outcome.add(all: &storing)
                    throw SourceError.changed(report.source.path)
                }
            }
            try await report.outcome.add(all: &storing)
        }
        report.damage = reader.damage.map { .damaged(report.source.path, $0, after: reader.count) }
    }

    /// Reads and judges the next records, none at the end.
    private func nextBatch(_ reader: inout RecordReader, of source: Source, _ file: LedgerFile?) throws -> Batch {
        let retainedFrom = writer.retainedFrom
        var judge = self.judge(retainedFrom: retainedFrom)
        try reader.begin()
        let (first, start) = (reader.nextNumber, reader.offset)
        var batch = Batch(source: source.path, sourceFile: file?.number, lines: 0..<0, offsets: 0..<0)
        batch.precedingBatches = file?.batchCount
        var bytes: [UInt8] = []
        var count = 0
        var rejectedBytes = 0
        while count < batchSize, rejectedBytes < Self.rejectedBytes,
            let record = try reader.next(into: &bytes, keeping: RejectedLine.keptBytes)
        {
            // A pipe's record may come long after the one before it.
            if file == nil { judge = self.judge(retainedFrom: retainedFrom) }
            if let reject = judge.judge(record, bytes, into: &batch.events) {
                batch.rejects.append(
                    RejectedLine(reject: reject, line: record.number, bytes: bytes, byteCount: record.length))
                rejectedBytes += bytes.count
            }
            count += 1
        }
        batch.lines = first..<reader.nextNumber
        batch.offsets = start..<reader.offset
        if file != nil { batch.prefixSHA256 = reader.prefixSHA256() }
        return batch
    }

    /// A judge of what is ingested now.
    private func judge(retainedFrom: Timestamp?) -> FormatJudge {
        FormatJudge(Judge(ingestedAt: now(), retainedFrom: retainedFrom), format: format)
    }
}

extension Outcome {
    /// Adds those of the batches that are under way.
    fileprivate mutating func add(all storing: inout ThrowingTaskGroup<Outcome, any Error>) async throws {
        for try await outcome in storing { add(outcome) }
    }
}
