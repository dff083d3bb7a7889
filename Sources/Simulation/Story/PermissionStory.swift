/// The history of an installation's notification permission, from its first launch.
struct PermissionStory {
    /// A change of the authorization status.
    struct Change {
        var time: Microseconds
        /// When the app, and so the sender, learns of it.
        var knownAt: Microseconds
        var status: Truth.Status

        init(_ status: Truth.Status, at time: Microseconds, knownAt: Microseconds? = nil) {
            self.time = time
            self.knownAt = knownAt ?? time
            self.status = status
        }
    }

    /// How an app asks for permission.
    private enum Approach {
        /// Prompts in the session with this index, if there is one.
        case prompt(session: Int)
        /// Shows a primer in the first session, and prompts those who accept it.
        case primer
        /// Prompts in the first session three days or more after the first launch.
        case thirdDay
        /// Starts a provisional trial, and prompts in the session with index `upgrade` unless that is nil.
        case trial(upgrade: Int?)
        /// Prompts and reports the answer, but sends no `prompt_shown`.
        case unloggedPrompt
        /// Never asks.
        case none
    }

    /// The permission events, in no particular order.
    private(set) var moments: [Moment] = []

    /// The changes of the status in the system; of those up to a time, the last in the array applies. The app may
    /// report a change later or never.
    private(set) var changes: [Change] = []

    private let scenario: Scenario
    private let tick: Microseconds
    private var random: RandomSource
    /// What only experiments and systems that show no dialog or let it be closed depend on.
    private var rareRandom: RandomSource
    /// What only people who turn notifications off because of a campaign depend on.
    private var hazardRandom: RandomSource
    private let app: Int
    private var isAsked = false
    private var status = Truth.Status.notDetermined
    private var pending: Change?
    private var reported: (status: Truth.Status, release: UInt8)?
    private var settingsPrompts = 0
    private let firstSession: Microseconds
    private var lastSession: Microseconds = 0

    /// Generates the story of an installation from its sessions.
    init(
        _ scenario: Scenario, _ installation: Installation, _ sessions: [Session], _ random: RandomSource,
        rare: RandomSource
    ) {
        self.scenario = scenario
        self.random = random
        rareRandom = rare
        var seeds = rare
        hazardRandom = RandomSource(seed: seeds.next(), stream: 2)
        app = installation.app
        tick = installation.tick
        firstSession = sessions[0].time
        let canTry = OSRelease.all[Int(sessions[0].software.release)].os.hasProvisional
        let arm = Arm.draw(canTry: canTry, &rareRandom)
        if let arm { assign(arm, sessions) }
        let approach =
            arm.map(Self.approach) ?? drawApproach(app: installation.app, release: Int(sessions[0].software.release))
        for (place, session) in sessions.enumerated() {
            settle(by: session.time)
            changeInSettings(before: session)
            turnOffAfterCampaigns(before: session)
            observe(session)
            act(approach, session, place)
            lastSession = session.time
        }
        settle(by: .max)
    }

    private mutating func drawApproach(app: Int, release: Int) -> Approach {
        let canTry = OSRelease.all[release].os.hasProvisional
        let atOnce = app % 2 == 0 ? 0.58 : 0.35
        switch random.place(in: [atOnce, 0.85 - atOnce, canTry ? 0.1 : 0, 0.012, 0.04]) {
        case 0: return .prompt(session: 0)
        case 1: return .prompt(session: random.whole(1..<5))
        case 2: return .trial(upgrade: random.happens(0.25) ? random.whole(1..<6) : nil)
        case 3: return .unloggedPrompt
        default: return .none
        }
    }

    private static func approach(of arm: Arm) -> Approach {
        switch (arm.experiment, arm.variant) {
        case (_, 0): .prompt(session: 0)
        case (0, _): .primer
        case (1, _): .thirdDay
        default: .trial(upgrade: nil)
        }
    }

    /// Reports the arm when the app is first used: by the app, or by its server. Some apps report it again, and a few
    /// report another one later.
    private mutating func assign(_ arm: Arm, _ sessions: [Session]) {
        let fromServer = rareRandom.happens(0.3)
        add(.experimentAssigned, sessions[0].time, sessions[0], .arm(arm, fromServer: fromServer))
        for session in sessions.dropFirst() where rareRandom.happens(0.05) {
            add(.experimentAssigned, session.time, session, .arm(arm, fromServer: fromServer))
        }
        guard sessions.count > 1, rareRandom.happens(0.03) else { return }
        add(.experimentAssigned, sessions[1].time, sessions[1], .arm(arm.other, fromServer: fromServer))
    }

    private mutating func act(_ approach: Approach, _ session: Session, _ place: Int) {
        switch approach {
        case .prompt(place): ask(session, isFirst: place == 0)
        case .primer where place == 0: prime(session)
        case .thirdDay where !isAsked && session.time >= firstSession + 3 * .day: ask(session, isFirst: true)
        case .trial(let upgrade):
            if place == 0 { startTrial(session, isUpgraded: upgrade != nil) }
            if place == upgrade { ask(session, isFirst: false) }
        case .unloggedPrompt where place == 0: answer(session, shown: session.time, acceptance: 0.8)
        default: break
        }
        if status == .denied, settingsPrompts < 2, random.happens(0.07) { askForSettings(session) }
    }

    private mutating func add(_ type: EventType, _ time: Microseconds, _ session: Session, _ detail: Detail = .none) {
        moments.append(Moment(time: time.floored(to: tick), type: type, software: session.software, detail: detail))
    }

    /// Applies a pending answer if it was given by this time.
    private mutating func settle(by time: Microseconds) {
        guard let due = pending, due.time <= time else { return }
        set(due.status, at: due.time)
        pending = nil
    }

    private mutating func set(_ status: Truth.Status, at time: Microseconds, knownAt: Microseconds? = nil) {
        self.status = status
        changes.append(Change(status, at: time, knownAt: knownAt))
    }

    /// Lets the user change the permission in Settings between two sessions. The app notices in its next session.
    private mutating func changeInSettings(before session: Session) {
        guard lastSession > 0 else { return }
        let days = Double(session.time - lastSession) / Double(Microseconds.day)
        let changedAt = lastSession + (session.time - lastSession) / 2
        switch status {
        case .authorized where random.happens(min(0.3, 0.006 * days)):
            set(.denied, at: changedAt, knownAt: session.time)
        case .denied where random.happens(min(0.1, 0.001 * days)):
            set(.authorized, at: changedAt, knownAt: session.time)
        default: break
        }
    }

    /// Lets the user turn notifications off because of a campaign that was sent between two sessions, in the evening of its
    /// day. The app notices in its next session.
    private mutating func turnOffAfterCampaigns(before session: Session) {
        guard scenario.hasHazards, lastSession > 0 else { return }
        for day in lastSession.dayNumber...session.time.dayNumber where status == .authorized {
            let evening = Microseconds(day) * .day + 17 * .hour
            guard (lastSession..<session.time).contains(evening) else { continue }
            guard hazardRandom.happens(scenario.hazard(ofCampaignOn: day, app: app)) else { continue }
            set(.denied, at: evening, knownAt: session.time)
        }
    }

    /// Reports the status if it or the OS release has changed since the last report.
    private mutating func observe(_ session: Session) {
        let seen = visible(status, session)
        guard reported?.status != seen || reported?.release != session.software.release else { return }
        let time = session.time + random.span(100, 900) * 1_000
        report(seen, time, session)
        if random.happens(0.005) { report(seen == .denied ? .authorized : .denied, time, session) }
    }

    private mutating func report(_ seen: Truth.Status, _ time: Microseconds, _ session: Session) {
        reported = (seen, session.software.release)
        add(.statusObserved, time, session, .status(seen))
    }

    /// Returns the status that the system reports. iOS and iPadOS before 10 report `denied` even if the user was never
    /// asked.
    private func visible(_ status: Truth.Status, _ session: Session) -> Truth.Status {
        let isOld = OSRelease.all[Int(session.software.release)].os.isBefore10
        return status == .notDetermined && isOld ? .denied : status
    }
}

extension PermissionStory {
    private mutating func ask(_ session: Session, isFirst: Bool) {
        isAsked = true
        let placement = isFirst ? 0 : random.whole(1..<Vocabulary.placements.count)
        let variant = random.whole(0..<Vocabulary.variants.count)
        let prompt = Detail.prompt(placement: UInt8(placement), variant: UInt8(variant))
        let shown = (session.time + random.span(around: 12 * .second, spread: 1)).floored(to: tick)
        let chances = Self.chances(on: OSRelease.all[Int(session.software.release)].os)
        if chances.blocked > 0, rareRandom.happens(chances.blocked) {
            return add(.promptBlocked, shown, session, prompt)
        }
        add(.promptShown, shown, session, prompt)
        if random.happens(0.02) { add(.promptShown, shown + random.span(around: .hour, spread: 3), session, prompt) }
        if chances.dismissed > 0, rareRandom.happens(chances.dismissed) {
            return add(.promptDismissed, shown + rareRandom.span(around: 4 * .second, spread: 0.9), session)
        }
        let acceptance = scenario.acceptance(
            release: Int(session.software.release), placement: placement, variant: variant, at: shown)
        answer(session, shown: shown, acceptance: acceptance)
    }

    /// Returns how often a system shows no dialog, and how often users close it without an answer.
    private static func chances(on os: Truth.OperatingSystem) -> (blocked: Double, dismissed: Double) {
        switch os.name {
        case "web": (0.25, 0.3)
        case "Android": (0, 0.05)
        default: (0, 0)
        }
    }

    /// Shows a primer. Most of those who would allow accept it, and many others don't, so that more of the people who
    /// are prompted allow, but fewer of all.
    private mutating func prime(_ session: Session) {
        let variant = rareRandom.whole(0..<Vocabulary.variants.count)
        let shown = (session.time + rareRandom.span(around: 6 * .second, spread: 0.7)).floored(to: tick)
        let primer = Detail.prompt(placement: 0, variant: UInt8(variant))
        add(.primerShown, shown, session, primer)
        let acceptance = scenario.acceptance(
            release: Int(session.software.release), placement: 0, variant: variant, at: shown)
        let isWilling = rareRandom.happens(acceptance)
        let answers: [Detail.Answer?] = [.accepted, .declined, .dismissed, nil]
        let place = rareRandom.place(in: isWilling ? [0.86, 0.06, 0.05, 0.03] : [0.42, 0.4, 0.12, 0.06])
        guard let answered = answers[place] else { return }
        let time = (shown + rareRandom.span(around: 5 * .second, spread: 0.8)).floored(to: tick)
        add(.primerAnswered, time, session, .answer(answered))
        guard answered == .accepted else { return }
        add(.promptShown, time + .second, session, primer)
        answer(session, shown: time + .second, acceptance: isWilling ? 1 : 0)
    }

    private mutating func answer(_ session: Session, shown: Microseconds, acceptance: Double) {
        guard let wait = drawWait() else { return }
        let time = shown + wait
        let isGrant = random.happens(acceptance)
        add(isGrant ? .promptGranted : .promptDenied, time, session)
        if random.happens(0.003) { add(isGrant ? .promptDenied : .promptGranted, time, session) }
        pending = Change(isGrant ? .authorized : .denied, at: time)
        let isOld = OSRelease.all[Int(session.software.release)].os.isBefore10
        if isOld || random.happens(0.25) {
            report(isGrant ? .authorized : .denied, time + random.span(0, 900) * 1_000, session)
        }
    }

    /// Returns the time from prompt to answer, or nil for no answer: usually seconds, rarely hours or days, and
    /// sometimes exactly at the end of the 7-day conversion window.
    private mutating func drawWait() -> Microseconds? {
        switch random.place(in: [0.948, 0.02, 0.015, 0.001, 0.001, 0.015]) {
        case 0: 400_000 + random.span(around: 4 * .second, spread: 0.9)
        case 1: random.span(around: 9 * .hour, spread: 1)
        case 2: random.span(7 * .day, 20 * .day)
        case 3: 7 * .day
        case 4: 7 * .day - tick
        default: nil
        }
    }

    private mutating func startTrial(_ session: Session, isUpgraded: Bool) {
        let started = session.time + random.span(1, 5) * .second
        if random.happens(0.95) { add(.provisionalStarted, started, session) }
        set(.provisional, at: started)
        guard !isUpgraded, random.happens(0.5) else { return }
        let isKept = random.happens(0.68)
        let time = started + random.span(around: 3 * .day, spread: 1)
        pending = Change(isKept ? .authorized : .denied, at: time)
        guard random.happens(0.8) else { return }
        let kept = [Truth.Kept.prominent, .quiet, .unspecified][random.place(in: [0.5, 0.4, 0.1])]
        add(isKept ? .provisionalKept : .provisionalTurnedOff, time, session, isKept ? .kept(kept) : .none)
    }

    /// Asks a user who denied notifications to open Settings. Some do, and most of these turn notifications on.
    private mutating func askForSettings(_ session: Session) {
        settingsPrompts += 1
        let asked = session.time + random.span(2, 90) * .second
        let variant = UInt8(random.whole(0..<Vocabulary.variants.count))
        add(.settingsPromptShown, asked, session, .prompt(placement: 3, variant: variant))
        guard random.happens(0.4) else { return }
        let opened = asked + random.span(around: 6 * .second, spread: 0.7)
        add(.settingsOpened, opened, session)
        guard random.happens(0.6) else { return }
        let allowed = opened + random.span(around: 15 * .second, spread: 0.6)
        set(.authorized, at: allowed)
        if random.happens(0.8) { report(.authorized, allowed + 2 * .second, session) }
    }
}
