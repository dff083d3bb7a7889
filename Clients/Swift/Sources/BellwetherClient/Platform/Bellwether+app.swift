import Foundation

@available(iOSApplicationExtension, unavailable)
@available(tvOSApplicationExtension, unavailable)
extension Bellwether {
    /// Starts following the app: records app opens and changes of the authorization status, and sends events.
    ///
    /// Call it in `application(_:didFinishLaunchingWithOptions:)`, or in the initializer of a SwiftUI `App`. Later, the tap that
    /// launched the app may be missed. Further calls do nothing.
    @MainActor public func start() {
        engine?.start()
    }

    /// Opens the app's page in Settings and records that. Returns false if the system can't, as on watchOS.
    @MainActor @discardableResult public func openSettings() async -> Bool {
        let isOpened = await RunningApp.openSettings()
        if isOpened { settingsOpened() }
        return isOpened
    }
}

@available(iOSApplicationExtension, unavailable)
@available(tvOSApplicationExtension, unavailable)
@MainActor extension Engine {
    fileprivate func start() {
        let (events, uptime) = (RunningApp.events, environment.clock().uptime)
        let isFirst = presence.withLock {
            $0.launched(
                uptime: uptime, hasBackground: events.isEmpty || events.contains { $0.1 == .enteredBackground })
        }
        guard isFirst else { return }
        for (name, event) in events {
            // The notification center keeps the observer until the process ends.
            _ = NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { [weak self] _ in
                MainActor.assumeIsolated { self?.handle(event) }
            }
        }
        if RunningApp.isActive { handle(.activated) } else { refresh() }
    }

    private func handle(_ event: RunningApp.Change) {
        let uptime = environment.clock().uptime
        switch event {
        case .launched: presence.withLock { $0.finishedLaunching(uptime: uptime) }
        case .activated:
            let (opens, openings) = presence.withLock { ($0.activated(uptime: uptime), $0.openings) }
            if opens { record(.appOpened) }
            if opens, openings == 1, !environment.permissions.hasDelegate { diagnose(.noNotificationDelegate) }
            refresh()
        case .willDeactivate:
            let hasBackground = presence.withLock { $0.deactivated(uptime: uptime) }
            apply(.evidence)
            if !hasBackground { finish() }
        case .enteredBackground:
            presence.withLock { $0.enteredBackground() }
            finish()
        case .unlocked: refresh()
        }
    }

    private func refresh() {
        Task {
            await observe()
            await uploader.activate()
        }
    }

    /// Sends the queue while the app is leaving the screen.
    private func finish() {
        RunningApp.finish { [uploader] in await uploader.finish(within: 10_000) }
    }
}
