extension FieldReader {
    /// Reads and validates the fields of `text` in the order of the event contract's table of fields, then the required
    /// members of `data`. Stores the fixed-size values in `record`; words and texts are only validated. If `record.app`
    /// is set, an earlier event had the same `app_id`, so its form is not checked again.
    @inline(__always)
    mutating func read(
        _ text: borrowing EventText, into record: inout EventRecord, for validator: EventValidator
    ) {
        record.id = uuid(.id, text[.id])
        let type = type(text[.type])
        isTypeKnown = type != nil
        record.type = type ?? .appOpened
        checkAppID(text[.appID], key: validator.appID, isKnown: record.app != .none)
        record.installationID = installationID(text)
        let occurredAt = timestamp(.occurredAt, text[.occurredAt], isRequired: true)
        record.occurredAt = occurredAt?.timestamp ?? validator.ingestedAt
        record.occurredOffset = occurredAt?.offset ?? 0
        record.sentAt = timestamp(.sentAt, text[.sentAt])?.timestamp
        if validator.stamp == .honoured { stamp = stamp(text[.receivedAt], ingestedAt: validator.ingestedAt) }
        record.receivedAt = stamp ?? validator.ingestedAt
        record.effectiveAt = record.occurredAt
        record.sequence = sequence(text[.sequence])
        record.os = os(text, isRequired: type?.mayLackOS != true)
        if !text[.data].isAbsent || record.type.needsData { readData(text, of: type, into: &record) }
    }

    /// Whether `type` is known, every required field is present and every field is valid.
    @inline(__always)
    var isWhole: Bool { isTypeKnown && missing.isEmpty && misfit == nil }
}

extension FieldReader {
    @inline(__always)
    fileprivate mutating func type(_ value: JSONValue) -> EventType? {
        // An unknown type is not an invalid field: `unknown_type` applies only after the forms of all fields.
        text(.type, value, .string, isRequired: true) { .some(EventType(utf8: $0)) } ?? nil
    }

    @inline(__always)
    fileprivate mutating func checkAppID(_ value: JSONValue, key: String?, isKnown: Bool) {
        let isOfKey = text(.appID, value, .appID, isRequired: true) { appID -> Bool? in
            guard isKnown || appID.isAppID else { return nil }
            return key.map { $0.utf8.elementsEqual(appID) } ?? true
        }
        if isOfKey == false { note(.appID, isNot: .appOfKey, but: value) }
    }

    @inline(__always)
    fileprivate mutating func stamp(_ value: JSONValue, ingestedAt: Timestamp) -> Timestamp? {
        guard let stamp = timestamp(.receivedAt, value)?.timestamp else { return nil }
        guard stamp.microseconds(since: ingestedAt) <= EventValidator.dayInMicroseconds else {
            note(.receivedAt, isNot: .notAfterIngest, but: value)
            return nil
        }
        return stamp
    }

    @inline(__always)
    fileprivate mutating func os(_ text: borrowing EventText, isRequired: Bool) -> OperatingSystem? {
        guard isObjectOrAbsent(.os, text[.os]) else { return nil }
        let name = self.text(.osName, text[.osName], .osName, isRequired: isRequired) { OSName(utf8: $0) }
        let version = self.text(.osVersion, text[.osVersion], .osVersion, isRequired: !text[.osName].isAbsent) {
            OSVersion(utf8: $0)
        }
        guard let name, let version else { return nil }
        if name == .android, version.isAndroidLevel { note(.osVersion, isNot: .androidVersion, but: text[.osVersion]) }
        return OperatingSystem(name: name, major: version.major, minor: version.minor, patch: version.patch)
    }

    fileprivate mutating func readData(
        _ text: borrowing EventText, of type: EventType?, into record: inout EventRecord
    ) {
        guard isObjectOrAbsent(.data, text[.data]), let type else { return }
        switch type {
        case .statusObserved:
            record.status = self.text(.status, text[.status], .status, isRequired: true) {
                AuthorizationStatus(utf8: $0)
            }
        case .experimentAssigned:
            require(.experiment, text)
            require(.variant, text)
        case .primerAnswered:
            record.answer = self.text(.answer, text[.answer], .answer, isRequired: true) { PrimerAnswer(utf8: $0) }
        case .notificationSent, .notificationReceived: require(.notificationID, text)
        default: break
        }
        record.delivery = text.withText(.delivery, of: type) { Delivery(utf8: $0) } ?? nil
        if text[.settings].kind == .object, type.gives(meaningTo: .settings) {
            let (settings, isWhole) = NotificationSettings.read(text[.settings], in: text.bytes)
            record.settings = settings.isEmpty ? nil : settings
            record.hasOtherSettings = !isWhole
        }
        record.appState = text.withText(.appState, of: type) { AppState(utf8: $0) } ?? nil
        record.trigger = text.withText(.trigger, of: type) { Trigger(utf8: $0) } ?? nil
    }
}

extension FieldReader {
    /// Reads a member of `data` that must be a text.
    fileprivate mutating func require(_ field: Field, _ text: borrowing EventText) {
        _ = self.text(field, text[field], .text, isRequired: true) {
            !$0.isEmpty && $0.hasAtMost(Text.greatestLength) ? true : nil
        }
    }
}

extension EventType {
    /// Whether events of this type may have no operating system, because a server that does not know it sends them.
    public var mayLackOS: Bool {
        self == .notificationSent || self == .pushUnregistered || self == .experimentAssigned
    }

    /// Whether this type requires a member of `data`.
    fileprivate var needsData: Bool {
        switch self {
        case .experimentAssigned, .primerAnswered, .statusObserved, .notificationSent, .notificationReceived: true
        default: false
        }
    }
}

extension EventText {
    /// The `app_id`; nil if it is not valid.
    var validAppID: String? {
        guard self[.appID].kind == .string else { return nil }
        return bytes.withText(of: self[.appID]) { $0.isAppID ? String(decoding: $0, as: UTF8.self) : nil }
    }

    /// The installation's id; nil if it is not valid.
    var validInstallationID: EventUUID? {
        let field: Field = isKnownByDevice ? .deviceID : .installationID
        guard self[field].kind == .string else { return nil }
        let id = bytes.withText(of: self[field]) { field == .deviceID ? EventUUID(device: $0) : EventUUID(utf8: $0) }
        return id.flatMap { $0.isNilOrMax ? nil : $0 }
    }

    /// Whether the event has a `device_id` in place of an `installation_id`. Beside one it is ignored.
    @inline(__always)
    var isKnownByDevice: Bool { self[.installationID].isAbsent && !self[.deviceID].isAbsent }
}

extension Bytes {
    fileprivate var isAppID: Bool {
        1...Text.greatestAppIDLength ~= count
            && allSatisfy {
                $0.isLetter || $0.decimalDigit != nil || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "_")
                    || $0 == UInt8(ascii: "-")
            }
    }
}
