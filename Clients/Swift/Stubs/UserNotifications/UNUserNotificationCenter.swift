public import Foundation

/// https://developer.apple.com/documentation/usernotifications/unusernotificationcenter
open class UNUserNotificationCenter: NSObject {
    /// A test's: what the process's notification center does.
    public static var phone: any NotificationPhone {
        get { lock.withLock { currentPhone } }
        set { lock.withLock { currentPhone = newValue } }
    }

    private static let lock = NSLock()
    nonisolated(unsafe) private static var currentPhone: any NotificationPhone = NoPhone()

    /// https://developer.apple.com/documentation/usernotifications/unusernotificationcenter/current()
    open class func current() -> UNUserNotificationCenter { UNUserNotificationCenter() }

    /// https://developer.apple.com/documentation/usernotifications/unusernotificationcenter/delegate
    weak open var delegate: (any UNUserNotificationCenterDelegate)? {
        get { UNUserNotificationCenter.phone.delegate }
        set { UNUserNotificationCenter.phone.delegate = newValue }
    }

    /// https://developer.apple.com/documentation/usernotifications/unusernotificationcenter/requestauthorization(options:completionhandler:)
    open func requestAuthorization(
        options: UNAuthorizationOptions = [],
        completionHandler: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        UNUserNotificationCenter.phone.request(options, completionHandler)
    }

    /// https://developer.apple.com/documentation/usernotifications/unusernotificationcenter/getnotificationsettings(completionhandler:)
    open func getNotificationSettings(completionHandler: @escaping @Sendable (UNNotificationSettings) -> Void) {
        UNUserNotificationCenter.phone.settings(completionHandler)
    }

    /// https://developer.apple.com/documentation/usernotifications/unusernotificationcenter/notificationsettings()
    open func notificationSettings() async -> UNNotificationSettings {
        await withCheckedContinuation { continuation in
            getNotificationSettings { continuation.resume(returning: $0) }
        }
    }
}

/// A test's: the phone behind the notification center.
public protocol NotificationPhone: AnyObject, Sendable {
    var delegate: (any UNUserNotificationCenterDelegate)? { get set }
    func settings(_ answer: @escaping @Sendable (UNNotificationSettings) -> Void)
    func request(_ options: UNAuthorizationOptions, _ answer: @escaping @Sendable (Bool, (any Error)?) -> Void)
}

/// A test's: a phone on which nobody has asked.
private final class NoPhone: NotificationPhone {
    var delegate: (any UNUserNotificationCenterDelegate)? {
        get { nil }
        set {}
    }

    func settings(_ answer: @escaping @Sendable (UNNotificationSettings) -> Void) { answer(UNNotificationSettings()) }

    func request(_ options: UNAuthorizationOptions, _ answer: @escaping @Sendable (Bool, (any Error)?) -> Void) {
        answer(false, nil)
    }
}
