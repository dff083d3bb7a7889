/// When an installation is used, and with which OS and app versions.
struct SessionPlan {
    private let scenario: Scenario
    private let installation: Installation
    private let keenness: Double
    private let updateLag: Int

    /// Creates a plan with a random intensity of use and a random delay in installing app updates.
    init(_ scenario: Scenario, _ installation: Installation, _ random: inout RandomSource) {
        self.scenario = scenario
        self.installation = installation
        keenness = 0.2 + random.unit()
        updateLag = random.whole(0..<40)
    }

    /// Returns the first launch, then at most one session a day, in order of time.
    func draw(_ random: inout RandomSource) -> [Session] {
        let first = scenario.drawFirstDay(&random)
        var software = firstSoftware(on: first, &random)
        var sessions = [session(on: first, software, &random)]
        for day in (first + 1)..<max(first + 1, scenario.days.end) where isActive(day - first, &random) {
            upgrade(&software, on: day, &random)
            sessions.append(session(on: day, software, &random))
        }
        return sessions
    }

    private func session(on day: Int, _ software: Software, _ random: inout RandomSource) -> Session {
        let time = scenario.drawTime(on: day, offset: installation.offset, &random)
        return Session(time: time.floored(to: installation.tick), software: software)
    }

    /// Returns whether the app is used `age` days after the first launch. Use declines over weeks but never stops
    /// entirely.
    private func isActive(_ age: Int, _ random: inout RandomSource) -> Bool {
        random.happens(keenness * (0.03 + 0.45 / (1 + Double(age) / 5)))
    }

    private func firstSoftware(on day: Int, _ random: inout RandomSource) -> Software {
        let release = scenario.shares.draw(on: day, &random)
        return Software(
            release: UInt8(release), patch: UInt8(random.whole(0..<(OSRelease.all[release].patches + 1))),
            app: appRelease(on: day))
    }

    private func upgrade(_ software: inout Software, on day: Int, _ random: inout RandomSource) {
        software.app = appRelease(on: day)
        let current = OSRelease.all[Int(software.release)]
        guard current.isFollowed, random.happens(0.06) else { return }
        let next = scenario.shares.draw(on: day, &random)
        guard OSRelease.all[next].follows(current) else { return }
        software.release = UInt8(next)
        software.patch = UInt8(random.whole(0..<(OSRelease.all[next].patches + 1)))
    }

    /// Returns the app release installed on a day: the newest one `updateLag` days earlier.
    private func appRelease(on day: Int) -> UInt8 { Self.newestAppRelease(on: day - updateLag) }

    /// Returns the number of the newest app release; a new one comes out every three weeks.
    static func newestAppRelease(on day: Int) -> UInt8 {
        UInt8(clamping: (day - CivilDate(2024, 1, 1).dayNumber) / 21)
    }
}
