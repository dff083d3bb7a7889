#if canImport(UIKit) && !canImport(Darwin)
import Foundation
import UIKit

/// The stub of the application object. In a file that does not import Testing: both together import an overlay.
@MainActor enum PhoneScreen {
    enum State { case active, inactive, background }

    /// What the application object says, without a notification.
    static func set(_ state: State) {
        switch state {
        case .active: UIApplication.shared.applicationState = .active
        case .inactive: UIApplication.shared.applicationState = .inactive
        case .background: UIApplication.shared.applicationState = .background
        }
    }

    /// Whether there is an application object. Without one, its state reads as active.
    static func setShared(_ isShared: Bool) {
        UIApplication.isShared = isShared
        if !isShared { set(.active) }
    }

    static func finishLaunching() { post(UIApplication.didFinishLaunchingNotification) }

    static func becomeActive() {
        set(.active)
        post(UIApplication.didBecomeActiveNotification)
    }

    static func resignActive() {
        set(.inactive)
        post(UIApplication.willResignActiveNotification)
    }

    static func enterBackground() {
        set(.background)
        post(UIApplication.didEnterBackgroundNotification)
    }

    static func unlock() { post(UIApplication.protectedDataDidBecomeAvailableNotification) }

    private static func post(_ name: Notification.Name) { NotificationCenter.default.post(name: name, object: nil) }

    /// Whether Settings can be opened.
    static var opensSettings: Bool {
        get { UIApplication.shared.opens }
        set { UIApplication.shared.opens = newValue }
    }

    /// Returns the URLs that were opened, and forgets them.
    static func takeOpened() -> [String] {
        defer { UIApplication.shared.opened = [] }
        return UIApplication.shared.opened.map(\.absoluteString)
    }

    /// The number of background tasks that have not ended.
    static var backgroundTasks: Int { UIApplication.shared.backgroundTasks.count }

    /// Lets the system take back the time that it granted in the background.
    static func expireBackgroundTasks() {
        for handler in UIApplication.shared.backgroundTasks.values { handler() }
    }
}
#endif
