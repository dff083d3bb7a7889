/// What the app tells. A placement says where in the app, a variant is the arm of an experiment; both up to 255 characters.
extension Bellwether {
    /// Records that the app asked the user to turn notifications on in Settings.
    public func settingsPromptShown(placement: String? = nil, variant: String? = nil) {
        engine?.apply(.settingsPrompt(Prompt(placement: placement, variant: variant)))
    }

    /// Records that the user followed the app to Settings. For apps that open Settings themselves, without `openSettings`.
    public func settingsOpened() {
        engine?.apply(.settingsOpened)
    }

    /// Records that a notification reached the app's code. Does so once for each id and process, and not without an id.
    public func notificationReceived(_ notification: NotificationReference, appState: AppState?) {
        guard let engine, let id = notification.notificationID else { return }
        guard let valid = id.validNotificationID else {
            return engine.diagnose(.dropped(count: 1, cause: .invalidNotificationID))
        }
        guard engine.seen.withLock({ $0.insert(valid) }) else { return }
        var data = EventData()
        data.notification = notification
        data.appState = appState
        engine.record(.notificationReceived, data)
    }

    /// Records that the user opened a notification or chose one of its actions.
    ///
    /// Without an action the notification itself was tapped. The state is that of the app before; nil if it is not known.
    public func notificationOpened(
        _ notification: NotificationReference?, trigger: Trigger, action: String?, appState: AppState?
    ) {
        var data = EventData()
        data.notification = notification
        data.trigger = trigger
        data.action = action
        data.appState = appState
        engine?.record(.notificationOpened, data)
    }

    /// Records that the app came to the foreground. `start` does this by itself.
    public func appOpened() {
        engine?.record(.appOpened)
    }

    /// Reads the authorization status and records what has changed. `start` does this at each foreground.
    public func refreshStatus() async {
        await engine?.observe()
    }

    /// Runs `ask`, which requests authorization by way of other code and returns when that is answered. Records the prompt and
    /// its answer, and returns what `ask` returns.
    public func authorizationRequest<E: Error>(
        provisional: Bool, placement: String? = nil, variant: String? = nil,
        _ ask: @Sendable () async throws(E) -> Bool
    ) async throws(E) -> Bool {
        guard let engine else { return try await ask() }
        let request = await engine.begin(Prompt(isProvisional: provisional, placement: placement, variant: variant))
        do throws(E) {
            let isGranted = try await ask()
            await engine.end(request, failed: false)
            return isGranted
        } catch {
            await engine.end(request, failed: true)
            throw error
        }
    }
}
