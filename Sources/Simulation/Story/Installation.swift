/// One installation: its app, its device, and how its client writes events.
struct Installation: Sendable {
    /// Variations in a client's wire format, all allowed by the event contract.
    struct Habits: OptionSet, Sendable {
        let rawValue: UInt16

        static let upperCaseIDs = Habits(rawValue: 1 << 0)
        static let timesInUTC = Habits(rawValue: 1 << 1)
        static let lowerCaseTimes = Habits(rawValue: 1 << 2)
        static let nanoseconds = Habits(rawValue: 1 << 3)
        static let lowerCaseOS = Habits(rawValue: 1 << 4)
        static let build = Habits(rawValue: 1 << 5)
        static let shortVersion = Habits(rawValue: 1 << 6)
        static let noAppVersion = Habits(rawValue: 1 << 7)
        static let unknownMembers = Habits(rawValue: 1 << 8)
        static let betaVersion = Habits(rawValue: 1 << 9)
    }

    /// What a client counts in `sequence`.
    enum Counting: Sendable {
        /// Sends no `sequence`.
        case none
        /// Counts events.
        case events
        /// Counts launches, so that events of one session have the same number.
        case launches
        /// Counts events, but sends the number with only some of them.
        case someEvents
    }

    /// The index of its app.
    let app: Int

    let id: Truth.Identifier

    /// The index into `Vocabulary.locales`.
    let locale: UInt8

    /// A random number that selects the device model.
    let model: UInt8

    /// The number of fractional digits in its timestamps: 0, 3 or 6.
    let digits: UInt8

    let habits: Habits

    let counting: Counting

    let clock: DeviceClock

    /// The offset of the user's local time from UTC in minutes.
    var offset: Int { Vocabulary.locales[Int(locale)].offset }

    /// The resolution of its timestamps.
    var tick: Microseconds { [0: .second, 3: 1_000][digits] ?? 1 }

    /// Creates a random installation. Occasionally it has the UUID of `neighbour` if that belongs to another app: the
    /// same UUID under two apps is two installations.
    init(_ scenario: Scenario, neighbour: Installation?, _ random: inout RandomSource) {
        app = scenario.drawApp(&random)
        let own = random.identifier()
        let shares = random.happens(0.01)
        if let neighbour, shares, neighbour.app != app { id = neighbour.id } else { id = own }
        locale = UInt8(random.whole(0..<Vocabulary.locales.count))
        model = UInt8(random.whole(0..<256))
        digits = [0, 3, 6][random.place(in: [0.25, 0.55, 0.2])]
        habits = Self.drawHabits(&random)
        counting = [.none, .events, .launches, .someEvents][random.place(in: [0.55, 0.3, 0.05, 0.1])]
        clock = DeviceClock.draw(&random)
    }

    private static func drawHabits(_ random: inout RandomSource) -> Habits {
        let shares: [(Habits, Double)] = [
            (.upperCaseIDs, 0.5), (.timesInUTC, 0.3), (.lowerCaseTimes, 0.01), (.nanoseconds, 0.03),
            (.lowerCaseOS, 0.05), (.build, 0.08), (.shortVersion, 0.1), (.noAppVersion, 0.02),
            (.unknownMembers, 0.1), (.betaVersion, 0.004),
        ]
        return shares.reduce(into: []) { habits, share in
            if random.happens(share.1) { habits.insert(share.0) }
        }
    }
}
