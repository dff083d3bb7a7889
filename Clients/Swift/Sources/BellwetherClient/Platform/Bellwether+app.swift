import Foundation

@available(iOSApplicationExtension, unavailable)
@available(tvOSApplicationExtension, unavailable)
extension Bellwether {
    /// Begins to follow the app: records when it is opened and how the authorization status changes, and sends events.
    ///
    /// Call it before `didFinishLaunching` returns. Further calls do nothing.
    @MainActor public func start() {
        engine?.start()
    }

    /// Opens the app's page in Settings, and records it if the system did so. Returns whether it did; never on watchOS.
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
        let (events, isInBackground) = (RunningApp.events, RunningApp.isInBackground)
        let isFirst = presence.withLock {
            $0.launched(
                inBackground: isInBackground,
                hasBackground: events.isEmpty || events.contains { $0.1 == .enteredBackground })
        }
        guard isFirst else { return }
        for (name, event) in events {
            // The center keeps the observer for as long as the process runs.
            _ = NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { [weak self] _ in
                MainActor.assumeIsolated { self?.handle(event) }
            }
        }
        if RunningApp.isActive { handle(.activated) } else { refresh() }
    }

    private func handle(_ event: AppEvent) {
        let uptime = environment.clock.read().uptime
        switch event {
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

    /// Reads the status, then sends what is in the queue.
    private func refresh() {
        Task {
            await observe()
            await uploader.activate()
        }
    }

    /// Sends what is in the queue although the app left the screen.
    private func finish() {
        RunningApp.finish { [uploader] in await uploader.finish(within: 10_000) }
    }
}
