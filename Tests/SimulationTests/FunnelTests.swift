import Simulation
import Testing

@Suite struct FunnelTests {
    private let prompt = event(.promptShown, at: 0)
    private let grant = event(.promptGranted, at: 10 * second)

    @Test func withoutADecisionTheWindowDecidesBetweenUndecidedAndOpen() {
        #expect(entry([prompt], horizon: 7 * day)?.state == .undecided)
        #expect(entry([prompt], horizon: 7 * day - 1)?.state == .openWindow)
    }

    @Test func aGrantIsEligibleOnceItsDaysHavePassed() {
        let early = entry([prompt, grant], horizon: 7 * day + 10 * second - 1)
        #expect(early?.after7Days == .init())
        let late = entry([prompt, grant], horizon: 7 * day + 10 * second)
        #expect(late?.after7Days.eligible == true)
        #expect(late?.after30Days.eligible == false)
        #expect(entry([prompt, event(.promptDenied, at: second)])?.after7Days.eligible == false)
    }

    @Test func retainedMeansAuthorizedWhenTheDaysHavePassed() {
        let off = event(.statusObserved, at: 7 * day + 10 * second, status: .denied)
        #expect(entry([prompt, grant, off])?.after7Days.retained == false)
        let later = event(.statusObserved, at: 7 * day + 10 * second + 1, status: .denied)
        #expect(entry([prompt, grant, later])?.after7Days.retained == true)
        #expect(entry([prompt, grant, later])?.after30Days.retained == false)
    }

    @Test func openedLiesFromTheDecisionToBeforeTheEndOfTheDays() {
        let decision = 10 * second
        func opened(_ offset: Microseconds) -> Bool? {
            entry([prompt, grant], opens: [offset])?.after7Days.opened
        }
        #expect(opened(decision - 1) == false)
        #expect(opened(decision) == true)
        #expect(opened(decision + 7 * day - 1) == true)
        #expect(opened(decision + 7 * day) == false)
    }

    @Test func theDayAndTheOSAreThePrompts() {
        let newer = Truth.OperatingSystem(name: "iOS", major: 18, minor: 0)
        let found = entry([event(.promptShown, at: day - 1), event(.promptGranted, at: day, os: newer)])
        #expect(found?.day == 20_454, "2026-01-01")
        #expect(found?.os == iOS17)
    }

    @Test func rowsAreOrderedByAppDayNameAndVersionByItsNumbers() throws {
        var tables = Truth.OptInTables(horizon: start + 20 * day)
        let systems = [("iPadOS", 17, 4), ("iOS", 26, 0), ("iOS", 9, 3), ("iOS", 17, 10), ("iOS", 17, 4)]
        for (name, major, minor) in systems {
            let os = Truth.OperatingSystem(name: name, major: major, minor: minor)
            let prompted = try #require(entry([event(.promptShown, at: 0, os: os)]))
            for app in ["b.app", "-a"] { tables.add(prompted, app: app) }
        }
        let keys = tables.optInByOS.split(separator: "\n").dropFirst().map {
            $0.split(separator: ",").prefix(3).joined(separator: " ")
        }
        let ordered = ["iOS 9.3", "iOS 17.4", "iOS 17.10", "iOS 26.0", "iPadOS 17.4"]
        #expect(keys == ordered.map { "'-a \($0)" } + ordered.map { "b.app \($0)" })
        #expect(tables.optInDaily.contains("\n'-a,2026-01-01,iOS,9.3,1,0,0,0,1,0\n"))
    }

    @Test func theRangeIsTheNinetyDaysBeforeTheHorizonsDay() throws {
        func isCounted(_ offset: Microseconds) throws -> Bool {
            var tables = Truth.OptInTables(horizon: start + 90 * day + 5 * second)
            tables.add(try #require(entry([event(.promptShown, at: offset)])), app: "a")
            return tables.optInByOS.split(separator: "\n").count == 2
        }
        #expect(try !isCounted(-1))
        #expect(try isCounted(0))
        #expect(try isCounted(90 * day - 1))
        #expect(try !isCounted(90 * day))
    }

    @Test func aRowHoldsCountsRatesAndPercentiles() throws {
        var tables = Truth.OptInTables(horizon: start + 60 * day)
        let denial = event(.promptDenied, at: 5 * second)
        for events in [[prompt, grant], [prompt, denial], [prompt]] {
            tables.add(try #require(entry(events, opens: [day])), app: "a")
        }
        let row = tables.optInByOS.split(separator: "\n")[1]
        #expect(
            row == """
                a,iOS,17.4,3,2,1,1,1,0,0.333333,0.061492,0.792340,0.500000,0.094531,0.905469,\
                7.500000,9.500000,1,1,1,1,1,1
                """)
    }
}
