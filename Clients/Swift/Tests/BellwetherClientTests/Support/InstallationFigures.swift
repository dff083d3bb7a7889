@testable import BellwetherClient

/// What the collector's tables count of one installation, without their time windows.
struct InstallationFigures: Hashable {
    /// The opt-in funnel: where the app asked first, and the decision after that.
    var placement: String?
    var decision: String?
    /// The answer to the primer if the app asked with one first: `accepted`, `declined` or `unanswered`.
    var primer: String?
    /// The arm that was assigned first.
    var arm: String?
    /// The provisional trial and its outcome.
    var hasTrial = false
    var outcome: String?
    /// The win-back: the user was asked while the status was denied, went to Settings and returned with permission.
    var wasAsked = false
    var went = false { didSet { noteReturn() } }
    var returned = false
    /// The reach.
    var status: AuthorizationStatus? { didSet { noteReturn() } }
    /// The numbers of notifications that were received and opened, and of app opens.
    var engagement: [String: Int] = [:]

    private mutating func noteReturn() { if went, status == .authorized { returned = true } }

    mutating func decide(_ isGranted: Bool) {
        if placement != nil, decision == nil { decision = isGranted ? "granted" : "denied" }
        end(isGranted ? "upgraded" : "refused")
        status = isGranted ? .authorized : .denied
    }

    mutating func showPrimer() { if placement == nil { primer = primer ?? "unanswered" } }

    mutating func answerPrimer(isAccepted: Bool) {
        if primer != nil, primer != "accepted" { primer = isAccepted ? "accepted" : "declined" }
    }

    mutating func end(_ outcome: String) { if hasTrial, self.outcome == nil { self.outcome = outcome } }

    /// The cells of the tables that count this installation.
    var cells: Set<String> {
        var cells: Set = ["reach \(status?.rawValue ?? "unknown")"]
        if let placement { cells.insert("prompt \(placement) \(decision ?? "undecided")") }
        if let primer { cells.insert("primer \(primer)") }
        if let arm { cells.insert("arm \(arm)") }
        if hasTrial { cells.insert("trial \(outcome ?? "pending")") }
        if wasAsked { cells.insert("win-back \(returned ? "returned" : went ? "went" : "asked")") }
        return cells.union(engagement.keys)
    }
}

extension InstallationFigures {
    /// Computes the figures from events by the collector's rules. Permission events come in their order.
    init(_ events: [RecordedEvent]) {
        for event in events { add(event) }
    }

    private mutating func add(_ event: RecordedEvent) {
        switch EventType(rawValue: event.type) {
        case .experimentAssigned: arm = arm ?? event.data?.variant
        case .primerShown: showPrimer()
        case .primerAnswered: answerPrimer(isAccepted: event.data?.answer == "accepted")
        case .promptShown: placement = placement ?? event.data?.placement ?? ""
        case .promptGranted: decide(true)
        case .promptDenied: decide(false)
        case .provisionalStarted: (hasTrial, status) = (true, .provisional)
        case .provisionalKept:
            hasTrial = true
            end("kept_\(event.data?.delivery ?? "unspecified")")
            status = .authorized
        case .provisionalTurnedOff:
            hasTrial = true
            end("turned_off")
            status = .denied
        case .statusObserved:
            status = event.data?.status.flatMap(AuthorizationStatus.init)
            if status == .authorized { end("kept_unspecified") } else if status == .denied { end("turned_off") }
        case .settingsPromptShown: if status == .denied { wasAsked = true }
        case .settingsOpened: if wasAsked { went = true }
        default: engagement[event.type, default: 0] += 1
        }
    }
}
