/// The result of a simulation: installations, accepted events, and the lines that deliver them.
struct Log: Sendable {
    private(set) var installations: [Installation] = []

    /// The accepted events, grouped by installation.
    private(set) var events: [LoggedEvent] = []

    /// The lines in the order in which the collector wrote them.
    private(set) var lines: [Line] = []

    /// Generates the log of this number of installations.
    init(_ scenario: Scenario, installations count: Int, seed: UInt64) {
        installations.reserveCapacity(count)
        for place in 0..<count { live(place, scenario, seed) }
        lines.sort(by: Self.precedes)
    }

    /// The latest `received_at` of all lines that are not rejected; nil if there are none.
    var horizon: Microseconds? {
        lines.lazy.filter { !$0.isSpoilt }.map(\.receivedAt).max()
    }

    private mutating func live(_ place: Int, _ scenario: Scenario, _ seed: UInt64) {
        var random = RandomSource(seed: seed, stream: UInt64(place))
        let neighbour = place % 2 == 1 ? installations[place - 1] : nil
        let installation = Installation(scenario, neighbour: neighbour, &random)
        installations.append(installation)
        let rare = RandomSource(seed: ~seed, stream: UInt64(place))
        let reach = RandomSource(seed: ~seed &- 1, stream: UInt64(place))
        let moments = Self.moments(of: installation, at: place, scenario, &random, rare: rare, reach: reach)
        var transmission = Transmission(installation, place: UInt32(place), scenario.days, random)
        for moment in moments { transmission.send(moment, events: &events, lines: &lines) }
    }

    private static func moments(
        of installation: Installation, at place: Int, _ scenario: Scenario, _ random: inout RandomSource,
        rare: RandomSource, reach: RandomSource
    ) -> [Moment] {
        var reach = reach
        let planned = SessionPlan(scenario, installation, &random).draw(&random)
        let leaving = scenario.drawLeaving(from: planned[0].time.dayNumber, &reach)
        let sessions = planned.filter { $0.time < leaving ?? .max }
        let permission = PermissionStory(
            scenario, installation, sessions, RandomSource(seed: random.next(), stream: 0), rare: rare)
        let engagement = EngagementStory(
            scenario, installation, sessions, permission.changes, RandomSource(seed: random.next(), stream: 1))
        let edges = RareStory.moments(place: place, after: sessions[0])
        let story = ReachStory(scenario, installation, sessions, permission.moments, leaving: leaving, reach)
        let all = (engagement.moments + story.moments + edges).filter {
            $0.time < scenario.days.endTime && !scenario.loses($0) && story.allows($0)
        }
        return all.enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }
            .map(\.element)
    }

    private static func precedes(_ left: Line, _ right: Line) -> Bool {
        (left.writtenAt, left.event, left.form.rank) < (right.writtenAt, right.event, right.form.rank)
    }
}
