/// The type of an event. The raw value is its position in the event contract's table of types, from 1, which also
/// breaks ties in the order of events.
public enum EventType: UInt8, CaseIterable, Sendable {
    case promptShown = 1
    case promptGranted
    case promptDenied
    case provisionalStarted
    case provisionalKept
    case provisionalTurnedOff
    case statusObserved
    case settingsPromptShown
    case settingsOpened
    case notificationSent
    case notificationReceived
    case notificationOpened
    case appOpened

    /// The wire name as a `String`, such as `prompt_shown`.
    public var name: String { wireName.description }

    /// Looks up the type by its wire name, case-sensitively; nil if there is none.
    public init?(name: String) {
        var name = name
        guard let type = name.withUTF8({ EventType(utf8: $0) }) else { return nil }
        self = type
    }

    /// The wire name, without allocating a `String`.
    public var wireName: StaticString {
        switch self {
        case .promptShown: "prompt_shown"
        case .promptGranted: "prompt_granted"
        case .promptDenied: "prompt_denied"
        case .provisionalStarted: "provisional_started"
        case .provisionalKept: "provisional_kept"
        case .provisionalTurnedOff: "provisional_turned_off"
        case .statusObserved: "status_observed"
        case .settingsPromptShown: "settings_prompt_shown"
        case .settingsOpened: "settings_opened"
        case .notificationSent: "notification_sent"
        case .notificationReceived: "notification_received"
        case .notificationOpened: "notification_opened"
        case .appOpened: "app_opened"
        }
    }

    /// Whether it is a permission event (`prompt_shown` to `settings_opened`). All other types are engagement events.
    public var isPermissionEvent: Bool {
        rawValue <= EventType.settingsOpened.rawValue
    }
}

extension EventType {
    /// Looks up the type by its wire name; nil if there is none.
    init?(utf8 word: Bytes) {
        guard let type = Self.candidate(utf8: word), word.spells(type.wireName) else { return nil }
        self = type
    }

    /// Returns the only type that `word` can name, chosen by its length and, if two types have that length, one byte.
    private static func candidate(utf8 word: Bytes) -> EventType? {
        switch word.count {
        case 10: .appOpened
        case 12: .promptShown
        case 13: .promptDenied
        case 14: .promptGranted
        case 15: word[1] == UInt8(ascii: "t") ? .statusObserved : .settingsOpened
        case 16: .provisionalKept
        case 17: .notificationSent
        case 19: word[0] == UInt8(ascii: "p") ? .provisionalStarted : .notificationOpened
        case 21: word[0] == UInt8(ascii: "s") ? .settingsPromptShown : .notificationReceived
        case 22: .provisionalTurnedOff
        default: nil
        }
    }

    /// Returns whether the contract defines this field of `data` for this type.
    func gives(meaningTo field: Field) -> Bool {
        switch field {
        case .placement, .variant: self == .promptShown || self == .settingsPromptShown
        case .delivery: self == .provisionalKept
        case .status: self == .statusObserved
        case .notificationID, .campaign:
            self == .notificationSent || self == .notificationReceived || self == .notificationOpened
        case .appState: self == .notificationReceived || self == .notificationOpened
        case .trigger, .action: self == .notificationOpened
        default: false
        }
    }
}
