import Foundation
#if canImport(UserNotifications)
import UserNotifications
#endif

/// The settings of `UNUserNotificationCenter`.
struct SystemPermissionCenter: PermissionCenter {
    #if canImport(UserNotifications)
    func read() async -> PermissionReading? {
        guard let center = SystemPermissionCenter.center else { return nil }
        return await withCheckedContinuation { continuation in
            center.getNotificationSettings { continuation.resume(returning: PermissionReading($0)) }
        }
    }

    var hasDelegate: Bool { SystemPermissionCenter.center.map { $0.delegate != nil } ?? true }

    /// The center; nil in a process without a bundle, in which `current()` raises an exception.
    private static var center: UNUserNotificationCenter? {
        #if canImport(Darwin)
        guard Bundle.main.bundleIdentifier != nil else { return nil }
        #endif
        return UNUserNotificationCenter.current()
    }
    #else
    func read() async -> PermissionReading? { nil }

    var hasDelegate: Bool { true }
    #endif
}

#if canImport(UserNotifications)
extension PermissionReading {
    /// Copies the settings.
    init(_ settings: UNNotificationSettings) {
        self.init(status: settings.authorizationStatus.rawValue)
        #if !os(tvOS)
        add("alert", settings.alertSetting)
        add("sound", settings.soundSetting)
        #endif
        #if !os(watchOS)
        add("badge", settings.badgeSetting)
        #endif
        #if !os(tvOS) && !os(watchOS)
        let isBanner = settings.alertSetting == .enabled && settings.alertStyle != .none
        if settings.lockScreenSetting == .enabled || isBanner {
            delivery = .prominent
        } else if settings.notificationCenterSetting == .enabled {
            delivery = .quiet
        }
        #endif
    }

    private mutating func add(_ name: String, _ setting: UNNotificationSetting) {
        if setting == .enabled { options.append(name) }
    }
}
#endif
