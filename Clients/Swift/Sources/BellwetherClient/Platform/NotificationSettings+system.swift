#if canImport(UserNotifications)
import UserNotifications

extension NotificationSettings {
    /// Copies the settings of the system.
    init(_ settings: UNNotificationSettings) {
        #if !os(tvOS)
        alert = settings.alertSetting.isOn
        sound = settings.soundSetting.isOn
        if #available(iOS 15, macCatalyst 15, macOS 12, watchOS 8, *) {
            scheduledSummary = settings.scheduledDeliverySetting.isOn
            timeSensitive = settings.timeSensitiveSetting.isOn
        }
        #endif
        #if !os(watchOS)
        badge = settings.badgeSetting.isOn
        #endif
        #if !os(tvOS) && !os(watchOS)
        lockScreen = settings.lockScreenSetting.isOn
        notificationCenter = settings.notificationCenterSetting.isOn
        alertStyle = settings.alertStyle.name
        #endif
    }
}

extension UNNotificationSetting {
    /// Whether it is on; nil if the system doesn't have it.
    fileprivate var isOn: Bool? { self == .notSupported ? nil : self == .enabled }
}

#if !os(tvOS) && !os(watchOS)
extension UNAlertStyle {
    /// The contract's name; nil if it is newer than this library.
    fileprivate var name: String? {
        let names: [UNAlertStyle: String] = [.none: "none", .banner: "banner", .alert: "alert"]
        return names[self]
    }
}
#endif
#endif
