import Simulation
import Testing

@Suite struct TrialTests {
    private let started = event(.provisionalStarted, at: 0)

    private func outcome(_ events: [Event]) -> Truth.Trial.Outcome? { Truth.Trial(Truth.Journey(events))?.outcome }

    private func kept(_ kept: Truth.Kept, at offset: Microseconds) -> Event {
        event(.provisionalKept, at: offset).with { $0.kept = kept }
    }

    @Test func theOutcomeIsTheFirstThatEndsTheTrial() {
        #expect(outcome([started]) == .pending)
        #expect(outcome([started, kept(.prominent, at: second)]) == .keptProminent)
        #expect(outcome([started, kept(.quiet, at: second), event(.provisionalTurnedOff, at: day)]) == .keptQuiet)
        #expect(outcome([started, kept(.unspecified, at: second)]) == .keptUnspecified)
        #expect(outcome([started, event(.provisionalTurnedOff, at: second)]) == .turnedOff)
        #expect(outcome([started, event(.promptShown, at: 1), event(.promptGranted, at: second)]) == .upgraded)
        #expect(outcome([started, event(.promptDenied, at: second), kept(.quiet, at: day)]) == .refused)
    }

    @Test func aStatusTellsOfTheChoiceToo() {
        #expect(outcome([started, status(.authorized, at: second)]) == .keptUnspecified)
        #expect(outcome([started, status(.denied, at: second)]) == .turnedOff)
        #expect(outcome([started, status(.provisional, at: second)]) == .pending)
        #expect(outcome([started, status(.notDetermined, at: second), status(.ephemeral, at: day)]) == .pending)
    }

    @Test func noWindowLimitsIt() {
        #expect(outcome([started, kept(.quiet, at: 1_000 * day)]) == .keptQuiet)
    }

    @Test func whatCameBeforeTheStartIsNoOutcome() {
        #expect(outcome([event(.promptDenied, at: -1), status(.authorized, at: -2), started]) == .pending)
        #expect(outcome([kept(.quiet, at: -1), started]) == .pending, "it starts with provisional_started")
    }

    @Test func withoutAStartTheFirstEndStartsItAtItsOwnTime() {
        #expect(outcome([kept(.prominent, at: 0)]) == .keptProminent)
        #expect(outcome([event(.provisionalTurnedOff, at: 0), kept(.quiet, at: 1)]) == .turnedOff)
        #expect(
            outcome([status(.authorized, at: 0), kept(.quiet, at: 1)]) == .keptQuiet, "the observation came before")
        #expect(rows("provisional_by_os", [kept(.quiet, at: -31 * day)]).isEmpty, "the day is the event's")
    }

    @Test func whoWasOnlySeenOnTrialIsInNone() {
        #expect(outcome([status(.provisional, at: 0)]) == nil)
    }

    @Test func theOrderIsThatOfTheSequence() {
        let counted = [
            event(.provisionalStarted, at: day, sequence: 1), event(.promptGranted, at: 0, sequence: 2),
        ]
        #expect(outcome(counted) == .upgraded)
    }

    /// The event contract says that such a status "counts as `not_determined`", so it doesn't end a trial.
    @Test func anOldDeniedThatMeansNotDeterminedIsNoOutcome() {
        #expect(outcome([started, status(.denied, at: second, os: iOS9)]) == .pending)
        #expect(
            outcome([event(.promptShown, at: -1), started, status(.denied, at: second, os: iOS9)]) == .turnedOff)
    }

    @Test func aRowCountsTheTrialsOfItsSystemAndTheirRate() {
        let ends: [[Event]] = [
            [], [kept(.prominent, at: 1)], [event(.provisionalTurnedOff, at: 1)],
            [event(.promptGranted, at: 1, os: iOS18)],
        ]
        let events = ends.enumerated().flatMap { number, end in
            ([started] + end).map { $0.with { $0.installation.low = UInt64(number) } }
        }
        #expect(
            rows("provisional_by_os", events) == ["a,iOS,17.4,4,1,0,0,1,1,0,1,0.666667,0.207660,0.938508"])
        #expect(rows("provisional_by_os", [started]) == ["a,iOS,17.4,1,0,0,0,0,0,0,1,,,"])
    }
}
