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
        switch word.count {
        case 6 where word.spells("denied"): self = .denied
        case 9 where word.spells("ephemeral"): self = .ephemeral
        case 10 where word.spells("authorized"): self = .authorized
        case 11 where word.spells("provisional"): self = .provisional
        case 14 where word.spells("not_determined"): self = .notDetermined
        default: return nil
        }
    }
}

extension Delivery {
    /// The delivery with the wire name `word`; nil when there is none.
    init?(utf8 word: Bytes) {
        switch word.count {
        case 5 where word.spells("quiet"): self = .quiet
        case 9 where word.spells("prominent"): self = .prominent
        default: return nil
        }
    }
}

extension AppState {
    /// The state with the wire name `word`; nil when there is none.
    init?(utf8 word: Bytes) {
        switch word.count {
        case 10 where word.spells("foreground"): self = .foreground
        case 10 where word.spells("background"): self = .background
        case 11 where word.spells("not_running"): self = .notRunning
        default: return nil
        }
    }
}

extension Trigger {
    /// The trigger with the wire name `word`; nil when there is none.
    init?(utf8 word: Bytes) {
        switch word.count {
        case 4 where word.spells("push"): self = .push
        case 5 where word.spells("local"): self = .local
        default: return nil
        }
    }
}
