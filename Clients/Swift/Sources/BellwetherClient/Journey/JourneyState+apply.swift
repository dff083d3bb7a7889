extension JourneyState {
    /// Applies an input. The state and the returned events must be stored together, so that a kill keeps both or
    /// neither. If `transitions` is unchanged, there is nothing to store.
    mutating func apply(_ input: JourneyInput, at now: Timestamp) -> JourneyOutput {
        var step = JourneyStep(state: self, now: now)
        step.take(input)
        if step.state != self { step.state.transitions += 1 }
        self = step.state
        return step.output
    }
}

/// Applies one input to a state.
private struct JourneyStep {
    var state: JourneyState
    let now: Timestamp
    var output = JourneyOutput()

    mutating func take(_ input: JourneyInput) {
        switch input {
        case .observed(let snapshot): if !state.isInFlight { settle(snapshot) }
        case .began(let snapshot, let prompt): if !state.isInFlight { begin(snapshot, prompt) }
        case .evidence: if state.isInFlight, let pending = state.pending, pending.canShowDialog { addPrompt(pending) }
        case .ended(let snapshot, let failed): end(snapshot, failed: failed)
        case .assigned(let assignment): assign(assignment)
        case .primerShown(let prompt): add(.primerShown, prompt.data)
        case .primerAnswered(let answer): add(.primerAnswered, EventData(answer: answer))
        case .settingsPrompt(let prompt): add(.settingsPromptShown, prompt.data)
        case .settingsOpened:
            state.hasSettingsTrip = true
            add(.settingsOpened)
        case .token(let token): take(token: token)
        }
    }

    /// Takes the device's push token. After another one than before, the next reading is reported.
    private mutating func take(token: Int64) {
        if let known = state.token, known != token { state.reported?.at = nil }
        state.token = token
    }

    private mutating func begin(_ snapshot: Snapshot, _ prompt: Prompt) {
        settle(snapshot)
        state.pending = PendingRequest(before: snapshot.status, askedAt: now, prompt: prompt)
        state.isInFlight = true
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

    private mutating func assign(_ assignment: Assignment) {
        let known = state.assignments ?? []
        guard !known.contains(assignment) else { return }
        state.assignments = known.suffix(JourneyState.remembered - 1) + [assignment]
        add(.experimentAssigned, assignment.data)
    }

    /// Handles a reading while no request is in flight. An earlier process may have left a pending request.
    private mutating func settle(_ snapshot: Snapshot) {
        guard let pending = state.pending else { return observe(snapshot) }
        state.pending = nil
        if pending.prompt.isProvisional || pending.before == snapshot.status {
            observe(snapshot)
        } else if pending.before != .notDetermined {
            report(snapshot)
        } else if pending.isAnswered(by: snapshot.status) {
            addAnswer(snapshot, to: pending, isInferred: true)
        } else {
            observe(snapshot)
        }
    }

    /// Handles a reading while no request is pending.
    private mutating func observe(_ snapshot: Snapshot) {
        let isAfterTrip = state.hasSettingsTrip
        state.hasSettingsTrip = false
        guard let before = state.reported, before.status != snapshot.status else {
            if state.reported?.tells(snapshot, at: now) != true { report(snapshot) }
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
        add(.promptShown, at: pending.askedAt, pending.prompt.data)
        state.pending?.isShown = true
    }

    private mutating func addAnswer(_ snapshot: Snapshot, to pending: PendingRequest, isInferred: Bool) {
        addPrompt(pending)
        let isGranted = snapshot.status == .authorized
        let data = EventData(
            options: isGranted ? snapshot.options : [], isInferred: isInferred,
            settings: isGranted ? snapshot.settings : nil)
        add(isGranted ? .promptGranted : .promptDenied, data)
        remember(snapshot)
    }

    /// Records the status as an event of this type.
    private mutating func report(_ snapshot: Snapshot, as type: EventType = .statusObserved) {
        let data = EventData(
            status: type == .statusObserved ? snapshot.status : nil,
            delivery: type == .provisionalKept ? snapshot.delivery : nil,
            isInferred: type == .provisionalKept || type == .provisionalTurnedOff,
            settings: type == .statusObserved || type == .provisionalKept ? snapshot.settings : nil)
        add(type, data)
        remember(snapshot)
    }

    private mutating func remember(_ snapshot: Snapshot) {
        state.reported = ReportedStatus(
            status: snapshot.status, os: snapshot.os, settings: snapshot.settings, at: now)
        state.hasSettingsTrip = false
    }
}

extension PendingRequest {
    /// Whether this status at the end of the request is the user's answer to the dialog.
    ///
    /// After a denial the system normally shows no dialog, so only an authorization proves that it did.
    fileprivate func isAnswered(by status: AuthorizationStatus) -> Bool {
        switch status {
        case .authorized: !prompt.isProvisional && before != .authorized
        case .denied: canShowDialog
        default: false
        }
    }
}
