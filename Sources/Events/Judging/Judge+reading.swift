extension Judge {
    /// What becomes of an event that is JSON: the remaining reasons in the contract's order, then acceptance.
    func judge(_ reading: borrowing Reading) -> Judgement {
        let dataLength = reading.text[.data].range.count
        guard dataLength <= Self.greatestDataLength else {
            return reject(reading, .tooLarge, .dataTooLarge(dataLength))
        }
        if let missing = reading.reader.missing { return reject(reading, .missingField, .missing(missing)) }
        if let misfit = reading.reader.misfit {
            return reject(reading, .invalidField, Detail(misfit, in: reading.text.bytes))
        }
        guard let event = event(of: reading) else {
            return reject(reading, .unknownType, .unknownType(reading.text[.type], in: reading.text.bytes))
        }
        return judge(event, reading)
    }

    /// Judges what an event says, every form being right.
    private func judge(_ event: Event, _ reading: borrowing Reading) -> Judgement {
        if let os = event.os, let least = event.leastMajorVersion(on: os.name), os.major < least {
            return reject(reading, .impossibleForOS, .impossible(event, on: os, before: least))
        }
        let ahead = event.effectiveAt.microseconds(since: event.receivedAt)
        guard ahead <= Self.dayInMicroseconds else { return reject(reading, .occurredInFuture, .future(ahead)) }
        guard event.effectiveAt >= .earliestEvent else { return reject(reading, .occurredTooEarly, .tooEarly) }
        return .accepted(event)
    }

    private func reject(_ reading: borrowing Reading, _ reason: RejectReason, _ detail: Detail) -> Judgement {
        .rejected(
            Reject(
                reason: reason, detail: detail.text, receivedAt: reading.stamp ?? ingestedAt, appID: reading.appID,
                installationID: reading.installationID))
    }

    /// The event of a reading in which every form is right; nil when its type is unknown.
    private func event(of reading: borrowing Reading) -> Event? {
        guard let type = reading.type, let id = reading.id, let appID = reading.appID,
            let installationID = reading.installationID, let occurredAt = reading.occurredAt
        else { return nil }
        var event = Event(
            id: id, type: type, appID: appID, installationID: installationID, occurredAt: occurredAt.timestamp,
            occurredOffset: occurredAt.offset, sentAt: reading.sentAt?.timestamp,
            receivedAt: reading.stamp ?? ingestedAt, effectiveAt: effectiveTime(of: occurredAt.timestamp, reading),
            sequence: reading.sequence, os: reading.os, appVersion: reading.appVersion,
            deviceModel: reading.deviceModel, locale: reading.locale,
            status: reading.text.word(.status, of: type) { AuthorizationStatus(utf8: $0) },
            delivery: reading.text.word(.delivery, of: type) { Delivery(utf8: $0) },
            placement: reading.text.string(.placement, of: type), variant: reading.text.string(.variant, of: type),
            notificationID: reading.text.string(.notificationID, of: type),
            campaign: reading.text.string(.campaign, of: type),
            action: reading.text.string(.action, of: type),
            appState: reading.text.word(.appState, of: type) { AppState(utf8: $0) },
            trigger: reading.text.word(.trigger, of: type) { Trigger(utf8: $0) })
        event.rest = reading.text.rest(beside: event)
        return event
    }

    /// `occurredAt`, moved by what the device's clock was wrong when it sent, if a stamp shows that it was.
    private func effectiveTime(of occurredAt: Timestamp, _ reading: borrowing Reading) -> Timestamp {
        let stamped = stamp == .server ? ingestedAt : reading.stamp
        guard let stamped, let sentAt = reading.sentAt?.timestamp else { return occurredAt }
        let correction = stamped.microseconds(since: sentAt)
        guard correction.magnitude > Self.toleranceInMicroseconds else { return occurredAt }
        return occurredAt.advanced(byMicroseconds: correction)
    }
}

extension Event {
    /// The first major version of the system `name` on which the event can happen; nil when any will do.
    fileprivate func leastMajorVersion(on name: OSName) -> Int16? {
        guard name == .iOS || name == .iPadOS else { return nil }
        return switch (type, status) {
        case (.provisionalStarted, _), (.provisionalKept, _), (.provisionalTurnedOff, _), (_, .provisional): 12
        case (_, .ephemeral): 14
        default: nil
        }
    }
}
