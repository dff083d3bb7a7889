/// One installation: its app, its device, and the habits of the client on it.
struct Installation: Sendable {
    /// Small habits of a client's wire format, all of them within the contract.
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

    /// How a client counts its events in `sequence`.
    enum Counting: Sendable {
        /// Not at all.
        case none
        /// Each event.
        case events
        /// Launches, so that events of one session have equal numbers.
        case launches
        /// Each event, but only some events carry the number.
        case someEvents
    }

    /// The place of its app.
    let app: Int

    /// Its UUID.
    let id: Truth.Identifier

    /// The place of its locale in the vocabulary.
    let locale: UInt8

    /// A number that picks the device's model.
    let model: UInt8

    /// Decimal digits of a second that it writes: 0, 3 or 6.
    let digits: UInt8

    /// The habits of its wire format.
    let habits: Habits

    /// How it counts.
    let counting: Counting

    /// How its clock goes.
    let clock: DeviceClock

    /// Minutes that its user's clock is ahead of UTC.
    var offset: Int { Vocabulary.locales[Int(locale)].offset }

    /// The step of its clock.
    var tick: Microseconds { [0: .second, 3: 1_000][digits] ?? 1 }

    /// An installation of a scenario. It has the same UUID as `neighbour` now and then, if that is of another app.
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
