/// One accepted event of an `EventBatch`. Texts that recur, such as an app version, are words: the batch has each once,
/// in a table, and the event its number there. Other texts are ranges of the batch's bytes. The members mean the same
/// as those of `Event`; the initial values are placeholders.
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
    public var answer: PrimerAnswer?
    public var settings: NotificationSettings?
    public var appState: AppState?
    public var trigger: Trigger?
    /// Index into the batch's `apps`.
    public internal(set) var app = WordNumber.none
    /// Index of `os` in the batch's `systems`; none if the event has no operating system.
    public internal(set) var system = WordNumber.none
    /// Index into the batch's `words`, like the seven that follow; none if the event has no such value.
    public internal(set) var appVersion = WordNumber.none
    public internal(set) var deviceModel = WordNumber.none
    public internal(set) var locale = WordNumber.none
    public internal(set) var placement = WordNumber.none
    public internal(set) var variant = WordNumber.none
    public internal(set) var experiment = WordNumber.none
    public internal(set) var campaign = WordNumber.none
    public internal(set) var action = WordNumber.none
    /// Range of the batch's bytes; empty if there is none.
    public internal(set) var notificationID = TextRange.empty
    /// Whether the event's `settings` have members that `settings` can't hold, so that the rest has them too.
    var hasOtherSettings = false
    /// The members of `data` that no other property holds, as JSON: a range of the batch's bytes; empty if there are
    /// none.
    public internal(set) var rest = TextRange.empty
}

/// The index of an entry in one of a batch's tables, or none.
public struct WordNumber: Sendable, Hashable {
    /// The index; `.max` means none.
    let value: UInt32

    public static let none = WordNumber(value: .max)

    /// The index; nil for none.
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
