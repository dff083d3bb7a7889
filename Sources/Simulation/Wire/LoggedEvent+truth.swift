extension Truth.Event {
    /// Creates the event contract's view of a simulated event.
    init(_ event: LoggedEvent, of installation: Installation) {
        self.init(
            event.type, app: Truth.Text(Vocabulary.app(installation.app)), installation: installation.id, id: event.id,
            at: event.effectiveAt, os: event.release?.os)
        occurredAt = event.occurredAt
        receivedAt = event.receivedAt
        sequence = event.sequence < 0 ? nil : Int(event.sequence)
        appVersion = Truth.Text(event.appVersion(on: installation))
        locale = Truth.Text(Vocabulary.locales[Int(installation.locale)].name)
        deviceModel = Truth.Text(event.deviceModel(on: installation))
        placement = Truth.Text(event.placement)
        variant = Truth.Text(event.variant)
        experiment = Truth.Text(event.arm?.names.experiment)
        notification = Truth.Text(event.notification?.id)
        campaign = Truth.Text(event.notification?.campaignName)
        if case .status(let observed) = event.detail { status = observed }
        if case .kept(let how) = event.detail { kept = how }
        settings = event.settings.flatMap { Truth.Settings(Vocabulary.settings[Int($0)].words) }
        if case .answer(let given) = event.detail { answer = Truth.Text(given.rawValue) }
        utcOffset = WireStyle(event, installation, isRetold: false).times.offset ?? 0
        guard event.type != .notificationSent else { return }
        switch event.detail {
        case .push(_, let state):
            appState = Truth.Text(state.name)
            trigger = event.type == .notificationOpened && event.namesTrigger ? "push" : ""
        case .unnamedPush(let state): (trigger, appState) = ("push", Truth.Text(state.name))
        case .local(_, let state): (trigger, appState) = ("local", Truth.Text(state.name))
        default: break
        }
    }
}
