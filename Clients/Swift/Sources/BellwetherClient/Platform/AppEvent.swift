import Foundation
#if os(watchOS) || (!canImport(Darwin) && canImport(WatchKit))
import WatchKit
#elseif canImport(UIKit)
import UIKit
#elseif canImport(AppKit)
import AppKit
#endif

/// What happens to the app.
package enum AppEvent: Sendable {
    case activated
    case willDeactivate
    case enteredBackground
    /// The device was unlocked for the first time since it started.
    case unlocked

    /// The system's notifications, and what they mean.
    @MainActor static var names: [(Notification.Name, AppEvent)] {
        #if os(watchOS) || (!canImport(Darwin) && canImport(WatchKit))
        [
            (WKApplication.didBecomeActiveNotification, .activated),
            (WKApplication.willResignActiveNotification, .willDeactivate),
            (WKApplication.didEnterBackgroundNotification, .enteredBackground),
        ]
        #elseif canImport(UIKit)
        [
            (UIApplication.didBecomeActiveNotification, .activated),
            (UIApplication.willResignActiveNotification, .willDeactivate),
            (UIApplication.didEnterBackgroundNotification, .enteredBackground),
            (UIApplication.protectedDataDidBecomeAvailableNotification, .unlocked),
        ]
        #elseif canImport(AppKit)
        [
            (NSApplication.didBecomeActiveNotification, .activated),
            (NSApplication.willResignActiveNotification, .willDeactivate),
        ]
        #else
        []
        #endif
    }

    /// Whether the system tells that an app enters the background.
    static var hasBackground: Bool {
        #if canImport(AppKit) && !canImport(UIKit)
        false
        #else
        true
        #endif
    }
}
