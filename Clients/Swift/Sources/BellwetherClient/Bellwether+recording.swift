/// Calls that record events. `placement` is a place in the app, `variant` an experiment's arm; up to 255 characters.
extension Bellwether {
    /// Records that the app asked the user to turn notifications on in Settings.
    public func settingsPromptShown(placement: String? = nil, variant: String? = nil) {
        engine?.apply(.settingsPrompt(Prompt(placement: placement, variant: variant)))
    }

    /// Records that the user went to Settings. For apps that open Settings without `openSettings`.
    public func settingsOpened() {
        engine?.apply(.settingsOpened)
    }

    /// Records that app code ran for a notification, once for each id in a process. Ignores those without an id.
    public func notificationReceived(_ notification: NotificationReference, appState: AppState?) {
        guard let engine, let id = notification.notificationID else { return }
        guard let valid = id.validName else {
            return engine.diagnose(.dropped(count: 1, cause: .invalidNotificationID))
        }
        guard engine.seen.withLock({ $0.insert(valid) }) else { return }
        engine.record(.notificationReceived, EventData(notification: notification, appState: appState))
    }

    /// Records a push notification that woke the app. Call it first in
    /// `application(_:didReceiveRemoteNotification:fetchCompletionHandler:)`.
    public func didReceiveRemoteNotification(_ userInfo: [AnyHashable: Any]) {
        guard let engine, let reference = configuration.reader(userInfo) else { return }
        notificationReceived(reference, appState: engine.presence.withLock { $0.appStateOnArrival })
    }

    /// Records that the user opened a notification or chose one of its actions.
    ///
    /// Pass no action if the notification itself was tapped. `appState` is the state before the tap; nil if unknown.
    public func notificationOpened(
        _ notification: NotificationReference?, trigger: Trigger, action: String?, appState: AppState?
    ) {
        let data = EventData(notification: notification, appState: appState, trigger: trigger, action: action)
        engine?.record(.notificationOpened, data)
    }

    /// Records that the app came to the foreground. Not needed after `start`.
    public func appOpened() {
        engine?.record(.appOpened)
    }

    /// Reads the authorization status and records a change. After `start`, each foreground does this.
    public func refreshStatus() async {
        await engine?.observe()
    }

    /// Runs `ask`, in which other code requests authorization, and records the prompt and its answer. Returns the
    /// result of `ask`, which must not return before the request is answered.
    @discardableResult public func authorizationRequest<E: Error>(
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
