/// What all installations of a simulation have in common.
struct Scenario: Sendable {
    /// The simulated days.
    let days: SimulatedDays

    /// The releases that devices run.
    let shares: OSShares

    /// What happens, and from which day on.
    private let incident: (what: Incident, day: Int)?

    private let appWeights: [Double]
    private let launchWeights: [Double]

    /// A scenario of so many days and apps; the first app has the most installations. An incident begins after three
    /// quarters of the days.
    init(days count: Int, apps: Int, incident what: Incident? = nil) {
        let days = SimulatedDays(count: count)
        let incident = what.map { (what: $0, day: days.first + 3 * count / 4) }
        self.days = days
        self.incident = incident
        shares = OSShares(days) { release, day in
            incident.map { day >= $0.day ? $0.what.launchFactor(of: release) : 1 } ?? 1
        }
        appWeights = (0..<apps).map { 1 / Double($0 + 1) }
        launchWeights = days.all.map(Self.launches(on:))
    }

    /// The app of one installation.
    func drawApp(_ random: inout RandomSource) -> Int { random.place(in: appWeights) }

    /// The day of one installation's first launch.
    func drawFirstDay(_ random: inout RandomSource) -> Int { days.first + random.place(in: launchWeights) }

    /// A time on a day, by the rhythm of people whose clocks are so many minutes ahead of UTC.
    func drawTime(on day: Int, offset: Int, _ random: inout RandomSource) -> Microseconds {
        let local = Microseconds(random.place(in: Self.hours)) * .hour + random.span(0, .hour)
        let shifted = local - Microseconds(offset) * .minute
        return Microseconds(day) * .day + (shifted + .day) % .day
    }

    /// The share of asked users who allow at a time, at this release, placement and variant.
    func acceptance(release: Int, placement: Int, variant: Int, at time: Microseconds) -> Double {
        OSRelease.all[release].acceptance + [-0.01, 0.03, 0.05, 0.02][placement] + [0, 0.02, -0.01][variant]
            - (incident(at: time)?.lessAcceptance(of: release) ?? 0)
    }

    /// The share of sends to a release at a time that are opened directly; `usual` is the share of others.
    func openRate(release: Int, usual: Double, at time: Microseconds) -> Double {
        usual * (incident(at: time)?.openFactor(of: release) ?? 1)
    }

    /// Whether what happens at a time is never told.
    func loses(_ moment: Moment) -> Bool {
        guard let incident, let what = self.incident(at: moment.time) else { return false }
        return what.silences(moment.software.app, newest: SessionPlan.newestAppRelease(on: incident.day))
    }

    private func incident(at time: Microseconds) -> Incident? {
        incident.flatMap { time >= Microseconds($0.day) * .day ? $0.what : nil }
    }

    /// Whether the app sends a campaign on this day.
    func isCampaignDay(_ day: Int, app: Int) -> Bool { (5 * day + 3 * app) % 11 < 2 }

    /// First launches on a day, relative to others: more on Saturday and Sunday. Day 0 was a Thursday.
    private static func launches(on day: Int) -> Double { [1, 1.1, 1.4, 1.3, 0.9, 0.9, 0.95][day % 7] }

    /// How much is done in each hour of the local day.
    private static let hours: [Double] = [
        2, 1, 0.5, 0.4, 0.4, 0.8, 2, 5, 6, 5, 4.5, 4.5, 6, 5.5, 4.5, 4.5, 5, 6, 7, 8, 9, 9, 7, 4,
    ]
}
