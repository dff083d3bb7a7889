import Foundation
#if canImport(UserNotifications)
import UserNotifications

/// The settings of `UNUserNotificationCenter`.
struct SystemPermissionCenter: PermissionCenter {
    func read() async -> PermissionReading? {
        guard let center else { return nil }
        return await withCheckedContinuation { continuation in
            center.getNotificationSettings { continuation.resume(returning: PermissionReading($0)) }
        }
    }

    var hasDelegate: Bool { center.map { $0.delegate != nil } ?? true }

    /// The center; nil in a process without a bundle, in which `current()` raises an exception.
    private var center: UNUserNotificationCenter? {
        #if canImport(Darwin)
        guard Bundle.main.bundleIdentifier != nil else { return nil }
        #endif
        return UNUserNotificationCenter.current()
    }
}

extension PermissionReading {
    /// Copies the settings.
    init(_ settings: UNNotificationSettings) {
        self.init(rawStatus: settings.authorizationStatus.rawValue)
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
#else

/// A system without notifications.
struct SystemPermissionCenter: PermissionCenter {
    func read() async -> PermissionReading? { nil }

    var hasDelegate: Bool { true }
}
#endif
