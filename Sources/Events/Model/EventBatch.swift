/// Accepted events in order of arrival, stored in a few shared blocks of memory, so that there is no allocation per
/// event.
///
/// Repeated values (apps, systems, short texts) are words: stored once and referred to by number. Notification ids and
/// the rest of `data` are texts: ranges of one byte array.
public struct EventBatch: Sendable {
    /// The fixed-size part of each event.
    public private(set) var records: [EventRecord] = []
    /// The `app_id`s of the events.
    public internal(set) var apps = WordTable()
    /// The distinct operating systems of the events, indexed by `EventRecord.system`.
    public private(set) var systems: [OperatingSystem] = []
    private var systemTable = WordTable()
    /// The app versions, device models, locales, placements, variants, experiments, campaigns and actions of the
    /// events.
    public internal(set) var words = WordTable()
    /// The notification ids and the rests of `data`, concatenated.
    private(set) var texts: [UInt8] = []

    /// Creates an empty batch with room for `capacity` events.
    public init(reserving capacity: Int = 0) { records.reserveCapacity(capacity) }

    public var count: Int { records.count }
    public var isEmpty: Bool { records.isEmpty }

    /// Calls `body` with the bytes of a notification id or a rest of `data`.
    public func withText<Result>(_ text: TextRange, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        texts.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[text.range])) }
    }

    /// Keeps only the events for whose index `isKept` returns true. Words and texts of removed events stay.
    public mutating func filter(_ isKept: (Int) -> Bool) {
        records = records.indices.filter(isKept).map { records[$0] }
    }

    /// Removes all events, words and texts but keeps the memory for reuse.
    public mutating func removeAll() {
        records.removeAll(keepingCapacity: true)
        texts.removeAll(keepingCapacity: true)
        apps.removeAll()
        words.removeAll()
        systems.removeAll(keepingCapacity: true)
        systemTable.removeAll()
    }

    /// Returns the number of the app of `text`; none if no event of that app is in the batch.
    @inline(__always)
    func app(of text: borrowing EventText) -> WordNumber {
        let value = text[.appID]
        return value.kind == .string ? text.bytes.withText(of: value) { apps.find($0) } : .none
    }

    /// Appends an event and adds its words and texts, which are read from `text`. `record.app` may be set already if
    /// the app was found before.
    @inline(__always)
    mutating func append(_ record: inout EventRecord, of text: borrowing EventText) {
        if record.app == .none { record.app = apps.number(text, text[.appID], keeping: Text.greatestAppIDLength) }
        record.appVersion = words.number(text, text[.appVersion], keeping: Text.greatestShortLength)
        record.deviceModel = words.number(text, text[.deviceModel], keeping: Text.greatestShortLength)
        record.locale = words.number(text, text[.locale], keeping: Text.greatestShortLength)
        record.system = number(of: record.os)
        if !text[.data].isAbsent { appendData(of: text, to: &record) }
        records.append(record)
    }

    private mutating func number(of system: OperatingSystem?) -> WordNumber {
        guard let system else { return .none }
        let parts = (
            UInt16(bitPattern: system.major), UInt16(bitPattern: system.minor), UInt16(bitPattern: system.patch)
        )
        let packed =
            UInt64(system.name.place) << 48 | UInt64(parts.0) << 32 | UInt64(parts.1) << 16 | UInt64(parts.2)
        let number = withUnsafeBytes(of: packed.littleEndian) { bytes in
            bytes.withMemoryRebound(to: UInt8.self) { systemTable.number($0) }
        }
        if systemTable.count > systems.count { systems.append(system) }
        return number
    }

    /// Appends an event whose words, except the system, have their numbers already.
    mutating func append(_ record: EventRecord, notificationID: String, rest: String) {
        var record = record
        record.system = number(of: record.os)
        record.notificationID = keep(notificationID.utf8)
        record.rest = keep(rest.utf8)
        records.append(record)
    }

    private mutating func appendData(of text: borrowing EventText, to record: inout EventRecord) {
        record.placement = word(.placement, of: record.type, text)
        record.variant = word(.variant, of: record.type, text)
        record.experiment = word(.experiment, of: record.type, text)
        record.campaign = word(.campaign, of: record.type, text)
        record.action = word(.action, of: record.type, text)
        text.withText(.notificationID, of: record.type) { record.notificationID = keep($0) }
        let start = texts.count
        text.appendRest(notIn: record, to: &texts)
        record.rest = TextRange(start..<texts.count)
    }

    private mutating func keep(_ text: some Collection<UInt8>) -> TextRange {
        let start = texts.count
        texts.append(contentsOf: text)
        return TextRange(start..<texts.count)
    }

    private mutating func word(_ field: Field, of type: EventType, _ text: borrowing EventText) -> WordNumber {
        guard type.gives(meaningTo: field) else { return .none }
        return text.withText(field, of: type) { words.number($0) } ?? .none
    }
}

extension WordTable {
    /// Returns the number of the word that is the string `value` of `text`, cut after `limit` characters. Adds it if it
    /// is new. Returns none if the value is empty or no string.
    @inline(__always)
    fileprivate mutating func number(
        _ text: borrowing EventText, _ value: JSONValue, keeping limit: Int
    ) -> WordNumber {
        guard value.kind == .string, !value.isEmptyText else { return .none }
        return text.bytes.withText(of: value) { number($0.firstScalars(limit)) }
    }
}
