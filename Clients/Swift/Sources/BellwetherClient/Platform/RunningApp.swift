import Foundation
#if os(watchOS) || (os(Linux) && canImport(WatchKit))
import WatchKit
#elseif canImport(UIKit)
import UIKit
#elseif canImport(AppKit)
import AppKit
#endif

/// The application object, which app extensions and other processes don't have.
@available(iOSApplicationExtension, unavailable)
@available(tvOSApplicationExtension, unavailable)
@MainActor enum RunningApp {
    /// A change of the app's state.
    enum Change: Sendable {
        case launched
        case activated
        case willDeactivate
        case enteredBackground
        /// The device was unlocked for the first time since it started.
        case unlocked
    }

    #if os(watchOS) || (os(Linux) && canImport(WatchKit))
    static var isActive: Bool { WKApplication.shared().applicationState == .active }
    static let events: [(Notification.Name, Change)] = [
        (WKApplication.didBecomeActiveNotification, .activated),
        (WKApplication.willResignActiveNotification, .willDeactivate),
        (WKApplication.didEnterBackgroundNotification, .enteredBackground),
    ]
    #elseif canImport(UIKit)
    static var isActive: Bool {
        // `shared` is nil in the initializer of a SwiftUI `App`, in spite of its type, and the state of nil reads as active.
        (UIApplication.value(forKey: "sharedApplication") as? UIApplication)?.applicationState == .active
    }
    static let events: [(Notification.Name, Change)] = [
        (UIApplication.didFinishLaunchingNotification, .launched),
        (UIApplication.didBecomeActiveNotification, .activated),
        (UIApplication.willResignActiveNotification, .willDeactivate),
        (UIApplication.didEnterBackgroundNotification, .enteredBackground),
        (UIApplication.protectedDataDidBecomeAvailableNotification, .unlocked),
    ]
    #elseif canImport(AppKit)
    static var isActive: Bool { NSApplication.shared.isActive }
    static let events: [(Notification.Name, Change)] = [
        (NSApplication.didBecomeActiveNotification, .activated),
        (NSApplication.willResignActiveNotification, .willDeactivate),
    ]
    #else
    static let isActive = false
    static let events: [(Notification.Name, Change)] = []
    #endif

    /// Opens the app's page in the system's settings. Returns whether that succeeded.
    static func openSettings() async -> Bool {
        #if canImport(UIKit) && !os(watchOS)
        var text = UIApplication.openSettingsURLString
        #if !os(tvOS) && !targetEnvironment(macCatalyst)
        if #available(iOS 16, *) { text = UIApplication.openNotificationSettingsURLString }
        #endif
        guard let url = URL(string: text) else { return false }
        return await UIApplication.shared.open(url)
        #elseif canImport(AppKit)
        // The pane of macOS 13 and later, then that of earlier versions.
        let panes = ["com.apple.Notifications-Settings.extension", "com.apple.preference.notifications"]
        let query = "?id=" + (Bundle.main.bundleIdentifier ?? "")
        let urls = panes.compactMap { URL(string: "x-apple.systempreferences:" + $0 + query) }
        return urls.contains { NSWorkspace.shared.open($0) }
        #else
        return false
        #endif
    }

    /// Runs `work` while the app is leaving the screen, in background time from the system.
    static func finish(_ work: @escaping @Sendable () async -> Void) {
        #if canImport(UIKit) && !os(watchOS)
        // The task must end exactly once: the system kills apps that hold background time for too long.
        var id = UIBackgroundTaskIdentifier.invalid
        func end() {
            if id != .invalid { UIApplication.shared.endBackgroundTask(id) }
            id = .invalid
        }
        id = UIApplication.shared.beginBackgroundTask(withName: "Bellwether", expirationHandler: end)
        Task {
            await work()
            end()
        }
        #else
        Task { await work() }
        #endif
    }
}
