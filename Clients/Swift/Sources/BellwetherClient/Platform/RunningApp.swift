import Foundation
#if os(watchOS) || (!canImport(Darwin) && canImport(WatchKit))
import WatchKit
#elseif canImport(UIKit)
import UIKit
#elseif canImport(AppKit)
import AppKit
#endif

/// The app itself. Not for app extensions, which have no application object.
@available(iOSApplicationExtension, unavailable)
@available(tvOSApplicationExtension, unavailable)
@available(visionOSApplicationExtension, unavailable)
@MainActor enum RunningApp {
    /// Whether the app is active, and whether it is in the background.
    static var state: (isActive: Bool, isInBackground: Bool) {
        #if os(watchOS) || (!canImport(Darwin) && canImport(WatchKit))
        let state = WKApplication.shared().applicationState
        return (state == .active, state == .background)
        #elseif canImport(UIKit)
        let state = UIApplication.shared.applicationState
        return (state == .active, state == .background)
        #elseif canImport(AppKit)
        return (NSApplication.shared.isActive, false)
        #else
        return (false, false)
        #endif
    }

    /// Opens the app's page of the system's settings. Returns whether it was opened.
    static func openSettings() async -> Bool {
        #if os(watchOS) || (!canImport(Darwin) && canImport(WatchKit))
        return false
        #elseif canImport(UIKit)
        guard let url = URL(string: settingsURL) else { return false }
        return await UIApplication.shared.open(url)
        #elseif canImport(AppKit)
        return settingsURLs.contains { NSWorkspace.shared.open($0) }
        #else
        return false
        #endif
    }

    #if canImport(UIKit) && !os(watchOS)
    private static var settingsURL: String {
        #if os(visionOS)
        return UIApplication.openNotificationSettingsURLString
        #else
        #if !os(tvOS) && !targetEnvironment(macCatalyst)
        if #available(iOS 16, *) { return UIApplication.openNotificationSettingsURLString }
        #endif
        return UIApplication.openSettingsURLString
        #endif
    }
    #elseif canImport(AppKit)
    /// The pane since macOS 13, and the one before.
    private static var settingsURLs: [URL] {
        let id = Bundle.main.bundleIdentifier ?? ""
        return ["com.apple.Notifications-Settings.extension", "com.apple.preference.notifications"].compactMap {
            URL(string: "x-apple.systempreferences:\($0)?id=\(id)")
        }
    }
    #endif

    /// Does some work after the app entered the background, if the system grants the time.
    static func finishInBackground(_ work: @escaping @Sendable () async -> Void) {
        #if canImport(UIKit) && !os(watchOS)
        let task = BackgroundTask()
        Task {
            await work()
            task.end()
        }
        #else
        Task { await work() }
        #endif
    }
}

#if canImport(UIKit) && !os(watchOS)
/// Time that the system grants in the background. Always ended: the system kills apps that hold it too long.
@available(iOSApplicationExtension, unavailable)
@available(tvOSApplicationExtension, unavailable)
@available(visionOSApplicationExtension, unavailable)
@MainActor private final class BackgroundTask {
    private var id = UIBackgroundTaskIdentifier.invalid

    init() {
        id = UIApplication.shared.beginBackgroundTask(withName: "Bellwether") { [weak self] in self?.end() }
    }

    func end() {
        guard id != .invalid else { return }
        UIApplication.shared.endBackgroundTask(id)
        id = .invalid
    }
}
#endif
