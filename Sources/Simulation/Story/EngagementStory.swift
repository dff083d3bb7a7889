/// What an installation's user and its senders do: sessions, campaigns, and what becomes of them.
struct EngagementStory {
    /// Everything that happened, in no order.
    private(set) var moments: [Moment] = []

    private let scenario: Scenario
    private let app: Int
    private let tick: Microseconds
    private let hasExtension: Bool
    private let usesReminders: Bool
    private var random: RandomSource

    /// The story of an installation used in these sessions while the system allowed what `changes` say.
    init(
        _ scenario: Scenario, _ installation: Installation, _ sessions: [Session],
        _ changes: [PermissionStory.Change], _ random: RandomSource
    ) {
        self.scenario = scenario
        self.random = random
        app = installation.app
        tick = installation.tick
        hasExtension = self.random.happens(0.12)
        usesReminders = self.random.happens(0.2)
        for session in sessions { live(session, changes) }
        receiveCampaigns(sessions, changes)
    }

    private mutating func add(
        _ type: EventType, _ time: Microseconds, _ software: Software, _ detail: Detail = .none
    ) {
        moments.append(Moment(time: time.floored(to: tick), type: type, software: software, detail: detail))
    }

    private mutating func live(_ session: Session, _ changes: [PermissionStory.Change]) {
        add(.appOpened, session.time, session.software)
        if random.happens(0.15) { add(.appOpened, session.time + random.span(.hour, 5 * .hour), session.software) }
        guard usesReminders, status(at: session.time, changes) == .authorized, random.happens(0.2) else { return }
        let opened = session.time + random.span(around: 6 * .hour, spread: 0.6)
        add(.notificationOpened, opened, session.software, .local(drawState()))
    }

    private mutating func receiveCampaigns(_ sessions: [Session], _ changes: [PermissionStory.Change]) {
        var software = sessions[0].software
        var next = 0
        for day in sessions[0].time.dayNumber..<scenario.days.end where scenario.isCampaignDay(day, app: app) {
            let sent = Microseconds(day) * .day + 16 * .hour + random.span(0, 1_200_000) * 1_000
            while next < sessions.count, sessions[next].time <= sent {
                software = sessions[next].software
                next += 1
            }
            receiveCampaign(of: day, sent, software, status(at: sent, changes))
        }
    }

    private mutating func receiveCampaign(
        of day: Int, _ sent: Microseconds, _ software: Software, _ status: Truth.Status
    ) {
        guard status == .authorized || status == .provisional else { return }
        let campaign = Detail.campaign(day: Int32(day), drawState())
        moments.append(Moment(time: sent, type: .notificationSent, software: software, detail: campaign))
        if random.happens(0.01) {
            moments.append(
                Moment(time: sent + 10 * .minute, type: .notificationSent, software: software, detail: campaign))
        }
        let arrived = sent + random.span(around: 2 * .second, spread: 1)
        if hasExtension || random.happens(0.04) { add(.notificationReceived, arrived, software, campaign) }
        if random.happens(status == .authorized ? 0.06 : 0.015) {
            open(campaign, arrived + random.span(around: 25 * .minute, spread: 1.6), software)
        } else if random.happens(0.04) {
            add(.appOpened, arrived + random.span(around: 90 * .minute, spread: 1), software)
        }
    }

    private mutating func open(_ campaign: Detail, _ time: Microseconds, _ software: Software) {
        add(.notificationOpened, time, software, campaign)
        if random.happens(0.7) { add(.appOpened, time + random.span(100, 2_000) * 1_000, software) }
    }

    private mutating func drawState() -> Detail.AppState {
        [.foreground, .background, .notRunning][random.place(in: [0.15, 0.5, 0.35])]
    }

    private func status(at time: Microseconds, _ changes: [PermissionStory.Change]) -> Truth.Status {
        changes.last { $0.time <= time }?.status ?? .notDetermined
    }
}
