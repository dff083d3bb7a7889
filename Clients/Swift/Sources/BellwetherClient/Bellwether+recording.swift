/// What the app tells.
extension Bellwether {
    /// Records that the app asked the user to turn notifications on in Settings.
    ///
    /// - Parameters:
    ///   - placement: Where in the app, up to 255 characters.
    ///   - variant: The arm of an experiment, up to 255 characters.
    public func settingsPromptShown(placement: String? = nil, variant: String? = nil) {
        engine?.apply(.settingsPrompt(placement: placement, variant: variant))
    }

    /// Records that the user followed the app to Settings. For apps that open Settings themselves, without `openSettings`.
    public func settingsOpened() {
        engine?.apply(.settingsOpened)
    }

    /// Records that a notification reached the app's code. Does so once for each id and process, and not without an id.
    public func notificationReceived(_ notification: NotificationReference, appState: AppState?) {
        guard let engine, notification.notificationID != nil else { return }
        let valid = notification.valid
        guard let id = valid.notificationID else {
            return engine.diagnose(.dropped(count: 1, cause: .invalidNotificationID))
        }
        guard engine.seen.withLock({ $0.insert(received: id) }) else { return }
        var data = EventData()
        data.notification = valid
        data.appState = appState
        engine.record(.notificationReceived, data)
    }

    /// Records that the user opened a notification or chose one of its actions.
    ///
    /// - Parameters:
    ///   - notification: What the payload names; nil if it names nothing.
    ///   - trigger: Whether a server or the app itself sent it.
    ///   - action: The identifier of the action, up to 255 characters; nil if the notification itself was tapped.
    ///   - appState: The state of the app before; nil if unknown.
    public func notificationOpened(
        _ notification: NotificationReference?, trigger: Trigger, action: String?, appState: AppState?
    ) {
        var data = EventData()
        data.notification = notification?.valid
        data.trigger = trigger
        data.action = action?.valid(upTo: 255)
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

    /// Runs `ask`, which requests authorization by way of other code, and records the prompt and its answer.
    ///
    /// - Parameters:
    ///   - provisional: Whether the request is one for provisional authorization.
    ///   - placement: Where in the app, up to 255 characters.
    ///   - variant: The arm of an experiment, up to 255 characters.
    ///   - ask: Makes the request, and returns when it is answered.
    /// - Returns: What `ask` returns.
    public func authorizationRequest<E: Error>(
        provisional: Bool, placement: String? = nil, variant: String? = nil,
        _ ask: @Sendable () async throws(E) -> Bool
    ) async throws(E) -> Bool {
        guard let engine else { return try await ask() }
        let prompt = Prompt(isProvisional: provisional, placement: placement, variant: variant)
        let request = await engine.begin(prompt)
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
