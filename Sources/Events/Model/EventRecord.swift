/// One accepted event of an `EventBatch`: its fixed-size values, and references to its words and texts in the batch.
/// The members mean the same as those of `Event`.
public struct EventRecord: Sendable {
    public var id = EventUUID(high: 0, low: 0)
    public var installationID = EventUUID(high: 0, low: 0)
    public var occurredAt = Timestamp(microseconds: 0)
    public var receivedAt = Timestamp(microseconds: 0)
    public var effectiveAt = Timestamp(microseconds: 0)
    public var sentAt: Timestamp?
    public var sequence: Int64?
    public var os: OperatingSystem?
    public var occurredOffset: Int16 = 0
    public var type = EventType.appOpened
    public var status: AuthorizationStatus?
    public var delivery: Delivery?
    public var appState: AppState?
    public var trigger: Trigger?
    /// Index into the batch's `apps`.
    public internal(set) var app = WordNumber.none
    /// Index into the batch's `systems`; none if the event has no operating system.
    public internal(set) var system = WordNumber.none
    /// Index into the batch's `words`, like the six that follow; none if the event has no such value.
    public internal(set) var appVersion = WordNumber.none
    public internal(set) var deviceModel = WordNumber.none
    public internal(set) var locale = WordNumber.none
    public internal(set) var placement = WordNumber.none
    public internal(set) var variant = WordNumber.none
    public internal(set) var campaign = WordNumber.none
    public internal(set) var action = WordNumber.none
    /// Range of the batch's texts; empty if there is none.
    public internal(set) var notificationID = TextRange.empty
    /// Range of the batch's texts; empty if there is none.
    public internal(set) var rest = TextRange.empty
}

/// The number of a word in a `WordTable`, or none.
public struct WordNumber: Sendable, Hashable {
    /// The word's number, from 0; `.max` means none.
    let value: UInt32

    public static let none = WordNumber(value: .max)

    /// The word's number, from 0; nil for none.
    public var index: Int? { self == .none ? nil : Int(value) }
}

/// The range of a text in an `EventBatch`.
public struct TextRange: Sendable {
    private let start: UInt32
    private let count: UInt32

    /// The range of an absent text.
    public static let empty = TextRange(0..<0)

    @inline(__always)
    init(_ range: Range<Int>) {
        start = UInt32(range.lowerBound)
        count = UInt32(range.count)
    }

    /// Whether the text is absent.
    public var isEmpty: Bool { count == 0 }

    var range: Range<Int> { Int(start)..<Int(start) + Int(count) }
}
