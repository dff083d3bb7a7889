public import Foundation

/// https://developer.apple.com/documentation/usernotifications/unnotificationsettings
open class UNNotificationSettings: NSObject, @unchecked Sendable {
    /// https://developer.apple.com/documentation/usernotifications/unnotificationsettings/authorizationstatus
    open var authorizationStatus: UNAuthorizationStatus { status }
    /// https://developer.apple.com/documentation/usernotifications/unnotificationsettings/alertsetting
    open var alertSetting: UNNotificationSetting { enabled.contains("alert") ? .enabled : .disabled }
    /// https://developer.apple.com/documentation/usernotifications/unnotificationsettings/soundsetting
    open var soundSetting: UNNotificationSetting { enabled.contains("sound") ? .enabled : .disabled }
    /// https://developer.apple.com/documentation/usernotifications/unnotificationsettings/badgesetting
    open var badgeSetting: UNNotificationSetting { enabled.contains("badge") ? .enabled : .disabled }
    /// https://developer.apple.com/documentation/usernotifications/unnotificationsettings/lockscreensetting
    open var lockScreenSetting: UNNotificationSetting { enabled.contains("lockScreen") ? .enabled : .disabled }
    /// https://developer.apple.com/documentation/usernotifications/unnotificationsettings/notificationcentersetting
    open var notificationCenterSetting: UNNotificationSetting { enabled.contains("center") ? .enabled : .disabled }
    /// https://developer.apple.com/documentation/usernotifications/unnotificationsettings/scheduleddeliverysetting
    @available(iOS 15.0, macOS 12.0, watchOS 8.0, *)
    @available(tvOS, unavailable)
    open var scheduledDeliverySetting: UNNotificationSetting { enabled.contains("summary") ? .enabled : .disabled }
    /// https://developer.apple.com/documentation/usernotifications/unnotificationsettings/timesensitivesetting
    @available(iOS 15.0, macOS 12.0, watchOS 8.0, *)
    @available(tvOS, unavailable)
    open var timeSensitiveSetting: UNNotificationSetting { .notSupported }
    /// https://developer.apple.com/documentation/usernotifications/unnotificationsettings/alertstyle
    open var alertStyle: UNAlertStyle { enabled.contains("banner") ? .banner : .none }

    private let status: UNAuthorizationStatus
    private let enabled: Set<String>

    /// A test's.
    public init(_ status: UNAuthorizationStatus = .notDetermined, enabled: Set<String> = []) {
        self.status = status
        self.enabled = enabled
    }
}

/// https://developer.apple.com/documentation/usernotifications/unauthorizationstatus
public struct UNAuthorizationStatus: RawRepresentable, Hashable, Sendable {
    public let rawValue: Int

    public init(rawValue: Int) { self.rawValue = rawValue }

    public static let notDetermined = UNAuthorizationStatus(rawValue: 0)
    public static let denied = UNAuthorizationStatus(rawValue: 1)
    public static let authorized = UNAuthorizationStatus(rawValue: 2)
    public static let provisional = UNAuthorizationStatus(rawValue: 3)
    public static let ephemeral = UNAuthorizationStatus(rawValue: 4)
}

/// https://developer.apple.com/documentation/usernotifications/unnotificationsetting
public enum UNNotificationSetting: Int, Sendable {
    case notSupported
    case disabled
    case enabled
}

/// https://developer.apple.com/documentation/usernotifications/unalertstyle
public enum UNAlertStyle: Int, Sendable {
    case none
    case banner
    case alert
}

/// https://developer.apple.com/documentation/usernotifications/unauthorizationoptions
public struct UNAuthorizationOptions: OptionSet, Sendable {
    public let rawValue: UInt

    public init(rawValue: UInt) { self.rawValue = rawValue }

    public static let badge = UNAuthorizationOptions(rawValue: 1 << 0)
    public static let sound = UNAuthorizationOptions(rawValue: 1 << 1)
    public static let alert = UNAuthorizationOptions(rawValue: 1 << 2)
    public static let provisional = UNAuthorizationOptions(rawValue: 1 << 6)
}
