import Simulation
import Testing

@Suite struct WinBackTests {
    private let denied = status(.denied, at: 0)
    private let asked = event(.settingsPromptShown, at: second)

    private func steps(_ events: [Event]) -> [Bool]? {
        Truth.WinBack(Truth.Journey(events)).map { [$0.went, $0.returned] }
    }

    @Test func onlyWhoIsAskedWhileDeniedCounts() {
        #expect(steps([asked]) == nil)
        #expect(steps([status(.authorized, at: 0), asked]) == nil)
        #expect(steps([denied, asked]) == [false, false])
        #expect(steps([asked, status(.denied, at: 2 * second)]) == nil)
    }

    @Test func theFirstAskWhileDeniedIsTheCohorts() {
        let early = event(.settingsPromptShown, at: -day)
        let later = event(.settingsPromptShown, at: 3 * day, os: iOS18)
        #expect(
            rows("win_back_by_os", [early, denied, asked, later]) == [
                "a,iOS,17.4,1,0,0,0.000000,0.000000,0.793451"
            ])
        #expect(Truth.WinBack(Truth.Journey([early, denied, asked, later]))?.asked.effectiveAt == start + second)
    }

    @Test func settingsMustBeOpenedAfterItAndWithinADay() {
        func went(_ offset: Microseconds) -> Bool? {
            steps([denied, asked, event(.settingsOpened, at: offset)])?[0]
        }
        #expect(went(second - 1) == false)
        #expect(went(second) == true, "at the same time the type's place decides")
        #expect(went(second + day - 1) == true)
        #expect(went(second + day) == false)
    }

    @Test func returnedIsAuthorizedWithinADayOfTheOpening() {
        let opened = event(.settingsOpened, at: 2 * second)
        func returned(_ offset: Microseconds) -> Bool? {
            steps([denied, asked, opened, status(.authorized, at: offset)])?[1]
        }
        #expect(returned(2 * second + day - 1) == true)
        #expect(returned(2 * second + day) == false)
        #expect(returned(2 * second - 1) == true, "authorized already when Settings was opened")
        #expect(steps([denied, asked, status(.authorized, at: 3 * second)]) == [false, false], "nobody went")
    }

    @Test func alsoIfItIsDeniedAgainSoon() {
        let opened = event(.settingsOpened, at: 2 * second)
        let events = [denied, asked, opened, status(.authorized, at: minute), status(.denied, at: 2 * minute)]
        #expect(steps(events) == [true, true])
    }

    @Test func theFirstOpeningCounts() {
        let openings = [event(.settingsOpened, at: hour), event(.settingsOpened, at: 20 * hour)]
        #expect(steps([denied, asked] + openings + [status(.authorized, at: 26 * hour)]) == [true, false])
    }

    @Test func spansAreNeverNegative() {
        let events = [
            event(.statusObserved, at: 0, sequence: 1, status: .denied),
            event(.settingsPromptShown, at: 5 * day, sequence: 2),
            event(.settingsOpened, at: 0, sequence: 3),
            event(.statusObserved, at: -day, sequence: 4, status: .authorized),
        ]
        #expect(steps(events) == [true, true])
    }

    @Test func aRowCountsTheAskedOfItsSystem() {
        let back = [denied, asked, event(.settingsOpened, at: minute, os: iOS18), status(.authorized, at: hour)]
        let not = [denied, asked].map { $0.with { $0.installation.low = 2 } }
        #expect(rows("win_back_by_os", back + not) == ["a,iOS,17.4,2,1,1,0.500000,0.094531,0.905469"])
    }
}
