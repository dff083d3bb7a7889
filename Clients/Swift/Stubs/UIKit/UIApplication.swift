// As in the SDK, where UIKit also imports Foundation for those who import it.
@_exported public import Foundation

/// https://developer.apple.com/documentation/uikit/uiapplication
@MainActor open class UIApplication: NSObject {
    /// https://developer.apple.com/documentation/uikit/uiapplication/shared
    public static let shared = UIApplication()

    /// A test's: whether there is an application object. There is none in the initializer of a SwiftUI `App`.
    public static var isShared = true

    /// https://developer.apple.com/documentation/objectivec/nsobject-swift.class/value(forkey:)
    open class func value(forKey key: String) -> Any? { isShared && key == "sharedApplication" ? shared : nil }

    /// https://developer.apple.com/documentation/uikit/uiapplication/state
    public enum State: Int, Sendable {
        case active
        case inactive
        case background
    }

    /// https://developer.apple.com/documentation/uikit/uiapplication/openexternalurloptionskey
    public struct OpenExternalURLOptionsKey: Hashable, Sendable {}

    /// https://developer.apple.com/documentation/uikit/uiapplication/applicationstate
    open var applicationState = State.inactive

    /// https://developer.apple.com/documentation/uikit/uiapplication/opensettingsurlstring
    public nonisolated static let openSettingsURLString = "app-settings:"
    /// https://developer.apple.com/documentation/uikit/uiapplication/opennotificationsettingsurlstring
    public nonisolated static let openNotificationSettingsURLString = "app-settings:notifications"

    /// https://developer.apple.com/documentation/uikit/uiapplication/didfinishlaunchingnotification
    public nonisolated static let didFinishLaunchingNotification = Notification.Name("UIApplicationDidFinishLaunching")
    /// https://developer.apple.com/documentation/uikit/uiapplication/didbecomeactivenotification
    public nonisolated static let didBecomeActiveNotification = Notification.Name("UIApplicationDidBecomeActive")
    /// https://developer.apple.com/documentation/uikit/uiapplication/willresignactivenotification
    public nonisolated static let willResignActiveNotification = Notification.Name("UIApplicationWillResignActive")
    /// https://developer.apple.com/documentation/uikit/uiapplication/didenterbackgroundnotification
    public nonisolated static let didEnterBackgroundNotification = Notification.Name("UIApplicationDidEnterBackground")
    /// https://developer.apple.com/documentation/uikit/uiapplication/protecteddatadidbecomeavailablenotification
    public nonisolated static let protectedDataDidBecomeAvailableNotification =
        Notification.Name("UIApplicationProtectedDataDidBecomeAvailable")

    /// A test's: the URLs that were opened, and whether opening one succeeds.
    public var opened: [URL] = []
    public var opens = true

    /// https://developer.apple.com/documentation/uikit/uiapplication/open(_:options:completionhandler:)
    @discardableResult
    open func open(_ url: URL, options: [OpenExternalURLOptionsKey: Any] = [:]) async -> Bool {
        if opens { opened.append(url) }
        return opens
    }

    /// https://developer.apple.com/documentation/uikit/uiapplication/registerforremotenotifications()
    open func registerForRemoteNotifications() {}

    /// A test's: the background tasks that have not ended, with the handlers of their expiration.
    public var backgroundTasks: [UIBackgroundTaskIdentifier: @MainActor @Sendable () -> Void] = [:]
    private var lastTask = 0

    /// https://developer.apple.com/documentation/uikit/uiapplication/beginbackgroundtask(withname:expirationhandler:)
    open func beginBackgroundTask(
        withName name: String?, expirationHandler handler: (@MainActor @Sendable () -> Void)? = nil
    ) -> UIBackgroundTaskIdentifier {
        lastTask += 1
        let id = UIBackgroundTaskIdentifier(rawValue: lastTask)
        backgroundTasks[id] = handler ?? {}
        return id
    }

    /// https://developer.apple.com/documentation/uikit/uiapplication/endbackgroundtask(_:)
    open func endBackgroundTask(_ identifier: UIBackgroundTaskIdentifier) {
        backgroundTasks[identifier] = nil
    }
}

/// https://developer.apple.com/documentation/uikit/uibackgroundtaskidentifier
public struct UIBackgroundTaskIdentifier: RawRepresentable, Hashable, Sendable {
    public let rawValue: Int

    public init(rawValue: Int) { self.rawValue = rawValue }

    /// https://developer.apple.com/documentation/uikit/uibackgroundtaskidentifier/invalid
    public static let invalid = UIBackgroundTaskIdentifier(rawValue: 0)
}
