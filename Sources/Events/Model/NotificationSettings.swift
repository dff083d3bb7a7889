/// What the user left on in the system's settings of an app's notifications. Each member can be absent, because not every
/// system has it.
public struct NotificationSettings: Sendable, Hashable {
    /// A member that is true or false.
    public enum Switch: UInt16, CaseIterable, Sendable {
        case alert
        case lockScreen
        case notificationCenter
        case sound
        case badge
        case scheduledSummary
        case timeSensitive
    }

    /// How an alert is presented. The raw value is the wire name.
    public enum AlertStyle: String, CaseIterable, Sendable {
        case off = "none"
        case banner
        case alert
    }

    /// As the log stores them. Bits 0–6: the switches that are on. Bits 7–13: those that are present. Bits 14–15: the
    /// alert style from 1; 0 if absent.
    public private(set) var bits: UInt16 = 0

    /// Creates settings without a member.
    public init() {}

    /// Whether no member is present.
    public var isEmpty: Bool { bits == 0 }

    /// Whether a switch is on; nil if it is absent.
    public subscript(member: Switch) -> Bool? {
        get { bits & member.present == 0 ? nil : bits & member.on != 0 }
        set {
            bits &= ~(member.on | member.present)
            if let newValue { bits |= member.present | (newValue ? member.on : 0) }
        }
    }

    /// How an alert is presented; nil if absent.
    public var alertStyle: AlertStyle? {
        get { bits >> 14 == 0 ? nil : AlertStyle.allCases[Int(bits >> 14) - 1] }
        set {
            let place = newValue.flatMap { AlertStyle.allCases.firstIndex(of: $0) }.map { $0 + 1 } ?? 0
            bits = bits & 0x3FFF | UInt16(place) << 14
        }
    }
}

extension NotificationSettings.Switch {
    fileprivate var on: UInt16 { 1 << rawValue }
    fileprivate var present: UInt16 { on << 7 }

    /// Looks up the switch by its wire name; nil if there is none.
    init?(utf8 word: Bytes) {
        switch word.count {
        case 5 where word.spells("alert"): self = .alert
        case 5 where word.spells("sound"): self = .sound
        case 5 where word.spells("badge"): self = .badge
        case 11 where word.spells("lock_screen"): self = .lockScreen
        case 14 where word.spells("time_sensitive"): self = .timeSensitive
        case 17 where word.spells("scheduled_summary"): self = .scheduledSummary
        case 19 where word.spells("notification_center"): self = .notificationCenter
        default: return nil
        }
    }
}

extension NotificationSettings.AlertStyle {
    /// Looks up the style by its wire name; nil if there is none.
    init?(utf8 word: Bytes) {
        switch word.count {
        case 4 where word.spells("none"): self = .off
        case 5 where word.spells("alert"): self = .alert
        case 6 where word.spells("banner"): self = .banner
        default: return nil
        }
    }
}
