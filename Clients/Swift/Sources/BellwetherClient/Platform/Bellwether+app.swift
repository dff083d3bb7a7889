import Foundation

@available(iOSApplicationExtension, unavailable)
@available(tvOSApplicationExtension, unavailable)
@available(visionOSApplicationExtension, unavailable)
extension Bellwether {
    /// Begins to follow the app: records when it is opened and how the authorization status changes, and sends events.
    ///
    /// Call it before `didFinishLaunching` returns. Further calls do nothing.
    @MainActor public func start() {
        engine?.start()
    }

    /// Opens the app's page in Settings, and records it if the system did so. There is none on watchOS.
    ///
    /// - Returns: Whether Settings was opened.
    @MainActor @discardableResult public func openSettings() async -> Bool {
        let isOpened = await RunningApp.openSettings()
        if isOpened { settingsOpened() }
        return isOpened
    }
}

@available(iOSApplicationExtension, unavailable)
@available(tvOSApplicationExtension, unavailable)
@available(visionOSApplicationExtension, unavailable)
extension Engine {
    @MainActor fileprivate func start() {
        let state = RunningApp.state
        let isFirst = presence.withLock { presence in
            defer { presence.launched(inBackground: state.isInBackground, hasBackground: AppEvent.hasBackground) }
            return !presence.isFollowed
        }
        guard isFirst else { return }
        for (name, event) in AppEvent.names {
            // The center keeps the observer for as long as the process runs.
            _ = NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { [weak self] _ in
                MainActor.assumeIsolated { self?.handle(event) }
            }
        }
        if state.isActive { handle(.activated) } else { Task { await refresh() } }
    }

    @MainActor private func handle(_ event: AppEvent) {
        let uptime = environment.clock.read().uptime
        switch event {
        case .activated:
            if presence.withLock({ $0.activated(uptime: uptime) }) { open() }
            Task { await refresh() }
        case .willDeactivate:
            presence.withLock { $0.deactivated(uptime: uptime) }
            apply(.evidence)
            if !AppEvent.hasBackground { finish() }
        case .enteredBackground:
            presence.withLock { $0.enteredBackground() }
            finish()
        case .unlocked:
            Task { await refresh() }
        }
    }

    /// Reads the status, then sends what is in the queue.
    private func refresh() async {
        await observe()
        await uploader.activate()
    }

    /// Sends what is in the queue while the app is in the background.
    @MainActor private func finish() {
        RunningApp.finishInBackground { [uploader] in await uploader.finish(within: 10_000) }
    }

    private func open() {
        record(.appOpened)
        if presence.withLock({ $0.openings }) == 1, !environment.permissions.hasDelegate { diagnose(.noNotificationDelegate) }
    }
}
