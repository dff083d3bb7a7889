/// The sessions of one installation, the notifications sent to it, and its receipts and opens.
struct EngagementStory {
    /// Everything that happened, in no particular order.
    private(set) var moments: [Moment] = []

    private let scenario: Scenario
    private let app: Int
    private let tick: Microseconds
    /// Whether a service extension reports every notification that arrives. Without one, apps see few of them.
    private let hasExtension: Bool
    /// Whether the app schedules local notifications.
    private let usesReminders: Bool
    private var random: RandomSource

    /// Generates the story of an installation from its sessions and from the history of its authorization status.
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
        hearOfOrders(sessions, changes)
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
        add(.notificationOpened, opened, session.software, .local(nil, drawState()))
    }

    /// Sends an order notification some hours after a few of the sessions, outside any campaign.
    private mutating func hearOfOrders(_ sessions: [Session], _ changes: [PermissionStory.Change]) {
        for session in sessions where random.happens(0.02) {
            let sent = (session.time + random.span(.hour, 30 * .hour)).floored(to: 1_000)
            let order = Notification(series: .order, day: Int32(session.time.dayNumber), campaign: nil)
            receive(order, sent, session.software, changes, openRate: 0.3)
        }
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
            receive(.campaign(of: day), sent, software, changes, openRate: 0.06)
        }
    }

    /// Sends a notification if the sender knows of no reason not to; of a change in Settings it learns in the next session.
    private mutating func receive(
        _ notification: Notification, _ sent: Microseconds, _ software: Software, _ changes: [PermissionStory.Change],
        openRate: Double
    ) {
        let known = changes.last { $0.knownAt <= sent }?.status
        guard known == .authorized || known == .provisional else { return }
        let push = Detail.push(notification, drawState())
        moments.append(Moment(time: sent, type: .notificationSent, software: software, detail: push))
        if random.happens(0.01) {
            moments.append(Moment(time: sent + 10 * .minute, type: .notificationSent, software: software, detail: push))
        }
        let status = status(at: sent, changes)
        guard status == .authorized || status == .provisional else { return }
        let arrived = sent + drawWay()
        if hasExtension || random.happens(0.04) { add(.notificationReceived, arrived, software, push) }
        let rate = scenario.openRate(release: Int(software.release), usual: openRate, at: sent)
        if random.happens(status == .authorized ? rate : rate / 4) {
            open(push, arrived + drawWaiting(), software)
        } else if random.happens(0.04) {
            add(.appOpened, arrived + random.span(around: 90 * .minute, spread: 1), software)
        }
    }

    /// Returns the time from send to arrival: usually seconds, rarely negative, because the sender's clock is ahead.
    private mutating func drawWay() -> Microseconds {
        random.happens(0.005) ? -random.span(0, 90) * .second : random.span(around: 2 * .second, spread: 1)
    }

    /// Returns the time from arrival to open: usually minutes to hours, rarely 20 to 36 days, around the end of the
    /// open window of 28 days.
    private mutating func drawWaiting() -> Microseconds {
        random.happens(0.01) ? random.span(20 * .day, 36 * .day) : random.span(around: 25 * .minute, spread: 1.6)
    }

    private mutating func open(_ push: Detail, _ time: Microseconds, _ software: Software) {
        add(.notificationOpened, time, software, random.happens(0.005) ? .unnamedPush(drawState()) : push)
        if random.happens(0.7) { add(.appOpened, time + random.span(100, 2_000) * 1_000, software) }
    }

    private mutating func drawState() -> Detail.AppState {
        [.foreground, .background, .notRunning][random.place(in: [0.15, 0.5, 0.35])]
    }

    private func status(at time: Microseconds, _ changes: [PermissionStory.Change]) -> Truth.Status {
        changes.last { $0.time <= time }?.status ?? .notDetermined
    }
}
