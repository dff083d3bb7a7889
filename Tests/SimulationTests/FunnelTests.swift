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
            entry([prompt, grant, event(.notificationOpened, at: offset)])?.after7Days.opened
        }
        #expect(opened(decision - 1) == false)
        #expect(opened(decision) == true)
        #expect(opened(decision + 7 * day - 1) == true)
        #expect(opened(decision + 7 * day) == false)
    }

    @Test func anOpenOfAnyTriggerIsOne() {
        let local = push(.notificationOpened, "", at: day, isLocal: true)
        #expect(entry([prompt, grant, local])?.after7Days.opened == true)
    }

    @Test func theDayAndTheOSAreThePrompts() {
        let found = [event(.promptShown, at: day - 1), event(.promptGranted, at: day, os: iOS18)]
        #expect(rows("opt_in_daily", found) == ["a,2026-01-01,iOS,17.4,1,1,1,0,0,0"])
    }

    @Test func rowsAreOrderedByAppDayNameAndVersionByItsNumbers() {
        let systems = [("iPadOS", 17, 4), ("iOS", 26, 0), ("iOS", 9, 3), ("iOS", 17, 10), ("iOS", 17, 4)]
        let events = systems.enumerated().flatMap { number, os in
            ["b.app", "-a"].map { app in
                prompt.with {
                    $0.os = Truth.OperatingSystem(name: os.0, major: os.1, minor: os.2)
                    $0.app = Truth.Text(app)
                    $0.installation.low = UInt64(number)
                }
            }
        }
        let keys = rows("opt_in_by_os", events).map { $0.split(separator: ",").prefix(3).joined(separator: " ") }
        let ordered = ["iOS 9.3", "iOS 17.4", "iOS 17.10", "iOS 26.0", "iPadOS 17.4"]
        #expect(keys == ordered.map { "'-a \($0)" } + ordered.map { "b.app \($0)" })
        #expect(rows("opt_in_daily", events).first == "'-a,2026-01-01,iOS,9.3,1,0,0,0,1,0")
    }

    @Test func aRowHoldsCountsRatesAndPercentiles() {
        let denial = event(.promptDenied, at: 5 * second)
        let journeys = [[prompt, grant, event(.notificationOpened, at: day)], [prompt, denial], [prompt]]
        let events = journeys.enumerated().flatMap { number, events in
            events.map { $0.with { $0.installation.low = UInt64(number) } }
        }
        #expect(
            rows("opt_in_by_os", events) == [
                """
                a,iOS,17.4,3,2,1,1,1,0,0.333333,0.061492,0.792340,0.500000,0.094531,0.905469,\
                5.008000,10.016000,1,1,1,1,1,1
                """
            ])
    }

    @Test func appVersionsAreOrderedByTheirNumbers() {
        let versions = ["1.10", "beta", "1.9.1", "", "1.9", "1.09", "99999999999999999999", "1.2.", "=1", "2-b"]
        let events = versions.enumerated().map { number, version in
            prompt.with {
                $0.appVersion = Truth.Text(version)
                $0.installation.low = UInt64(number)
            }
        }
        let names = rows("opt_in_by_app_version", events).map {
            String($0.split(separator: ",", omittingEmptySubsequences: false)[1])
        }
        #expect(names == ["", "1.09", "1.9", "1.9.1", "1.10", "99999999999999999999", "1.2.", "2-b", "'=1", "beta"])
        #expect(rows("opt_in_by_app_version", [prompt, grant]) == ["a,,1,1,1,0,0,0,1.000000,0.206549,1.000000"])
    }

    @Test func aRowOfAVariantIsOfOnePlacementAndOSName() {
        let shown = prompt.with { ($0.placement, $0.variant) = ("on, boarding", "\"b\"") }
        let other = prompt.with { ($0.os, $0.installation.low) = (iOS18, 9) }
        #expect(
            rows("opt_in_by_variant", [shown, event(.promptDenied, at: second), other]) == [
                "a,,,iOS,1,0,0,0,1,0,0.000000,0.000000,0.793451",
                "a,\"on, boarding\",\"\"\"b\"\"\",iOS,1,1,0,1,0,0,0.000000,0.000000,0.793451",
            ])
    }

    @Test func textsAreToldApartByTheirBytes() {
        let texts: [Truth.Text] = ["e\u{301}", "\u{e9}"]
        let events = texts.enumerated().map { number, text in
            prompt.with { ($0.placement, $0.installation.low) = (text, UInt64(number)) }
        }
        #expect(rows("opt_in_by_variant", events).count == 2)
    }
}
