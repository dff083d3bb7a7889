extension EventValidator {
    /// Validates an event that is valid JSON: checks the remaining reasons in the event contract's order, and appends the
    /// event to `batch` if none applies.
    @inline(__always)
    func validate(_ text: borrowing EventText, into batch: inout EventBatch) -> Reject? {
        var reader = FieldReader(text.bytes)
        var record = EventRecord()
        record.app = batch.app(of: text)
        reader.read(text, into: &record, for: self)
        guard reader.isWhole, text[.data].range.count <= Self.greatestDataLength else {
            return complain(of: reader, text)
        }
        correctClock(of: &record, reader.stamp)
        if let reject = validateValues(of: record, reader, text) { return reject }
        batch.append(&record, of: text)
        return nil
    }

    /// Corrects the effective time by the difference between the stamped time of receipt and `sentAt` if it exceeds the
    /// tolerance: then the device's clock is wrong. Nothing is sent before it happens, so an earlier `sentAt` is no time
    /// of sending and says nothing about the clock.
    @inline(__always)
    private func correctClock(of record: inout EventRecord, _ stampInLine: Timestamp?) {
        guard let sentAt = record.sentAt, let stamped = stamp == .server ? ingestedAt : stampInLine else { return }
        guard record.occurredAt.microseconds(since: sentAt) <= Self.toleranceInMicroseconds else { return }
        let correction = stamped.microseconds(since: sentAt)
        guard correction.magnitude > Self.toleranceInMicroseconds.magnitude else { return }
        record.effectiveAt = record.occurredAt.advanced(byMicroseconds: correction)
    }

    /// Checks the reasons that depend on valid values: operating system, effective time and retention.
    @inline(__always)
    private func validateValues(
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

    /// Returns the reject for an event with too much `data`, a missing or invalid field, or an unknown type: the first
    /// of these that applies.
    @inline(never)
    private func complain(of reader: borrowing FieldReader, _ text: borrowing EventText) -> Reject {
        let dataLength = text[.data].range.count
        guard dataLength <= Self.greatestDataLength else {
            return reject(reader, text, .tooLarge, .dataTooLarge(dataLength))
        }
        guard reader.missing.isEmpty else {
            return reject(reader, text, .missingField, Detail(missing: reader.missing.fields, in: text.bytes))
        }
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
    /// Returns the first major version of the system `name` on which the event can happen; nil if there is no such
    /// limit.
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
