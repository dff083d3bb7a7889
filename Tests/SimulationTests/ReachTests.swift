import Simulation
import Testing

@Suite struct ReachTests {
    private func reach(_ events: [Event], from: Int = 0, to: Int) -> [String] {
        rows("reach_daily", events, parameters(from: from, to: to))
    }

    @Test func aStatusHoldsFromTheEndOfItsDayUntilTheNext() {
        #expect(
            reach([status(.authorized, at: day), status(.denied, at: 3 * day - 1)], to: 3) == [
                "a,2026-01-02,iOS,17.4,1,0,0,0,0,0,1,1.000000,1,0",
                "a,2026-01-03,iOS,17.4,0,0,0,1,0,0,0,0.000000,0,1",
                "a,2026-01-04,iOS,17.4,0,0,0,1,0,0,0,0.000000,0,0",
            ])
    }

    @Test func anEventAtMidnightBelongsToTheNewDay() {
        #expect(reach([status(.provisional, at: day)], to: 1).count == 1)
        #expect(reach([status(.provisional, at: day - 1)], to: 1).count == 2)
    }

    @Test func whoOnlySawThePromptIsUnknownAndInNoRate() {
        #expect(reach([event(.promptShown, at: 0)], to: 0) == ["a,2026-01-01,iOS,17.4,0,0,0,0,0,1,0,,0,0"])
    }

    @Test func reachableIsAuthorizedProvisionalOrEphemeral() {
        let statuses: [Truth.Status] = [.authorized, .provisional, .ephemeral, .denied, .notDetermined]
        let events = statuses.enumerated().map { number, seen in
            status(seen, at: 0).with { $0.installation.low = UInt64(number) }
        }
        let unknown = event(.settingsOpened, at: 0, of: 9)
        #expect(reach(events + [unknown], to: 0) == ["a,2026-01-01,iOS,17.4,1,1,1,1,1,1,3,0.600000,3,0"])
    }

    @Test func gainedAndLostCompareTheEndsOfTwoDays() {
        let withinADay = [status(.denied, at: 0), status(.authorized, at: day), status(.denied, at: day + hour)]
        #expect(reach(withinADay, from: 1, to: 1) == ["a,2026-01-02,iOS,17.4,0,0,0,1,0,0,0,0.000000,0,0"])
        let toTrial = [status(.authorized, at: 0), status(.provisional, at: day)]
        #expect(reach(toTrial, from: 1, to: 1) == ["a,2026-01-02,iOS,17.4,0,1,0,0,0,0,1,1.000000,0,0"])
    }

    @Test func bothStandUnderTheOSAtTheEndOfTheDay() {
        let upgraded = [status(.authorized, at: 0), status(.denied, at: day, os: iOS18)]
        #expect(
            reach(upgraded, to: 1) == [
                "a,2026-01-01,iOS,17.4,1,0,0,0,0,0,1,1.000000,1,0",
                "a,2026-01-02,iOS,18.0,0,0,0,1,0,0,0,0.000000,0,1",
            ])
    }

    @Test func whatWasGainedBeforeTheRangeIsNotGainedInIt() {
        #expect(
            reach([status(.authorized, at: -day)], to: 0) == ["a,2026-01-01,iOS,17.4,1,0,0,0,0,0,1,1.000000,0,0"])
    }

    @Test func theLastEventInTheOrderCountsOfThoseBeforeTheEndOfTheDay() {
        let counted = [
            event(.promptGranted, at: 2 * day, sequence: 1),
            event(.statusObserved, at: 0, sequence: 2, os: iOS18, status: .denied),
        ]
        #expect(
            reach(counted, to: 2).last == "a,2026-01-03,iOS,18.0,0,0,0,1,0,0,0,0.000000,0,0",
            "the grant is later by the clock alone")
    }

    @Test func theFoldRunsOverAllEvents() {
        let counted = [
            event(.promptShown, at: 2 * day, sequence: 1, os: iOS9),
            event(.statusObserved, at: 0, sequence: 2, os: iOS9, status: .denied),
        ]
        #expect(reach(counted, to: 0) == ["a,2026-01-01,iOS,9.3,0,0,0,1,0,0,0,0.000000,0,0"])
    }
}
