import Simulation

/// Generates small histories in which most events are on a boundary. The same seed gives the same history.
struct Generator {
    var random: RandomSource
    private(set) var settings = History.Settings()
    private let theme: Theme
    private let installations: [Installation]
    /// The time around which everything happens.
    private let base: Microseconds
    /// Whether events are received a second after they happen, so that a horizon at the end of a window often includes
    /// all of them.
    private let isPunctual: Bool
    /// Whether many others come who do little, and rows of few people are withheld.
    let isCrowded: Bool

    /// An installation that sends events, and which of them carry a `sequence`.
    private struct Installation {
        /// Which of its events have a `sequence`.
        enum Sequences: CaseIterable { case all, none, some }

        let app: String
        let number: UInt64
        let sequences: Sequences
    }

    /// Returns the history for a seed, of the theme unless that is nil.
    static func history(seed: UInt64, of theme: Theme? = nil) -> History {
        var generator = Generator(RandomSource(seed: seed, stream: 0), theme)
        return generator.history()
    }

    private init(_ random: RandomSource, _ wanted: Theme?) {
        var random = random
        settings = Self.settings(&random)
        let theme = random.pick(Theme.allCases)
        self.theme = Theme.wanted ?? wanted ?? theme
        let apps = random.happens(0.5) ? ["com.example.shop"] : ["com.example.shop", "b"]
        installations = (1...random.pick([1, 1, 2, 3, 6])).map { number in
            Installation(
                app: random.pick(apps), number: UInt64(random.happens(0.2) ? (number + 1) / 2 : number),
                sequences: random.pick(Installation.Sequences.allCases))
        }
        let year: Range<Microseconds> = 1_767_225_600_000_000..<1_798_761_600_000_000
        // The start of the year, a limit of the 30-day periods (counted from 1970) in the state, the end of February,
        // and clock changes.
        let edges = [year.lowerBound, year.lowerBound + 6 * .day, year.lowerBound + 59 * .day]
        base = random.pick(edges + settings.zone.changes.filter(year.contains)) - .day
        isPunctual = random.happens(0.5)
        isCrowded = random.happens(0.2)
        self.random = random
    }

    static func settings(_ random: inout RandomSource) -> History.Settings {
        History.Settings(
            zone: random.pick(Zone.all), conversion: random.pick([604_800, 604_800, 86_400, 3_600, 1]),
            open: random.pick([2_419_200, 2_419_200, 86_400, 30, 1]),
            influence: random.pick([43_200, 43_200, 3_600, 30, 1, 3_000_000]))
    }

    private mutating func history() -> History {
        var firsts = isCrowded ? crowd() : []
        let count = random.whole(isCrowded ? 1..<7 : random.pick([1..<13, 13..<41]))
        for _ in 0..<count { firsts.append(delivery(firsts.count, after: firsts)) }
        let copies = firsts.filter { _ in random.happens(0.25) }.map { copy(of: $0) }
        let stragglers = random.happens(0.9) ? [straggler(after: firsts)] : []
        let acts = plan(firsts + copies, stragglers)
        var history = History(settings: settings, acts: acts, questions: questions(firsts + stragglers))
        publish(&history)
        return history
    }

    private mutating func delivery(_ place: Int, after others: [Delivery]) -> Delivery {
        let installation = random.pick(installations)
        let own = others.filter { $0.app == installation.app && $0.installation == installation.number }
        let previous = own.isEmpty || random.happens(0.1) ? nil : random.pick(own.suffix(random.pick([1, 4])))
        let (type, moment) = follow(previous)
        var delivery = Delivery(
            type: type, app: installation.app, installation: installation.number, id: UInt64(place + 1),
            occurredAt: moment, receivedAt: receipt(of: moment))
        if let previous, random.happens(0.1) { delivery.id = previous.id }
        setClock(&delivery)
        setSequence(&delivery, installation.sequences, place)
        setContent(&delivery, previous)
        return delivery
    }

    /// Returns the events of fourteen people of few systems and arms, so that often one of these is of too few people and
    /// another is not. Each is asked, assigned, answers or is authorized on one of two days; some have other events on the
    /// days after it.
    private mutating func crowd() -> [Delivery] {
        var crowd: [Delivery] = []
        for installation in 11...24 as ClosedRange<UInt64> {
            let os = random.pick(Boundaries.crowdedSystems)
            let day = random.whole(0..<2)
            let first = (type: random.pick(Boundaries.crowdedTypes), status: "authorized")
            for (place, (type, status)) in ([first] + random.pick(Boundaries.crowdedStories)).enumerated() {
                let moment = base + Microseconds(day + place) * .day
                var delivery = Delivery(
                    type: type, app: installations[0].app, installation: installation, id: UInt64(crowd.count + 1),
                    occurredAt: moment, receivedAt: receipt(of: moment))
                setContent(&delivery, nil)
                delivery.os = os
                if delivery.type == "status_observed" { delivery.data["status"] = status }
                if ["prompt_shown", "experiment_assigned"].contains(delivery.type) {
                    delivery.data["variant"] = random.pick(Boundaries.crowdedVariants)
                }
                // In one experiment of each base.
                if delivery.type == "experiment_assigned" { delivery.data["experiment"] = "primer" }
                if delivery.type == "prompt_shown" { delivery.data["placement"] = "onboarding" }
                crowd.append(delivery)
            }
        }
        return crowd
    }

    /// Returns when an event at a moment is received.
    private mutating func receipt(of moment: Microseconds) -> Microseconds {
        moment + (isPunctual ? .second : random.pick(Boundaries.latenesses))
    }

    /// Returns an event on a boundary of another one, often of a grant, that arrives after everything else was counted:
    /// long after it happened, or when a window ends.
    private mutating func straggler(after others: [Delivery]) -> Delivery {
        let grants = others.filter { $0.type == "prompt_granted" }
        let previous = grants.isEmpty || random.happens(0.3) ? pickByType(others) : random.pick(grants)
        let follower = random.pick(Boundaries.followers(of: previous.type, settings))
        let moment = previous.effectiveAt + Microseconds(random.pick(follower.spans)) * .second
        var delivery = Delivery(
            type: follower.type, app: previous.app, installation: previous.installation, id: UInt64(others.count + 1),
            occurredAt: moment, receivedAt: isPunctual ? max(moment, horizon(others)) : moment + 40 * .day)
        setContent(&delivery, previous)
        return delivery
    }

    /// Returns the type and time of an event that follows `previous`, or of one that follows none.
    private mutating func follow(_ previous: Delivery?) -> (type: String, moment: Microseconds) {
        let miss = random.pick(Boundaries.misses)
        guard let previous else {
            return (random.pick(theme.types), base + Microseconds(random.whole(0..<12)) * 12 * .hour + miss)
        }
        if random.happens(0.75) {
            let follower = random.pick(Boundaries.followers(of: previous.type, settings))
            return (follower.type, previous.effectiveAt + Microseconds(random.pick(follower.spans)) * .second + miss)
        }
        let type = random.pick(theme.types)
        if random.happens(0.6) {
            let day = settings.zone.truth.day(of: previous.effectiveAt) + random.pick(Boundaries.days)
            return (type, settings.zone.start(ofDay: day) + miss)
        }
        return (type, previous.effectiveAt + Microseconds(random.whole(-50..<50)) * .hour + miss)
    }

    /// Sets a clock that is correct, wrong and corrected, or wrong by so little that it isn't corrected.
    private mutating func setClock(_ delivery: inout Delivery) {
        if random.happens(0.2) { delivery.offset = random.pick([540, -330, 60, 840, -1]) }
        guard random.happens(0.3) else {
            if random.happens(0.3) { delivery.sentAt = delivery.receivedAt }
            if random.happens(0.1) { delivery.sentAt = delivery.occurredAt + random.pick(Boundaries.sendings) }
            return
        }
        let error = random.pick(Boundaries.clockErrors)
        delivery.occurredAt += error
        delivery.sentAt = delivery.receivedAt + error
    }

    private mutating func setSequence(_ delivery: inout Delivery, _ sequences: Installation.Sequences, _ place: Int) {
        guard sequences == .all || sequences == .some && random.happens(0.5) else { return }
        delivery.sequence = random.happens(0.5) ? place : random.whole(0..<8)
    }

    private mutating func setContent(_ delivery: inout Delivery, _ previous: Delivery?) {
        if random.happens(0.02) { delivery.type = "prompt_shown_twice" }
        let mayLackOS = ["notification_sent", "push_unregistered", "experiment_assigned"].contains(delivery.type)
        if !mayLackOS || random.happens(0.5) {
            delivery.os = random.pick([
                "iOS 17.4", "iOS 17.4.1", "iOS 17.4", "iOS 18.0", "iPadOS 9.3", "Android 13", "Android 12",
            ])
            if delivery.type.hasPrefix("provisional_") { delivery.os = random.pick(["iOS 17.4", "iOS 18.0"]) }
        }
        if random.happens(0.5) { delivery.appVersion = random.pick(["1.2", "1.10", "beta"]) }
        if random.happens(0.6) { delivery.deviceModel = random.pick(["A", "B", "C", "D", "E", ""]) }
        if random.happens(0.6) { delivery.locale = random.pick(Boundaries.locales) }
        if random.happens(theme == .reach ? 0.6 : 0.1) { set("settings", Boundaries.settings, &delivery) }
        switch delivery.type {
        case "status_observed":
            delivery.data["status"] = random.pick(
                ["authorized", "authorized", "denied", "denied", "not_determined", "provisional", "ephemeral"])
        case "provisional_kept": set("delivery", ["prominent", "quiet"], &delivery)
        case "experiment_assigned":
            delivery.data["experiment"] = random.pick(["primer", "primer", "delay"])
            delivery.data["variant"] = random.pick(["a", "a", "b", "control"])
        case "primer_answered":
            delivery.data["answer"] = random.pick(["accepted", "declined", "dismissed"])
        case "prompt_shown", "primer_shown", "prompt_blocked", "settings_prompt_shown":
            set("placement", ["onboarding", "settings"], &delivery)
            set("variant", ["a", "b", " \u{FEFF}＝b"], &delivery)
        case "notification_sent", "notification_received", "notification_opened":
            setNotification(&delivery, previous)
        default: break
        }
        if delivery.appVersion != nil, random.happens(0.1) { delivery.appVersion = Boundaries.longText }
    }

    private mutating func setNotification(_ delivery: inout Delivery, _ previous: Delivery?) {
        let isAgain = delivery.type == previous?.type
        let same = random.happens(isAgain ? 0.3 : 0.8) ? previous?.data["notification_id"] : nil
        delivery.data["notification_id"] = same ?? random.pick(["n1", "n2", "n3", "n4"])
        set("campaign", ["spring", "sale"], &delivery)
        guard delivery.type != "notification_sent" else { return }
        set("app_state", ["foreground", "background", "not_running", "asleep"], &delivery)
        guard delivery.type == "notification_opened" else { return }
        set("trigger", ["push", "local", "push"], &delivery)
        if random.happens(0.1) { delivery.data["notification_id"] = nil }
    }

    private mutating func set(_ member: String, _ values: [String], _ delivery: inout Delivery) {
        if random.happens(0.7) { delivery.data[member] = random.pick(values) }
    }
}
