/// The fields of one event, each read once; nil where one is absent or has another form, which `reader` then knows.
struct Reading: ~Copyable {
    /// The event as written.
    let text: EventText
    /// What is missing, and what has another form.
    private(set) var reader: FieldReader
    /// The `id`.
    let id: EventUUID?
    /// The `type`; nil also when it is a text that is no type.
    let type: EventType?
    /// The `app_id`; of the right form even when it is not the key's.
    let appID: String?
    /// The `installation_id`.
    let installationID: EventUUID?
    /// The `occurred_at`.
    let occurredAt: OffsetTimestamp?
    /// The `sent_at`.
    let sentAt: OffsetTimestamp?
    /// The `received_at` of the line, where such is honoured.
    let stamp: Timestamp?
    /// The `sequence`.
    let sequence: Int64?
    /// The `os`, with a name and a version.
    let os: OperatingSystem?
    /// The `app_version`.
    let appVersion: String?
    /// The `device_model`.
    let deviceModel: String?
    /// The `locale`.
    let locale: String?

    /// Reads the event `text` as `judge` is set: in the order of the contract's table of fields, then the required members
    /// of `data`.
    init(_ text: consuming EventText, for judge: Judge) {
        var reader = FieldReader(text.bytes)
        id = reader.text(.id, text[.id], .uuid, isRequired: true) { EventUUID(utf8: $0) }
        type = reader.type(text[.type])
        appID = reader.appID(text[.appID], key: judge.appID)
        installationID = reader.text(.installationID, text[.installationID], .uuid, isRequired: true) {
            EventUUID(utf8: $0)
        }
        occurredAt = reader.timestamp(.occurredAt, text[.occurredAt], isRequired: true)
        sentAt = reader.timestamp(.sentAt, text[.sentAt])
        stamp = judge.stamp == .honoured ? reader.stamp(text[.receivedAt], ingestedAt: judge.ingestedAt) : nil
        sequence = reader.sequence(text[.sequence])
        os = reader.os(text, isRequired: type != .notificationSent)
        appVersion = reader.shortText(.appVersion, text[.appVersion])
        deviceModel = reader.shortText(.deviceModel, text[.deviceModel])
        locale = reader.shortText(.locale, text[.locale])
        reader.checkData(text, of: type)
        self.reader = reader
        self.text = text
    }
}

extension FieldReader {
    fileprivate mutating func type(_ value: JSONValue) -> EventType? {
        // A text that is no type has the right form: it is judged after the forms of all fields.
        text(.type, value, .string, isRequired: true) { .some(EventType(utf8: $0)) } ?? nil
    }

    fileprivate mutating func appID(_ value: JSONValue, key: String?) -> String? {
        let appID = text(.appID, value, .appID, isRequired: true) {
            $0.isAppID ? String(decoding: $0, as: UTF8.self) : nil
        }
        if let appID, let key, appID != key { note(.appID, isNot: .appOfKey, but: value) }
        return appID
    }

    fileprivate mutating func timestamp(
        _ field: Field, _ value: JSONValue, isRequired: Bool = false
    ) -> OffsetTimestamp? {
        text(field, value, .timestamp, isRequired: isRequired) { OffsetTimestamp(rfc3339: $0) }
    }

    fileprivate mutating func stamp(_ value: JSONValue, ingestedAt: Timestamp) -> Timestamp? {
        guard let stamp = timestamp(.receivedAt, value)?.timestamp else { return nil }
        guard stamp.microseconds(since: ingestedAt) <= Judge.dayInMicroseconds else {
            note(.receivedAt, isNot: .notAfterIngest, but: value)
            return nil
        }
        return stamp
    }

    fileprivate mutating func os(_ text: borrowing EventText, isRequired: Bool) -> OperatingSystem? {
        guard isObjectOrAbsent(.os, text[.os]) else { return nil }
        let name = self.text(.osName, text[.name], .osName, isRequired: isRequired) { OSName(utf8: $0) }
        let version = self.text(.osVersion, text[.version], .osVersion, isRequired: !text[.name].isAbsent) {
            OSVersion(utf8: $0)
        }
        guard let name, let version else { return nil }
        return OperatingSystem(name: name, major: version.major, minor: version.minor, patch: version.patch)
    }

    fileprivate mutating func checkData(_ text: borrowing EventText, of type: EventType?) {
        guard isObjectOrAbsent(.data, text[.data]) else { return }
        switch type {
        case .statusObserved:
            _ = self.text(.status, text[.status], .status, isRequired: true) { AuthorizationStatus(utf8: $0) }
        case .notificationSent, .notificationReceived:
            _ = self.text(.notificationID, text[.notificationID], .notificationID, isRequired: true) {
                !$0.isEmpty && $0.scalarCount <= Text.greatestLength ? true : nil
            }
        default: break
        }
    }
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
