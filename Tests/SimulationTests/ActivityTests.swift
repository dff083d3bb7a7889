import Simulation
import Testing

@Suite struct ActivityTests {
    private func appOpened(at offset: Microseconds, of installation: UInt64 = 1, os: Truth.OperatingSystem = iOS17)
        -> Event
    {
        event(.appOpened, at: offset, of: installation, os: os)
    }

    private func activity(_ events: [Event], from: Int = 0, to: Int) -> [String] {
        rows("activity_daily", events, parameters(from: from, to: to))
    }

    @Test func anInstallationIsActiveOnceADayUnderTheOSOfItsLastEvent() {
        let events = [appOpened(at: hour), appOpened(at: 3 * hour, os: iOS18), appOpened(at: 2 * hour)]
        #expect(rows("opens_daily", events) == ["a,2026-01-01,iOS,18.0,0,0,0,0,,,,,,0,1,0,0,,,"])
    }

    @Test func openersStandUnderTheOSOfTheirLastOpen() {
        let events = [push(.notificationOpened, "n", at: hour), appOpened(at: 2 * hour, os: iOS18)]
        #expect(
            rows("opens_daily", events) == [
                "a,2026-01-01,iOS,17.4,0,0,0,0,,,,,,1,0,0,0,,,", "a,2026-01-01,iOS,18.0,0,0,0,0,,,,,,0,1,0,0,,,",
            ])
    }

    @Test func aLocalOpenIsActiveAlone() {
        let local = push(.notificationOpened, "n", at: 0, isLocal: true)
        #expect(rows("opens_daily", [local]) == ["a,2026-01-01,iOS,17.4,0,0,0,0,,,,,,0,1,0,0,,,"])
        #expect(activity([local], to: 0) == ["a,2026-01-01,1,0,,1,0,0,0.000000"])
    }

    @Test func aDayEndsBeforeMidnight() {
        #expect(rows("opens_daily", [appOpened(at: day - 1), appOpened(at: day)]).count == 2)
    }

    @Test func atOneInstantTheTypesPlaceDecidesWhichEventIsTheLast() {
        let tied = [appOpened(at: 0, os: iOS18), push(.notificationOpened, "n", at: 0)]
        #expect(rows("opens_daily", tied).last == "a,2026-01-01,iOS,18.0,0,0,0,0,,,,,,0,1,0,0,,,")
    }

    @Test func receiptsAndPermissionEventsAreNoActivity() {
        #expect(activity([push(.notificationReceived, "n", at: 0), status(.authorized, at: 0)], to: 0) == [])
    }

    @Test func theTwentyEightDaysEndWithTheDay() {
        let days = activity([appOpened(at: hour)], from: -2, to: 40)
        #expect(days.count == 28)
        #expect(days.first == "a,2026-01-01,1,0,,1,0,0,0.000000")
        #expect(days.last == "a,2026-01-28,0,0,,1,0,0,0.000000")
    }

    @Test func daysBeforeTheRangeCountInIt() {
        #expect(activity([appOpened(at: -27 * day)], to: 0) == ["a,2026-01-01,0,0,,1,0,0,0.000000"])
        #expect(activity([appOpened(at: -27 * day - 1)], to: 0) == [])
    }

    @Test func anInstallationCountsOnceIn28Days() {
        let days = activity([appOpened(at: 0), appOpened(at: day), appOpened(at: 20 * day)], to: 60)
        #expect(days.count == 48)
        #expect(days[20] == "a,2026-01-21,1,0,,1,0,0,0.000000")
    }

    @Test func theOpenerRateIsOverTheReachableOfTheDayBefore() {
        let reached = [1, 2, 3, 4].map { status(.authorized, at: 0).with(installation: $0) }
        let late = status(.authorized, at: day).with(installation: 5)
        let opened = push(.notificationOpened, "n", at: day + hour).with(installation: 5)
        #expect(activity(reached + [late, opened], to: 1) == ["a,2026-01-02,1,1,0.250000,1,1,1,1.000000"])
    }

    @Test func theDayBeforeTheRangeIsKnownToo() {
        let opened = push(.notificationOpened, "n", at: hour)
        #expect(
            activity([status(.denied, at: hour), status(.authorized, at: -1), opened], to: 0) == [
                "a,2026-01-01,1,1,1.000000,1,1,0,0.000000"
            ])
    }

    @Test func reachableOfTheActiveIsAtTheEndOfTheDay() {
        let events = [appOpened(at: 0), appOpened(at: 0, of: 2), status(.authorized, at: day)]
        #expect(
            activity(events, to: 1) == [
                "a,2026-01-01,2,0,,2,0,0,0.000000", "a,2026-01-02,0,0,,2,0,1,0.500000",
            ])
    }
}

extension Truth.Event {
    /// Returns the same event in another installation.
    fileprivate func with(installation: UInt64) -> Event { with { $0.installation.low = installation } }
}
