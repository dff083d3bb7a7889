/// The settings that all installations of a simulation share.
struct Scenario: Sendable {
    let days: SimulatedDays

    /// The distribution of OS releases across devices.
    let shares: OSShares

    /// Whether installations report their settings, and servers that they are gone.
    let tellsReach: Bool

    /// The incident, if any, and the number of the day on which it starts.
    private let incident: (what: Incident, day: Int)?

    /// The chance that a person turns notifications off because of a campaign, by its name; none by default.
    private let hazards: [String: Double]

    private let appWeights: [Double]
    private let launchWeights: [Double]

    /// Creates a scenario with this number of days and apps; the first app has the most installations. An incident
    /// starts after three quarters of the days.
    init(
        days count: Int, apps: Int, incident what: Incident? = nil, tellsReach: Bool = false,
        hazards: [String: Double] = [:]
    ) {
        let days = SimulatedDays(count: count)
        let incident = what.map { (what: $0, day: days.first + 3 * count / 4) }
        self.days = days
        self.incident = incident
        self.tellsReach = tellsReach || what == .tokenDrop
        self.hazards = hazards
        shares = OSShares(days) { release, day in
            incident.map { day >= $0.day ? $0.what.launchFactor(of: release) : 1 } ?? 1
        }
        appWeights = (0..<apps).map { 1 / Double($0 + 1) }
        launchWeights = days.all.map(Self.launches(on:))
    }

    /// Returns the app index of a new installation.
    func drawApp(_ random: inout RandomSource) -> Int { random.place(in: appWeights) }

    /// Returns the day of a new installation's first launch.
    func drawFirstDay(_ random: inout RandomSource) -> Int { days.first + random.place(in: launchWeights) }

    /// Returns a random time on a UTC day that follows people's daily rhythm; `offset` is their local time's offset
    /// from UTC in minutes.
    func drawTime(on day: Int, offset: Int, _ random: inout RandomSource) -> Microseconds {
        let local = Microseconds(random.place(in: Self.hours)) * .hour + random.span(0, .hour)
        let shifted = local - Microseconds(offset) * .minute
        return Microseconds(day) * .day + (shifted + .day) % .day
    }

    /// Returns the share of prompted users who allow notifications. `release`, `placement` and `variant` are indices
    /// into `OSRelease.all` and the lists of `Vocabulary`.
    func acceptance(release: Int, placement: Int, variant: Int, at time: Microseconds) -> Double {
        OSRelease.all[release].acceptance + [-0.01, 0.03, 0.05, 0.02][placement] + [0, 0.02, -0.01][variant]
            - (incident(at: time)?.lessAcceptance(of: release) ?? 0)
    }

    /// Returns the direct open rate of notifications sent to an OS release at a time; `usual` is the rate without an
    /// incident.
    func openRate(release: Int, usual: Double, at time: Microseconds) -> Double {
        usual * (incident(at: time)?.openFactor(of: release) ?? 1)
    }

    /// Returns whether the incident suppresses the events of this moment.
    func loses(_ moment: Moment) -> Bool {
        guard let incident, let what = self.incident(at: moment.time) else { return false }
        return what.silences(moment.software.app, newest: SessionPlan.newestAppRelease(on: incident.day))
    }

    /// Returns when the user of an installation deletes the app; nil if that is not within the simulated days, and in
    /// scenarios that don't tell it. Each day the same share of those who have the app leave, whenever they came and
    /// however much they use it.
    func drawLeaving(from first: Int, _ random: inout RandomSource) -> Microseconds? {
        guard tellsReach, let day = (first + 1..<days.end).first(where: { _ in random.happens(0.003) }) else {
            return nil
        }
        return Microseconds(day) * .day + random.span(0, .day)
    }

    /// Returns when the push service drops the token of an installation that is not in use; nil for most, and without
    /// that incident.
    func tokenDrop(_ random: inout RandomSource) -> Microseconds? {
        guard let incident, incident.what == .tokenDrop, random.happens(0.15) else { return nil }
        return Microseconds(incident.day) * .day + random.span(0, .day)
    }

    private func incident(at time: Microseconds) -> Incident? {
        incident.flatMap { time >= Microseconds($0.day) * .day ? $0.what : nil }
    }

    /// Returns whether the app sends a campaign on this day.
    func isCampaignDay(_ day: Int, app: Int) -> Bool { (5 * day + 3 * app) % 11 < 2 }

    /// Whether any campaign makes people turn notifications off.
    var hasHazards: Bool { !hazards.isEmpty }

    /// Returns the chance that a person who was sent the campaign of a day turns notifications off.
    func hazard(ofCampaignOn day: Int, app: Int) -> Double {
        guard isCampaignDay(day, app: app) else { return 0 }
        return Notification.campaign(of: day).campaignName.flatMap { hazards[$0] } ?? 0
    }

    /// Returns the relative number of first launches on a day, higher at weekends. Day 0 was a Thursday.
    private static func launches(on day: Int) -> Double { [1, 1.1, 1.4, 1.3, 0.9, 0.9, 0.95][day % 7] }

    /// Relative activity by hour of the local day.
    private static let hours: [Double] = [
        2, 1, 0.5, 0.4, 0.4, 0.8, 2, 5, 6, 5, 4.5, 4.5, 6, 5.5, 4.5, 4.5, 5, 6, 7, 8, 9, 9, 7, 4,
    ]
}
