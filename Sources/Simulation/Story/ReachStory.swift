/// How notifications reach an installation besides the permission: what the user leaves on in Settings, and when the push
/// service says that the app is gone. In scenarios that don't tell it, the permission events alone.
struct ReachStory {
    /// The permission events, with the settings that they report, and further reports.
    private(set) var moments: [Moment]

    /// The spans of time in which the push service knows no token of the installation.
    private var absences: [Range<Microseconds>] = []

    private let leaving: Microseconds?
    private let tick: Microseconds
    private var random: RandomSource
    /// Index into `Vocabulary.settings`.
    private var settings = 0
    private var reportedSettings: Int?
    private var reportedAt: Microseconds = 0

    /// How long a client waits before it says again what it said.
    private static let silence = 30 * Microseconds.day

    /// Generates the story from the sessions and permission events of an installation. `leaving`: when its user
    /// deletes the app, after the last session.
    init(
        _ scenario: Scenario, _ installation: Installation, _ sessions: [Session], _ permission: [Moment],
        leaving: Microseconds?, _ source: RandomSource
    ) {
        moments = permission
        self.leaving = leaving
        tick = installation.tick
        random = source
        guard scenario.tellsReach else { return }
        moments.sort { $0.time < $1.time }
        restore(sessions)
        leave(scenario, sessions)
        // Older versions of the app's library report no settings.
        guard random.happens(0.85) else { return }
        settings = drawSettings()
        for (place, session) in sessions.enumerated() {
            if random.happens(place == 0 ? 0 : 0.02) { settings = drawSettings() }
            let end = place + 1 < sessions.count ? sessions[place + 1].time : .max
            report(session, until: end)
        }
    }

    /// Returns whether a moment can be: a phone without the app tells nothing, and while the push service refuses
    /// notifications, none is sent or opened.
    func allows(_ moment: Moment) -> Bool {
        guard moment.type.isOfServers || moment.time < leaving ?? .max else { return false }
        guard case .push = moment.detail else { return true }
        return !absences.contains { $0.contains(moment.time) }
    }

    private mutating func drawSettings() -> Int { random.place(in: Vocabulary.settings.map(\.weight)) }

    /// Adds the settings to the reports of a session, and a report if nothing else says what changed, that the token is a
    /// new one, or what was said long ago.
    private mutating func report(_ session: Session, until end: Microseconds) {
        let isBack = absences.contains { $0.upperBound == session.time }
        let places = moments.indices.filter { session.time <= moments[$0].time && moments[$0].time < end }
        let reports = places.filter { moments[$0].tellsSettings }
        for place in reports { moments[place].settings = UInt8(settings) }
        let isDue = reportedSettings != settings || isBack || session.time - reportedAt >= Self.silence
        if let last = reports.last {
            (reportedSettings, reportedAt) = (settings, moments[last].time)
        } else if isDue, let status = reportedStatus(by: session.time) {
            let time = (session.time + random.span(100, 900) * 1_000).floored(to: tick)
            let moment = Moment(
                time: time, type: .statusObserved, software: session.software, detail: .status(status),
                settings: UInt8(settings))
            moments.append(moment)
            (reportedSettings, reportedAt) = (settings, time)
        }
    }

    /// Returns the status that was last reported by a time; nil if none was.
    private func reportedStatus(by time: Microseconds) -> Truth.Status? {
        let last = moments.filter { $0.type == .statusObserved && $0.time <= time }.max { $0.time < $1.time }
        guard case .status(let status) = last?.detail else { return nil }
        return status
    }

    /// Lets the user restore the phone between two sessions, after few of them.
    private mutating func restore(_ sessions: [Session]) {
        for (before, session) in zip(sessions, sessions.dropFirst()) where random.happens(0.006) {
            unregister(at: (before.time + session.time) / 2, until: session.time, before)
        }
    }

    /// Lets the push service say that the user deleted the app, some days later; or before, if it drops the token on
    /// the day of an incident.
    private mutating func leave(_ scenario: Scenario, _ sessions: [Session]) {
        let last = sessions[sessions.count - 1]
        let told = leaving.map { $0 + random.span(around: 9 * .day, spread: 0.8) }
        let dropped = scenario.tokenDrop(&random).flatMap { $0 > last.time ? $0 : nil }
        guard let end = [told, dropped].compactMap(\.self).min() else { return }
        unregister(at: end, until: .max, last)
    }

    private mutating func unregister(at time: Microseconds, until end: Microseconds, _ session: Session) {
        let time = time.floored(to: 1_000)
        guard time < end else { return }
        absences.append(time..<end)
        moments.append(Moment(time: time, type: .pushUnregistered, software: session.software))
    }
}

extension Moment {
    /// Whether it is a report that can say the settings.
    fileprivate var tellsSettings: Bool {
        type == .statusObserved || type == .promptGranted || type == .provisionalKept
    }
}
