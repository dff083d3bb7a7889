/// The notification authorization status that the system reports to an app. The raw value is the wire name.
public enum AuthorizationStatus: String, CaseIterable, Sendable {
    case notDetermined = "not_determined"
    case denied
    case authorized
    case provisional
    case ephemeral
}

/// How the user chose to keep provisional notifications. The raw value is the wire name.
public enum Delivery: String, CaseIterable, Sendable {
    case prominent
    case quiet
}

/// How the user answered the app's own screen before the permission dialog. The raw value is the wire name.
public enum PrimerAnswer: String, CaseIterable, Sendable {
    case accepted
    case declined
    case dismissed
}

/// The state of the app when a notification reached its code. The raw value is the wire name.
public enum AppState: String, CaseIterable, Sendable {
    case foreground
    case background
    case notRunning = "not_running"
}

/// The origin of an opened notification: the push service or the app itself. The raw value is the wire name.
public enum Trigger: String, CaseIterable, Sendable {
    case push
    case local
}

extension AuthorizationStatus {
    /// Looks up the status by its wire name; nil if there is none.
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
    /// Looks up the delivery by its wire name; nil if there is none.
    init?(utf8 word: Bytes) {
        switch word.count {
        case 5 where word.spells("quiet"): self = .quiet
        case 9 where word.spells("prominent"): self = .prominent
        default: return nil
        }
    }
}

extension PrimerAnswer {
    /// Looks up the answer by its wire name; nil if there is none.
    init?(utf8 word: Bytes) {
        switch word.count {
        case 8 where word.spells("accepted"): self = .accepted
        case 8 where word.spells("declined"): self = .declined
        case 9 where word.spells("dismissed"): self = .dismissed
        default: return nil
        }
    }
}

extension AppState {
    /// Looks up the app state by its wire name; nil if there is none.
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
    /// Looks up the trigger by its wire name; nil if there is none.
    init?(utf8 word: Bytes) {
        switch word.count {
        case 4 where word.spells("push"): self = .push
        case 5 where word.spells("local"): self = .local
        default: return nil
        }
    }
}
