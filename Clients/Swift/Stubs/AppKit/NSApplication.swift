public import Foundation

/// https://developer.apple.com/documentation/appkit/nsapplication
@MainActor open class NSApplication: NSObject {
    /// https://developer.apple.com/documentation/appkit/nsapplication/shared
    public static let shared = NSApplication()

    /// https://developer.apple.com/documentation/appkit/nsapplication/isactive
    open var isActive = false

    /// https://developer.apple.com/documentation/appkit/nsapplication/didbecomeactivenotification
    public nonisolated static let didBecomeActiveNotification = Notification.Name("NSApplicationDidBecomeActive")
    /// https://developer.apple.com/documentation/appkit/nsapplication/willresignactivenotification
    public nonisolated static let willResignActiveNotification = Notification.Name("NSApplicationWillResignActive")
}

/// https://developer.apple.com/documentation/appkit/nsworkspace
open class NSWorkspace: NSObject {
    /// https://developer.apple.com/documentation/appkit/nsworkspace/shared
    open class var shared: NSWorkspace { NSWorkspace() }

    /// https://developer.apple.com/documentation/appkit/nsworkspace/open(_:)-39q95
    @discardableResult
    open func open(_ url: URL) -> Bool { true }
}
