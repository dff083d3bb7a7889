/// One accepted event of an `EventBatch`: all that has a fixed size, and which of the batch's words and texts are the event's.
/// The members are those of `Event`.
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
    /// In the batch's `apps`.
    public internal(set) var app = WordNumber.none
    /// In the batch's `systems`; none where the event has none.
    public internal(set) var system = WordNumber.none
    /// In the batch's `words`, as the six that follow; none where the event has no such word.
    public internal(set) var appVersion = WordNumber.none
    public internal(set) var deviceModel = WordNumber.none
    public internal(set) var locale = WordNumber.none
    public internal(set) var placement = WordNumber.none
    public internal(set) var variant = WordNumber.none
    public internal(set) var campaign = WordNumber.none
    public internal(set) var action = WordNumber.none
    /// In the batch's texts; empty where there is none.
    public internal(set) var notificationID = TextRange.empty
    /// In the batch's texts; empty where there is none.
    public internal(set) var rest = TextRange.empty
}

/// The place of a word in a `WordTable`.
public struct WordNumber: Sendable, Hashable {
    /// From 0; meaningless where it is none.
    let value: UInt32

    /// No word.
    public static let none = WordNumber(value: .max)

    /// The place, from 0; nil of no word.
    public var index: Int? { self == .none ? nil : Int(value) }
}

/// The place of a text in an `EventBatch`.
public struct TextRange: Sendable {
    private let start: UInt32
    private let count: UInt32

    /// No text.
    public static let empty = TextRange(0..<0)

    @inline(__always)
    init(_ range: Range<Int>) {
        start = UInt32(range.lowerBound)
        count = UInt32(range.count)
    }

    /// Whether there is no text.
    public var isEmpty: Bool { count == 0 }

    var range: Range<Int> { Int(start)..<Int(start) + Int(count) }
}
