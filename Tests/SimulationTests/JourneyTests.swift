import Simulation
import Testing

@Suite struct JourneyTests {
    @Test func thePromptIsTheFirstOne() {
        let journey = Truth.Journey([
            event(.promptShown, at: 9 * second, id: 2), event(.promptShown, at: 3 * second, id: 1),
            event(.promptGranted, at: 10 * second),
        ])
        #expect(journey.prompt?.id.low == 1)
        #expect(entry(journey.events)?.state == .decided(granted: true, after: 7 * second))
    }

    @Test func anAnswerWithoutAPromptBeforeItIsNoDecision() {
        let orphan = [event(.promptGranted, at: 0)]
        #expect(entry(orphan) == nil)
        #expect(entry(orphan + [event(.promptShown, at: second)])?.state == .undecided)
        #expect(
            entry(orphan + [event(.promptShown, at: second), event(.promptDenied, at: 3 * second)])?.state
                == .decided(granted: false, after: 2 * second))
    }

    @Test func aDecisionLiesLessThanTheWindowAfterThePrompt() {
        let prompt = event(.promptShown, at: 0)
        let inside = entry([prompt, event(.promptGranted, at: 7 * day - 1)])
        #expect(inside?.state == .decided(granted: true, after: 7 * day - 1))
        #expect(entry([prompt, event(.promptGranted, at: 7 * day)])?.state == .undecided)
    }

    @Test func theFirstAnswerInTheOrderCounts() {
        let answers = [event(.promptDenied, at: second, id: 1), event(.promptGranted, at: second, id: 2)]
        let decision = Truth.Journey([event(.promptShown, at: 0)] + answers).decision(within: 7 * day)
        #expect(decision?.type == .promptGranted, "at the same instant the type's place decides")
    }

    @Test func sequenceOrdersIfEveryEventHasIt() {
        let prompt = event(.promptShown, at: 90 * second, sequence: 1)
        let grant = event(.promptGranted, at: 0, sequence: 2)
        #expect(entry([grant, prompt])?.state == .decided(granted: true, after: 0))
        let uncounted = event(.statusObserved, at: day, status: .authorized)
        #expect(entry([grant, prompt, uncounted])?.state == .undecided, "one without it: time orders")
    }

    @Test func equalSequencesAreOrderedByTime() {
        let events = [
            event(.promptGranted, at: 2 * second, sequence: 5), event(.promptShown, at: second, sequence: 5),
        ]
        #expect(entry(events)?.state == .decided(granted: true, after: second))
    }

    @Test func equalTimesAreOrderedByTypeThenByTheBytesOfTheId() {
        let high = status(.denied, at: 0).with { $0.id = Truth.Identifier(high: 1 << 63, low: 0) }
        let low = event(.statusObserved, at: 0, id: .max, status: .authorized)
        #expect(Truth.Journey([high, low]).statuses == [.authorized, .denied])
        let granted = event(.promptGranted, at: 0, id: .max)
        #expect(Truth.Journey([low, granted]).events.map(\.type) == [.promptGranted, .statusObserved])
    }

    @Test func theStatusFollowsTheTableOfTypes() {
        let types: [Truth.EventType] = [
            .promptShown, .provisionalStarted, .settingsPromptShown, .provisionalTurnedOff, .settingsOpened,
            .provisionalKept, .promptDenied, .promptGranted,
        ]
        let events = types.enumerated().map { event($1, at: Microseconds($0) * second) }
        #expect(
            Truth.Journey(events).statuses == [
                .unknown, .provisional, .provisional, .denied, .denied, .authorized, .denied, .authorized,
            ])
    }

    @Test func anOldDeniedBeforeAnyPromptMeansNotDetermined() {
        let observed = event(.statusObserved, at: 0, os: iOS9, status: .denied)
        let prompt = event(.promptShown, at: second, os: iOS9)
        let again = event(.statusObserved, at: 2 * second, os: iOS9, status: .denied)
        #expect(Truth.Journey([observed, prompt, again]).statuses == [.notDetermined, .notDetermined, .denied])
        let onMac = Truth.OperatingSystem(name: "macOS", major: 9, minor: 0)
        #expect(Truth.Journey([event(.statusObserved, at: 0, os: onMac, status: .denied)]).statuses == [.denied])
        #expect(Truth.Journey([event(.statusObserved, at: 0, status: .denied)]).statuses == [.denied])
    }

    @Test func theStatusAtATimeIsThatOfTheLastEventInTheOrderOfThoseEffectiveByThen() {
        let journey = Truth.Journey([
            event(.promptShown, at: 0, sequence: 1),
            event(.promptGranted, at: 50 * second, sequence: 2),
            event(.statusObserved, at: 10 * second, sequence: 3, status: .denied),
        ])
        #expect(journey.status(at: start - 1) == .unknown)
        #expect(journey.status(at: start + 9 * second) == .unknown)
        #expect(journey.status(at: start + 10 * second) == .denied)
        #expect(journey.status(at: start + 50 * second) == .denied, "the observation is later in the order")
    }

    @Test func theFoldRunsOverAllEventsAlsoForTheStatusAtAnEarlierTime() {
        let journey = Truth.Journey([
            event(.promptShown, at: 100 * second, sequence: 1, os: iOS9),
            event(.statusObserved, at: 10 * second, sequence: 2, os: iOS9, status: .denied),
        ])
        #expect(journey.status(at: start + 20 * second) == .denied)
    }
}
