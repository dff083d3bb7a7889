extension JourneyState {
    /// Changes the state and returns the events that must be stored with it, in one piece.
    ///
    /// If `transitions` has not changed, there is nothing to store.
    package mutating func apply(_ input: JourneyInput, at now: Timestamp) -> JourneyOutput {
        var step = JourneyStep(self, now)
        step.take(input)
        if step.state != self { step.state.transitions += 1 }
        self = step.state
        return step.output
    }
}

/// The work of one input.
private struct JourneyStep {
    var state: JourneyState
    var output = JourneyOutput()
    private let now: Timestamp

    init(_ state: JourneyState, _ now: Timestamp) {
        self.state = state
        self.now = now
    }

    mutating func take(_ input: JourneyInput) {
        switch input {
        case .observed(let snapshot): if !state.isInFlight { settle(snapshot) }
        case .began(let snapshot, let prompt): if !state.isInFlight { begin(snapshot, prompt) }
        case .evidence: show()
        case .ended(let snapshot, let failed): end(snapshot, failed: failed)
        case .settingsPrompt(let placement, let variant): askForSettings(placement, variant)
        case .settingsOpened:
            state.hasSettingsTrip = true
            add(.settingsOpened)
        }
    }

    private mutating func begin(_ snapshot: Snapshot, _ prompt: Prompt) {
        settle(snapshot)
        state.pending = PendingRequest(before: snapshot.status, askedAt: now, prompt: prompt)
        state.isInFlight = true
    }

    private mutating func askForSettings(_ placement: String?, _ variant: String?) {
        var data = EventData()
        data.placement = placement?.valid(upTo: 255)
        data.variant = variant?.valid(upTo: 255)
        add(.settingsPromptShown, data)
    }

    /// Records that the dialog is up, once a request and only if it can be.
    private mutating func show() {
        guard state.isInFlight, let pending = state.pending, pending.canShowDialog else { return }
        addPrompt(pending)
    }

    private mutating func end(_ snapshot: Snapshot?, failed: Bool) {
        let pending = state.isInFlight ? state.pending : nil
        if state.isInFlight { (state.pending, state.isInFlight) = (nil, false) }
        guard let snapshot else { return }
        guard let pending, pending.isAnswered(by: snapshot.status), !failed || pending.isShown else {
            return settle(snapshot)
        }
        addAnswer(snapshot, to: pending, isInferred: false)
    }

    /// Takes a reading when no request is in flight; a request may be pending that an earlier process began.
    private mutating func settle(_ snapshot: Snapshot) {
        guard let pending = state.pending else { return observe(snapshot) }
        state.pending = nil
        if pending.prompt.isProvisional || pending.before == snapshot.status || pending.before == .authorized {
            observe(snapshot)
        } else if pending.before != .notDetermined {
            report(snapshot)
        } else if pending.isAnswered(by: snapshot.status) {
            addAnswer(snapshot, to: pending, isInferred: true)
        } else {
            observe(snapshot)
        }
    }

    /// Takes a reading when nothing is pending.
    private mutating func observe(_ snapshot: Snapshot) {
        let isAfterTrip = state.hasSettingsTrip
        state.hasSettingsTrip = false
        guard let before = state.reported, before.status != snapshot.status else {
            if state.reported?.os != snapshot.os { report(snapshot) }
            return
        }
        switch (before.status, snapshot.status) {
        case (.notDetermined, .provisional): report(snapshot, as: .provisionalStarted)
        case (.provisional, .authorized) where !isAfterTrip: report(snapshot, as: .provisionalKept)
        case (.provisional, .denied) where !isAfterTrip: report(snapshot, as: .provisionalTurnedOff)
        case (.notDetermined, .authorized), (.notDetermined, .denied):
            output.diagnostics.append(.promptBypassed)
            report(snapshot)
        default: report(snapshot)
        }
    }
}

extension JourneyStep {
    private mutating func add(_ type: EventType, at time: Timestamp? = nil, _ data: EventData = EventData()) {
        output.events.append(Event(type, at: time ?? now, sequence: state.sequence, data: data))
        state.sequence += 1
    }

    private mutating func addPrompt(_ pending: PendingRequest) {
        guard !pending.isShown else { return }
        var data = EventData()
        data.placement = pending.prompt.placement
        data.variant = pending.prompt.variant
        add(.promptShown, at: pending.askedAt, data)
        state.pending?.isShown = true
    }

    private mutating func addAnswer(_ snapshot: Snapshot, to pending: PendingRequest, isInferred: Bool) {
        addPrompt(pending)
        var data = EventData()
        data.isInferred = isInferred
        let isGranted = snapshot.status == .authorized
        if isGranted { data.options = snapshot.options }
        add(isGranted ? .promptGranted : .promptDenied, data)
        remember(snapshot)
    }

    /// Records the status as an event of this type.
    private mutating func report(_ snapshot: Snapshot, as type: EventType = .statusObserved) {
        var data = EventData()
        switch type {
        case .statusObserved: data.status = snapshot.status
        case .provisionalStarted: break
        default: data.isInferred = true
        }
        if type == .provisionalKept { data.delivery = snapshot.delivery }
        add(type, data)
        remember(snapshot)
    }

    private mutating func remember(_ snapshot: Snapshot) {
        state.reported = ReportedStatus(status: snapshot.status, os: snapshot.os)
        state.hasSettingsTrip = false
    }
}

extension PendingRequest {
    /// Whether a status at the end of the request is the user's answer to the dialog.
    ///
    /// After a denial the dialog normally does not come again, so only an authorization proves that it did.
    fileprivate func isAnswered(by status: AuthorizationStatus) -> Bool {
        switch status {
        case .authorized: !prompt.isProvisional && before != .authorized
        case .denied: canShowDialog
        default: false
        }
    }
}
