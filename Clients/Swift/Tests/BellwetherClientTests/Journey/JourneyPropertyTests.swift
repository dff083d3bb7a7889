@testable import BellwetherClient
import Foundation
import Testing

/// Number of random histories: 5,000, or what BELLWETHER_HISTORIES says.
private let histories = ProcessInfo.processInfo.environment["BELLWETHER_HISTORIES"].flatMap { UInt64($0) } ?? 5_000

/// The status by the contract's fold over events.
private func fold(_ events: [Event]) -> AuthorizationStatus? {
    events.reduce(nil) { status, event in
        switch event.type {
        case .promptGranted, .provisionalKept: .authorized
        case .promptDenied, .provisionalTurnedOff: .denied
        case .provisionalStarted: .provisional
        case .statusObserved: event.data.status
        default: status
        }
    }
}

/// An app whose process may be killed before or after any line that it writes.
private struct KillableApp {
    private(set) var state = JourneyState()
    private(set) var events: [Event] = []
    private(set) var requests: [Timestamp] = []
    private(set) var time: Int64 = 0
    var random: SplitMix64
    var status = AuthorizationStatus.notDetermined
    var version = 0
    var hasBanners = true

    var snapshot: Snapshot {
        Snapshot(
            status: status, os: "iOS 17.\(version)",
            settings: status.isReachable ? NotificationSettings(alert: hasBanners) : nil)
    }

    mutating func tick() { time += 1_000_000 }

    /// Applies an input. The process may be killed before its line is written, and after.
    mutating func apply(_ input: JourneyInput, killing probability: Double) {
        tick()
        let before = state
        let output = state.apply(input, at: Timestamp(microseconds: time))
        if random.happens(probability) { return kill(leaving: before) }
        events += output.events
        if case .began(_, let prompt) = input, !before.isInFlight, !prompt.isProvisional {
            requests.append(Timestamp(microseconds: time))
        }
        if random.happens(probability) { kill(leaving: state) }
    }

    mutating func kill(leaving state: JourneyState) {
        self.state = JourneyState(json: state.json) ?? JourneyState()
    }

    /// Does one of all things that can happen, in any order, whether or not a phone would do so.
    mutating func step() {
        switch Int.random(in: 0..<17, using: &random) {
        case 0...2: status = random.pick(AuthorizationStatus.allCases)
        case 3...4: apply(.observed(snapshot), killing: 0.1)
        case 5...6:
            let prompt = Prompt(isProvisional: random.happens(0.3), placement: random.happens(0.5) ? "here" : nil)
            apply(.began(snapshot, prompt), killing: 0.1)
        case 7: apply(.evidence, killing: 0.1)
        case 8: apply(.ended(snapshot, failed: random.happens(0.2)), killing: 0.1)
        case 9: apply(random.happens(0.5) ? .settingsOpened : .settingsPrompt(Prompt()), killing: 0.1)
        case 10: kill(leaving: state)
        case 11:
            let assignment = Assignment(experiment: "primer", variant: random.pick(["control", "primer"]))
            apply(.assigned(assignment), killing: 0.1)
        case 12:
            apply(random.happens(0.5) ? .primerShown(Prompt()) : .primerAnswered(.declined), killing: 0.1)
        case 13: hasBanners = random.happens(0.5)
        case 14: apply(.token(random.pick([1, 2])), killing: 0.1)
        case 15: time += random.happens(0.3) ? 31 * 86_400_000_000 : 0
        default: version += random.happens(0.3) ? 1 : 0
        }
    }

    /// Ends what is in flight and takes a last reading.
    mutating func finish() {
        if state.isInFlight { apply(.ended(snapshot, failed: false), killing: 0) }
        apply(.observed(snapshot), killing: 0)
    }
}

@Suite struct JourneyPropertyTests {
    @Test func everyHistoryKeepsTheInvariants() throws {
        for seed in 0..<histories {
            var app = KillableApp(random: SplitMix64(seed: seed))
            for _ in 0..<Int.random(in: 1..<40, using: &app.random) {
                app.step()
            }
            app.finish()
            let events = app.events
            try #require(fold(events) == app.status, "seed \(seed): the fold ends at the true status")
            let reported = app.state.reported
            try #require(reported?.os == app.snapshot.os, "seed \(seed): the system's version was told")
            try #require(reported?.settings == app.snapshot.settings, "seed \(seed): the settings were told")
            try #require(
                events.map(\.sequence) == events.indices.map { Int64($0) }, "seed \(seed): sequences have no gaps")
            let prompts = events.filter { $0.type == .promptShown }.map(\.occurredAt)
            try #require(Set(prompts).count == prompts.count, "seed \(seed): one prompt a request")
            try #require(
                Set(prompts).isSubset(of: app.requests), "seed \(seed): a prompt happened when a request began")
            let answers = events.indices.filter { [.promptGranted, .promptDenied].contains(events[$0].type) }
            for answer in answers {
                let prompts = events[..<answer].count { $0.type == .promptShown }
                let earlier = answers.count { $0 < answer }
                try #require(prompts > earlier, "seed \(seed): every answer has a prompt")
            }
            let arms = events.filter { $0.type == .experimentAssigned }.map(\.data)
            try #require(Set(arms).count == arms.count, "seed \(seed): an assignment is told once")
            let state = app.state
            app.apply(.observed(app.snapshot), killing: 0)
            try #require(app.events == events && app.state == state, "seed \(seed): a reading repeated changes nothing")
            for input in [.token(3), .token(4), .observed(app.snapshot), .observed(app.snapshot)] as [JourneyInput] {
                app.apply(input, killing: 0)
            }
            try #require(app.events.count == events.count + 1, "seed \(seed): after a new token it is told again, once")
        }
    }

    @Test func aKillBeforeOrAfterAnyLineGivesTheSameEventsInTheEnd() throws {
        for seed in 0..<histories / 10 {
            var random = SplitMix64(seed: seed)
            let story = (0..<Int.random(in: 1..<12, using: &random)).map { _ in Scene.random(&random) }
            var undisturbed = Playback()
            undisturbed.play(story)
            for line in 0..<undisturbed.lines {
                for isWritten in [false, true] {
                    var killed = Playback(killAt: line, isWritten: isWritten)
                    killed.play(story)
                    try #require(
                        killed.told == undisturbed.told, "seed \(seed), line \(line), written \(isWritten): \(story)")
                }
            }
        }
    }
}

/// A part of a story in which all that the app does is repeated if a kill prevented it.
private enum Scene {
    /// The status changes outside the app, and the app reads it.
    case change(AuthorizationStatus)
    /// The app asks, and the user answers; only as long as the status is not determined.
    case dialog(isGranted: Bool, hasEvidence: Bool)
    case provisionalRequest
    case settings(isOpened: Bool)

    static func random(_ random: inout SplitMix64) -> Scene {
        switch Int.random(in: 0..<6, using: &random) {
        case 0...1: .change(random.pick(AuthorizationStatus.allCases))
        case 2...3: .dialog(isGranted: random.happens(0.5), hasEvidence: random.happens(0.5))
        case 4: .provisionalRequest
        default: .settings(isOpened: random.happens(0.5))
        }
    }
}

/// Plays a story; the process is killed once, at a line that it writes.
private struct Playback {
    /// An event without the time and without whether it was inferred.
    struct Told: Hashable {
        var type: EventType
        var status: AuthorizationStatus?
        var placement: String?
    }

    private(set) var told: [Told] = []
    private(set) var lines = 0
    private var state = JourneyState()
    private var status = AuthorizationStatus.notDetermined
    private let killAt: Int?
    private let isWritten: Bool

    init(killAt: Int? = nil, isWritten: Bool = false) {
        self.killAt = killAt
        self.isWritten = isWritten
    }

    private var snapshot: Snapshot { Snapshot(status: status, os: "iOS 17.4") }

    /// What becomes of an input.
    private enum Outcome { case done, killedBefore, killedAfter }

    private mutating func apply(_ input: JourneyInput) -> Outcome {
        let before = state
        let output = state.apply(input, at: Timestamp(microseconds: 0))
        guard state.transitions != before.transitions else { return .done }
        lines += 1
        let isKilled = lines - 1 == killAt
        if !isKilled || isWritten {
            told += output.events.map {
                Told(type: $0.type, status: $0.data.status, placement: $0.data.placement)
            }
        }
        guard isKilled else { return .done }
        state = JourneyState(json: (isWritten ? state : before).json) ?? JourneyState()
        return isWritten ? .killedAfter : .killedBefore
    }

    /// The app reads the status, at the next launch if the process is killed before the line is written.
    private mutating func launch() {
        if apply(.observed(snapshot)) == .killedBefore { _ = apply(.observed(snapshot)) }
    }

    mutating func play(_ story: [Scene]) {
        launch()
        for scene in story {
            switch scene {
            case .change(let status):
                self.status = status
                launch()
            case .dialog(let isGranted, let hasEvidence):
                if status == .notDetermined { ask(isGranted ? .authorized : .denied, hasEvidence) }
            case .provisionalRequest: if status == .notDetermined { askProvisionally() }
            case .settings(let isOpened):
                repeating(isOpened ? .settingsOpened : .settingsPrompt(Prompt(placement: "inbox")))
            }
            // A process that was killed is launched again and reads the status.
            launch()
        }
        launch()
    }

    private mutating func repeating(_ input: JourneyInput) {
        if apply(input) == .killedBefore {
            launch()
            _ = apply(input)
        }
    }

    private mutating func ask(_ answer: AuthorizationStatus, _ hasEvidence: Bool) {
        repeating(.began(snapshot, Prompt(placement: "onboarding")))
        // The user answers, whether or not the process is still there.
        if hasEvidence, state.isInFlight { _ = apply(.evidence) }
        status = answer
        if state.isInFlight, apply(.ended(snapshot, failed: false)) == .done { return }
        launch()
    }

    private mutating func askProvisionally() {
        repeating(.began(snapshot, Prompt(isProvisional: true)))
        status = .provisional
        if state.isInFlight { _ = apply(.ended(snapshot, failed: false)) }
        launch()
    }
}
