public import Foundation

/// https://developer.apple.com/documentation/watchkit/wkapplication
@MainActor open class WKApplication: NSObject {
    private static let only = WKApplication()

    /// https://developer.apple.com/documentation/watchkit/wkapplication/shared()
    open class func shared() -> WKApplication { only }

    /// https://developer.apple.com/documentation/watchkit/wkapplication/applicationstate
    open var applicationState = WKApplicationState.inactive

    /// https://developer.apple.com/documentation/watchkit/wkapplication/didbecomeactivenotification
    public nonisolated static let didBecomeActiveNotification = Notification.Name("WKApplicationDidBecomeActive")
    /// https://developer.apple.com/documentation/watchkit/wkapplication/willresignactivenotification
    public nonisolated static let willResignActiveNotification = Notification.Name("WKApplicationWillResignActive")
    /// https://developer.apple.com/documentation/watchkit/wkapplication/didenterbackgroundnotification
    public nonisolated static let didEnterBackgroundNotification = Notification.Name("WKApplicationDidEnterBackground")
}

/// https://developer.apple.com/documentation/watchkit/wkapplicationstate
public enum WKApplicationState: Int, Sendable {
    case active
    case inactive
    case background
}
