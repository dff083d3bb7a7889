import Foundation
#if canImport(UserNotifications)
import UserNotifications
#endif

/// The settings of `UNUserNotificationCenter`.
struct SystemPermissionCenter: PermissionCenter {
    #if canImport(UserNotifications)
    /// The center; nil in a process without a bundle, because `current()` raises an exception there.
    private var center: UNUserNotificationCenter? {
        #if canImport(Darwin)
        guard Bundle.main.bundleIdentifier != nil else { return nil }
        #endif
        return UNUserNotificationCenter.current()
    }

    var hasDelegate: Bool { center.map { $0.delegate != nil } ?? true }

    func read() async -> PermissionReading? {
        guard let center else { return nil }
        return await withCheckedContinuation { continuation in
            center.getNotificationSettings { continuation.resume(returning: PermissionReading($0)) }
        }
    }
    #else
    let hasDelegate = true

    func read() async -> PermissionReading? { nil }
    #endif
}

#if canImport(UserNotifications)
extension PermissionReading {
    init(_ settings: UNNotificationSettings) {
        self.init(rawStatus: settings.authorizationStatus.rawValue)
        self.settings = NotificationSettings(settings)
        var all: [(String, UNNotificationSetting)] = []
        #if !os(tvOS)
        all += [("alert", settings.alertSetting), ("sound", settings.soundSetting)]
        #endif
        #if !os(watchOS)
        all.append(("badge", settings.badgeSetting))
        #endif
        options = all.filter { $0.1 == .enabled }.map(\.0)
        #if !os(tvOS) && !os(watchOS)
        let isBanner = settings.alertSetting == .enabled && settings.alertStyle != .none
        if settings.lockScreenSetting == .enabled || isBanner {
            delivery = .prominent
        } else if settings.notificationCenterSetting == .enabled {
            delivery = .quiet
        }
        #endif
    }
}
#endif
