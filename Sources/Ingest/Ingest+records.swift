import EventLog
import Events

extension Ingest {
    /// Ingests all records that are not stored yet. While the writer stores as many batches as it can at the same time,
    /// only one further batch is read and validated, so memory is bounded. Marks a file as complete once all of it is
    /// stored, if nobody wrote to it since it was claimed.
    func ingestRecords(
        _ reader: inout RecordReader, _ file: inout ClaimedFile?, into report: inout Report,
        progress: @Sendable (Progress) -> Void
    ) async throws {
        if let form = try reader.foreignForm() {
            report.damage = .foreign(report.source.path, form)
            return
        }
        var (isUnchanged, isMarked) = (true, file == nil)
        try await withThrowingTaskGroup(of: Outcome.self) { storing in
            var (underWay, isFirst) = (0, report.outcome.batches == 0)
            do {
                while !reader.isAtEnd {
                    try reader.passStored(of: &file, path: report.source.path)
                    if isFirst { report.resumedAfterLine = reader.count }
                    isFirst = false
                    var batch = try nextBatch(&reader, of: report.source, file)
                    report.noteSeveralObjects(batch)
                    if reader.isAtEnd, let file { isUnchanged = try reader.isUnchanged(file, report.source.path) }
                    // If no other batch is in flight, the last batch itself can mark the file as complete.
                    batch.isLast = reader.isAtEnd && !isMarked && isUnchanged && reader.damage == nil && underWay == 0
                    if batch.isLast { (isMarked, batch.fileHash) = (true, try reader.storedHash()) }
                    // Prepared while all sessions are busy, so that the next free one can store it at once.
                    let prepared = PreparedBatch(batch)
                    if underWay == writer.width, let outcome = try await storing.next() {
                        report.outcome.add(outcome)
                        underWay -= 1
                    }
                    progress(Progress(offset: reader.storedCount, deliveries: report.outcome.deliveries))
                    guard batch.isLast || !batch.lines.isEmpty else { continue }
                    storing.addTask { try await writer.append(prepared) }
                    underWay += 1
                }
                for try await outcome in storing { report.outcome.add(outcome) }
            } catch {
                // Count the other batches in flight, which may still be stored.
                while let result = await storing.nextResult() {
                    if case .success(let outcome) = result { report.outcome.add(outcome) }
                }
                throw error
            }
        }
        report.damage = reader.damage.map { .damaged(report.source.path, $0, after: reader.count) }
        guard isUnchanged else { throw SourceError.changed(report.source.path) }
        guard !isMarked, report.damage == nil else { return }
        var mark = emptyBatch(reader, of: report.source, file)
        mark.prefixHash = file == nil ? nil : reader.prefixHash()
        mark.isLast = true
        mark.fileHash = try reader.storedHash()
        report.outcome.add(try await writer.append(mark))
    }

    /// Reads and validates the records of the next batch. Stops at a part of the file that is stored already, at the size
    /// of a batch, or at the end of the file. At the end the batch may be empty.
    private func nextBatch(_ reader: inout RecordReader, of source: Source, _ file: ClaimedFile?) throws -> Batch {
        let retainedFrom = writer.retainedFrom
        var validator = self.validator(retainedFrom: retainedFrom)
        try reader.begin()
        var batch = emptyBatch(reader, of: source, file)
        let limit = limit(reader, file)
        if file != nil { batch.events = EventBatch(reserving: limit) }
        let (first, start, end) = (reader.nextNumber, reader.offset, file?.stored.first?.offsets.lowerBound ?? .max)
        var bytes: [UInt8] = []
        var count = 0
        var rejectedBytes = 0
        while count < limit, rejectedBytes < Self.rejectedBytes, reader.offset < end,
            let record = try reader.next(into: &bytes, keeping: RejectedLine.keptBytes)
        {
            // A pipe's next record may arrive much later, so each gets its own time of ingest.
            if file == nil { validator = self.validator(retainedFrom: retainedFrom) }
            if let reject = validator.validate(record, bytes, into: &batch.events) {
                batch.rejects.append(
                    RejectedLine(reject: reject, line: record.number, bytes: bytes, byteCount: record.length))
                rejectedBytes += bytes.count
            }
            count += 1
        }
        batch.lines = first..<reader.nextNumber
        batch.offsets = start..<reader.offset
        if file != nil { batch.prefixHash = reader.prefixHash() }
        return batch
    }

    /// Returns the maximum number of records in the next batch. A file begins and ends with smaller batches, so that no
    /// session waits long for its first batch, or at the end for the last batches of other sessions.
    private func limit(_ reader: borrowing RecordReader, _ file: ClaimedFile?) -> Int {
        guard let file, batchSize > Self.leastBatchSize else { return batchSize }
        let bytes = max(1, reader.storedCount)
        let left = Int(Double(reader.count) * Double(file.state.size - bytes) / Double(bytes))
        return min(batchSize, max(Self.leastBatchSize, min(reader.count, left) / writer.width))
    }

    /// Returns an empty batch at the reader's position.
    private func emptyBatch(_ reader: borrowing RecordReader, of source: Source, _ file: ClaimedFile?) -> Batch {
        let (line, offset) = (reader.nextNumber, reader.offset)
        return Batch(source: source.path, file: file?.claim, lines: line..<line, offsets: offset..<offset)
    }

    /// Returns a validator for events that are ingested now.
    private func validator(retainedFrom: Timestamp?) -> FormatValidator {
        FormatValidator(EventValidator(ingestedAt: now(), retainedFrom: retainedFrom), format: format)
    }
}

extension Ingest.Report {
    /// Notes the first line with several objects, if there is one in the batch.
    fileprivate mutating func noteSeveralObjects(_ batch: Batch) {
        guard lineOfSeveralObjects == nil else { return }
        lineOfSeveralObjects = batch.rejects.first { $0.reject.isOfSeveralObjects }?.line
    }
}

extension RecordReader {
    /// Skips the stored parts that begin at the current position. Throws if the file no longer matches them.
    fileprivate mutating func passStored(of file: inout Ingest.ClaimedFile?, path: String) throws {
        while let span = file?.stored.first, span.offsets.lowerBound <= offset {
            guard span.offsets.lowerBound == offset, try pass(to: span.offsets.upperBound) else {
                throw SourceError.changed(path)
            }
            file?.stored.removeFirst()
        }
    }

    /// Returns whether the whole file was read and has not changed since it was claimed.
    fileprivate mutating func isUnchanged(_ file: Ingest.ClaimedFile, _ path: String) throws -> Bool {
        let hash = try storedHash()
        return try storedCount == file.state.size
            && file.state.isUnchanged(descriptor: file.descriptor, path: path, hash: hash)
    }
}
