import Projections
import Simulation
import Testing

/// Failures found by random histories, shrunk as far as possible, and one that these would find too seldom.
@Suite struct HistoriesThatWentWrong {
    @Test func aRebuildKnowsTheInstallationOfTheSmallestID() async throws {
        let delivery = Self.delivery("prompt_shown", at: 1_767_830_399_999_001, installation: 1)
        try await expectNoFinding(acts: [.ingest([delivery], batchSize: 1), .audit(Projection.all.map(\.name))])
    }

    @Test func aDayWhoseMidnightComesTwiceIsOneDayOfReach() async throws {
        // 2026-11-01 begins at 04:00 UTC, and at 05:00 the clocks are set back to midnight.
        let delivery = Self.delivery("prompt_denied", at: 1_793_505_600_000_000)
        try await expectNoFinding(
            acts: [.ingest([delivery], batchSize: 1)], settings: History.Settings(zone: .havana),
            question: History.Question(from: 20_758, to: 20_760))
    }

    @Test func aDayToWhichClocksGoBackEndsOnceTheNextBeginsForGood() async throws {
        // At 02:31 UTC the clocks of this zone go back from 00:01 on 2026-11-01 to 23:01 on the day before.
        let firstMidnight: Microseconds = 1_793_500_200_000_000
        let asked = Self.delivery("settings_prompt_shown", at: firstMidnight + 7 * .second, id: 2)
        var ephemeral = Self.delivery("status_observed", at: firstMidnight + .minute, id: 3)
        ephemeral.os = "Android 14"
        ephemeral.data["status"] = "ephemeral"
        try await expectNoFinding(
            acts: [
                .ingest([Self.delivery("provisional_kept", at: firstMidnight - .day), asked, ephemeral], batchSize: 10)
            ],
            settings: History.Settings(zone: Zone(name: "NST3:30NDT,M3.2.0/0:01,M11.1.0/0:01")),
            question: History.Question(from: 20_755, to: 20_760))
    }

    @Test func aStatusBeforeClocksGoBackToADayHoldsAtItsEnd() async throws {
        // 30 s after the first midnight of 2026-11-01 in this zone, whose clocks then go back to the day before.
        let changed: Microseconds = 1_793_500_200_000_000 + 30 * .second
        let allowed = Self.delivery("prompt_granted", at: changed, id: 2)
        let opened = Self.delivery("app_opened", at: changed - .hour, id: 3)
        try await expectNoFinding(
            acts: [.ingest([Self.delivery("prompt_denied", at: changed - .day), allowed, opened], batchSize: 10)],
            settings: History.Settings(zone: Zone(name: "NST3:30NDT,M3.2.0/0:01,M11.1.0/0:01")),
            question: History.Question(from: 20_755, to: 20_760))
    }

    @Test func rejectsAloneGiveNoHorizon() async throws {
        let delivery = Self.delivery("prompt_shown_twice", at: 1_793_505_600_000_000)
        try await expectNoFinding(
            acts: [.ingest([delivery], batchSize: 1)],
            question: History.Question(asOf: 1_793_505_700_000_000, from: 20_758, to: 20_760))
    }

    @Test func anOpenBeforeTheDaysOfHowOftenIsNoneOfThemAtAPastHorizon() async throws {
        let granted: Microseconds = 1_767_960_000_000_000
        var opened = Self.delivery("notification_opened", at: granted + .day, id: 2)
        opened.data["notification_id"] = "n"
        let later = Self.delivery("app_opened", at: granted + 60 * .day, id: 3)
        try await expectNoFinding(
            acts: [.ingest([Self.delivery("prompt_granted", at: granted), opened, later], batchSize: 10)],
            question: History.Question(asOf: granted + 40 * .day))
    }

    @Test func anOutcomeThatAClockDatesAfterTheHorizonIsKnown() async throws {
        var kept = Self.delivery("provisional_kept", at: 1_767_657_599_000_000)
        kept.receivedAt = kept.occurredAt - .hour
        try await expectNoFinding(
            acts: [.ingest([kept], batchSize: 10)],
            question: History.Question(asOf: kept.occurredAt - .hour, from: 20_457, to: 20_460))
    }

    @Test func anAssignmentThatALaterReceivedOneRepeatsIsKnownBeforeThat() async throws {
        let start: Microseconds = 1_767_960_000_000_000
        let arms: [(variant: String, installation: UInt64, wait: Microseconds)] = [
            ("control", 1, 0), ("a", 2, 0), ("control", 3, .hour), ("control", 3, .day),
        ]
        var deliveries = arms.enumerated().map { place, arm in
            var assigned = Self.delivery(
                "experiment_assigned", at: start + arm.wait, installation: arm.installation, id: UInt64(place + 1))
            assigned.data = ["experiment": "primer", "variant": arm.variant]
            return assigned
        }
        deliveries[2].receivedAt = start + 10 * .day
        try await expectNoFinding(
            acts: [.ingest(deliveries, batchSize: 10)], question: History.Question(asOf: start + 9 * .day))
    }

    @Test func aStatusThatComesLateIsNotKnownAtAPastHorizonThatKnowsTheAssignment() async throws {
        let start: Microseconds = 1_767_960_000_000_000
        var deliveries = Self.assigned(["control": 1, "a": 2], at: start)
        var authorized = Self.delivery("status_observed", at: start + .hour, installation: 2, id: 3)
        authorized.data["status"] = "authorized"
        authorized.receivedAt = start + 10 * .day
        deliveries.append(authorized)
        try await expectNoFinding(
            acts: [.ingest(deliveries, batchSize: 10)], question: History.Question(asOf: start + 9 * .day))
    }

    @Test func theDayBeforeOneWhoseMidnightComesTwiceEndsAtTheFirst() async throws {
        let assignment: Microseconds = 1_793_422_800_000_000
        let deliveries = Self.assigned(["control": 1, "b": 2], at: assignment)
        try await expectNoFinding(
            acts: [.ingest(deliveries, batchSize: 10)],
            settings: History.Settings(zone: .havana, conversion: 86_400),
            question: History.Question(asOf: 1_793_595_599_999_999))
    }

    @Test func aLateSendReachesATurnOffThatStandsBeforeAnEarlierReading() async throws {
        let start: Microseconds = 1_792_848_000_000_000
        let kept = Self.delivery("provisional_kept", at: start)
        var turnedOff = Self.delivery("provisional_turned_off", at: start + 2 * .day + 1, id: 2)
        turnedOff.sequence = 1
        var asked = Self.delivery("prompt_shown", at: start + 2 * .day, id: 3)
        asked.sequence = 10
        var sent = Self.delivery("notification_sent", at: start + .hour, id: 4)
        sent.data["notification_id"] = "n"
        try await expectNoFinding(
            acts: [
                .ingest([kept, turnedOff, asked], batchSize: 10), .project(stepSize: 10),
                .ingest([sent], batchSize: 10),
            ],
            question: History.Question(asOf: start + 40 * .day))
    }

    @Test func aStatusOfALaterTimeThatComesBeforeTheEndOfAnArmsWindowInTheOrderCanBeUnknown() async throws {
        let start: Microseconds = 1_767_744_000_000_000
        var deliveries = Self.assigned(["control": 1, "a": 2], at: start)
        deliveries[1].sequence = 1
        var authorized = Self.delivery("status_observed", at: start + 20 * .day, installation: 2, id: 3)
        authorized.data["status"] = "authorized"
        authorized.sequence = 2
        var opened = Self.delivery("settings_opened", at: start + .day, installation: 2, id: 4)
        opened.sequence = 3
        try await expectNoFinding(
            acts: [.ingest(deliveries + [authorized, opened], batchSize: 10)],
            question: History.Question(asOf: start + 10 * .day))
    }

    /// No random history of four hundred had one.
    @Test func whoIsAuthorized24HoursAfterSettingsHasNotReturned() async throws {
        let start: Microseconds = 1_767_744_000_000_000
        let story: [(type: String, hours: Microseconds)] = [
            ("prompt_denied", 0), ("settings_prompt_shown", 1), ("settings_opened", 2), ("prompt_granted", 26),
        ]
        let deliveries = story.enumerated().map { place, event in
            Self.delivery(event.type, at: start + event.hours * .hour, id: UInt64(place + 1))
        }
        try await expectNoFinding(acts: [.ingest(deliveries, batchSize: 10)])
    }

    @Test func aRepeatedAssignmentWithASequenceDecidesWhichOneIsTheFirst() async throws {
        let start: Microseconds = 1_767_744_000_000_000
        var deliveries = Self.assigned(["control": 1, "a": 2], at: start + .day)
        for (place, (day, sequence)) in [(3, 5), (0, 9)].enumerated() {
            var repeated = deliveries[1]
            repeated.id = UInt64(place + 3)
            repeated.occurredAt = start + Microseconds(day) * .day
            repeated.receivedAt = repeated.occurredAt + (day == 0 ? 20 * .day : .second)
            repeated.sequence = sequence
            deliveries.append(repeated)
        }
        try await expectNoFinding(
            acts: [.ingest(deliveries, batchSize: 10)], question: History.Question(asOf: start + 9 * .day))
    }

    @Test(arguments: [20_757, 20_785])
    func turnOffsByFrequencyBeginAndEndWithADayWhoseMidnightComesTwice(to: Int) async throws {
        var authorized = Self.delivery("status_observed", at: 1_788_264_000_000_000)
        authorized.data["status"] = "authorized"
        var denied = Self.delivery("status_observed", at: 1_793_507_400_000_000, id: 2)
        denied.data["status"] = "denied"
        let later = Self.delivery("app_opened", at: 1_796_472_000_000_000, installation: 2, id: 3)
        try await expectNoFinding(
            acts: [.ingest([authorized, denied, later], batchSize: 10)],
            settings: History.Settings(zone: .havana),
            question: History.Question(from: to - 6, to: to))
    }

    @Test func anEventOfTheSameSequenceCanComeBeforeATurnOffOfAnEarlierTime() async throws {
        let start: Microseconds = 1_767_571_200_000_000
        let statuses: [(status: String, day: Microseconds, sequence: Int?)] = [
            ("authorized", 0, 1), ("denied", 10, nil), ("authorized", 20, 1),
        ]
        let events = statuses.enumerated().map { place, event in
            var observed = Self.delivery("status_observed", at: start + event.day * .day, id: UInt64(place + 1))
            observed.data["status"] = event.status
            observed.sequence = event.sequence
            return observed
        }
        var sent = Self.delivery("notification_sent", at: start + 5 * .day, id: 9)
        sent.data["notification_id"] = "n"
        try await expectNoFinding(
            acts: [
                .ingest([events[0], sent, events[1]], batchSize: 10), .project(stepSize: 10),
                .ingest([events[2]], batchSize: 10),
            ])
    }

    /// Returns an assignment of each installation to its variant of one experiment, the last variant first.
    private static func assigned(_ variants: [String: UInt64], at time: Microseconds) -> [Delivery] {
        variants.sorted { $0.key > $1.key }.map { variant, number in
            var assigned = delivery("experiment_assigned", at: time, installation: number, id: number)
            assigned.data = ["experiment": "primer", "variant": variant]
            return assigned
        }
    }

    private static func delivery(
        _ type: String, at time: Microseconds, installation: UInt64 = 1, id: UInt64 = 1
    ) -> Delivery {
        Delivery(
            type: type, app: "com.example.shop", installation: installation, id: id, occurredAt: time,
            receivedAt: time + .second, os: "iOS 17.4")
    }

    private func expectNoFinding(
        acts: [History.Act], settings: History.Settings = History.Settings(),
        question: History.Question = History.Question()
    ) async throws {
        let history = History(settings: settings, acts: acts, questions: [question])
        let finding = try await Playback.run(with: nil) { try await $0.finding(in: history) }
        #expect(finding?.description == nil)
    }
}
