extension Judge {
    /// What becomes of an event that is JSON: the remaining reasons in the contract's order, then acceptance.
    @inline(__always)
    func judge(_ text: borrowing EventText, into batch: inout EventBatch) -> Reject? {
        var reader = FieldReader(text.bytes)
        var record = EventRecord()
        record.app = batch.app(of: text)
        reader.read(text, into: &record, for: self)
        guard reader.isWhole, text[.data].range.count <= Self.greatestDataLength else {
            return complain(of: reader, text)
        }
        correctClock(of: &record, reader.stamp)
        if let reject = judgeValues(of: record, reader, text) { return reject }
        batch.append(&record, of: text)
        return nil
    }

    /// Moves the effective time by what the device's clock was wrong when it sent, if a stamp shows that it was.
    @inline(__always)
    private func correctClock(of record: inout EventRecord, _ stampInLine: Timestamp?) {
        guard let sentAt = record.sentAt, let stamped = stamp == .server ? ingestedAt : stampInLine else { return }
        let correction = stamped.microseconds(since: sentAt)
        guard correction.magnitude > Self.toleranceInMicroseconds else { return }
        record.effectiveAt = record.occurredAt.advanced(byMicroseconds: correction)
    }

    /// Judges what an event says, every form being right.
    @inline(__always)
    private func judgeValues(
        of record: EventRecord, _ reader: borrowing FieldReader, _ text: borrowing EventText
    ) -> Reject? {
        if let os = record.os, let least = record.leastMajorVersion(on: os.name), os.major < least {
            return reject(reader, text, .impossibleForOS, .impossible(record, on: os, before: least))
        }
        let ahead = record.effectiveAt.microseconds(since: record.receivedAt)
        guard ahead <= Self.dayInMicroseconds else { return reject(reader, text, .occurredInFuture, .future(ahead)) }
        guard record.effectiveAt >= .earliestEvent else { return reject(reader, text, .occurredTooEarly, .tooEarly) }
        if let retainedFrom, record.occurredAt < retainedFrom, !record.type.isPermissionEvent {
            return reject(reader, text, .olderThanRetention, .retired)
        }
        return nil
    }

    /// The first reason for which an event is rejected that is too large, not whole or of an unknown type.
    @inline(never)
    private func complain(of reader: borrowing FieldReader, _ text: borrowing EventText) -> Reject {
        let dataLength = text[.data].range.count
        guard dataLength <= Self.greatestDataLength else {
            return reject(reader, text, .tooLarge, .dataTooLarge(dataLength))
        }
        if let missing = reader.missing { return reject(reader, text, .missingField, .missing(missing)) }
        if let misfit = reader.misfit {
            return reject(reader, text, .invalidField, Detail(misfit, in: text.bytes))
        }
        return reject(reader, text, .unknownType, .unknownType(text[.type], in: text.bytes))
    }

    @inline(never)
    private func reject(
        _ reader: borrowing FieldReader, _ text: borrowing EventText, _ reason: RejectReason, _ detail: Detail
    ) -> Reject {
        Reject(
            reason: reason, detail: detail.text, receivedAt: reader.stamp ?? ingestedAt, appID: text.validAppID,
            installationID: text.validInstallationID)
    }
}

extension EventRecord {
    /// The first major version of the system `name` on which the event can happen; nil when any will do.
    @inline(__always)
    fileprivate func leastMajorVersion(on name: OSName) -> Int16? {
        guard name == .iOS || name == .iPadOS, type.isPermissionEvent else { return nil }
        return switch (type, status) {
        case (.provisionalStarted, _), (.provisionalKept, _), (.provisionalTurnedOff, _), (_, .provisional): 12
        case (_, .ephemeral): 14
        default: nil
        }
    }
}
