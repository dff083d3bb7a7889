/// Accepted events in the order in which they came, in a few blocks of memory: taking one in allocates nothing of its own.
public struct EventBatch: Sendable {
    /// One for each event.
    public private(set) var records: [EventRecord] = []
    /// The `app_id`s that events name.
    public internal(set) var apps = WordTable()
    /// The operating systems that events name.
    public private(set) var systems: [OperatingSystem] = []
    private var systemTable = WordTable()
    /// The app versions, device models, locales, placements, variants, campaigns and actions that events name.
    public internal(set) var words = WordTable()
    /// The notification ids and the rests of `data`, one behind the other.
    private(set) var texts: [UInt8] = []

    /// No events, and room for so many.
    public init(reserving capacity: Int = 0) { records.reserveCapacity(capacity) }

    /// The number of events.
    public var count: Int { records.count }
    /// Whether there is no event.
    public var isEmpty: Bool { records.isEmpty }

    /// Gives `body` the bytes of a notification id or a rest of `data`.
    public func withText<Result>(_ text: TextRange, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        texts.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[text.range])) }
    }

    /// Keeps the events for whose place `isKept` is true.
    public mutating func filter(_ isKept: (Int) -> Bool) {
        records = records.indices.filter(isKept).map { records[$0] }
    }

    /// Forgets all events, words and texts, and keeps the memory for the next.
    public mutating func removeAll() {
        records.removeAll(keepingCapacity: true)
        texts.removeAll(keepingCapacity: true)
        apps.removeAll()
        words.removeAll()
        systems.removeAll(keepingCapacity: true)
        systemTable.removeAll()
    }

    /// The number of the app of `text`; none where no event of it is there.
    @inline(__always)
    func app(of text: borrowing EventText) -> WordNumber {
        let value = text[.appID]
        return value.kind == .string ? text.bytes.withText(of: value) { apps.find($0) } : .none
    }

    /// Takes in an event whose words and texts are in `text`; its app may have been found before.
    @inline(__always)
    mutating func append(_ record: inout EventRecord, of text: borrowing EventText) {
        if record.app == .none { record.app = apps.number(text, text[.appID]) }
        record.appVersion = words.number(text, text[.appVersion])
        record.deviceModel = words.number(text, text[.deviceModel])
        record.locale = words.number(text, text[.locale])
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

    /// Takes in an event whose words are in `words`.
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
        record.campaign = word(.campaign, of: record.type, text)
        record.action = word(.action, of: record.type, text)
        text.withText(.notificationID, of: record.type) { record.notificationID = keep($0) }
        let start = texts.count
        text.appendRest(beside: record, to: &texts)
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
    /// The number of the word that `value` of `text` is; none where it is absent or empty.
    @inline(__always)
    fileprivate mutating func number(_ text: borrowing EventText, _ value: JSONValue) -> WordNumber {
        guard value.kind == .string, !value.isEmptyText else { return .none }
        return text.bytes.withText(of: value) { number($0) }
    }
}
