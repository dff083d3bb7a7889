/// What an app may do with notifications on a device; the raw value is the wire name.
public enum AuthorizationStatus: String, CaseIterable, Sendable {
    case notDetermined = "not_determined"
    case denied
    case authorized
    case provisional
    case ephemeral
}

/// How a user who keeps provisional notifications wants them delivered; the raw value is the wire name.
public enum Delivery: String, CaseIterable, Sendable {
    case prominent
    case quiet
}

/// Where the app was when a notification reached its code; the raw value is the wire name.
public enum AppState: String, CaseIterable, Sendable {
    case foreground
    case background
    case notRunning = "not_running"
}

/// What put up an opened notification, the push service or the app itself; the raw value is the wire name.
public enum Trigger: String, CaseIterable, Sendable {
    case push
    case local
}

extension AuthorizationStatus {
    /// The status with the wire name `word`; nil when there is none.
    init?(utf8 word: Bytes) {
        let candidate: AuthorizationStatus
        switch word.count {
        case 6: candidate = .denied
        case 9: candidate = .ephemeral
        case 10: candidate = .authorized
        case 11: candidate = .provisional
        default: candidate = .notDetermined
        }
        guard word.spells(candidate.rawValue) else { return nil }
        self = candidate
    }
}

extension Delivery {
    /// The delivery with the wire name `word`; nil when there is none.
    init?(utf8 word: Bytes) {
        let candidate: Delivery = word.count == 5 ? .quiet : .prominent
        guard word.spells(candidate.rawValue) else { return nil }
        self = candidate
    }
}

extension AppState {
    /// The state with the wire name `word`; nil when there is none.
    init?(utf8 word: Bytes) {
        let candidate: AppState
        switch word.first {
        case UInt8(ascii: "f"): candidate = .foreground
        case UInt8(ascii: "b"): candidate = .background
        default: candidate = .notRunning
        }
        guard word.spells(candidate.rawValue) else { return nil }
        self = candidate
    }
}

extension Trigger {
    /// The trigger with the wire name `word`; nil when there is none.
    init?(utf8 word: Bytes) {
        let candidate: Trigger = word.count == 4 ? .push : .local
        guard word.spells(candidate.rawValue) else { return nil }
        self = candidate
    }
}
