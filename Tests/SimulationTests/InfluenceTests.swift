import Simulation
import Testing

@Suite struct InfluenceTests {
    private let sent = push(.notificationSent, "n", at: 0)

    /// Returns the campaigns that have an influenced open.
    private func influenced(_ events: [Event]) -> [String] {
        rows("opens_by_campaign", events).map { $0.split(separator: ",", omittingEmptySubsequences: false) }
            .filter { $0[5] == "1" }.map { String($0[1]) }
    }

    private func isInfluenced(_ events: [Event]) -> Bool { !influenced([sent] + events).isEmpty }

    private func appOpened(at offset: Microseconds) -> Event { event(.appOpened, at: offset) }

    @Test func theWindowBeginsWithTheSendAndEndsBeforeTwelveHours() {
        #expect(!isInfluenced([appOpened(at: -1)]))
        #expect(isInfluenced([appOpened(at: 0)]))
        #expect(isInfluenced([appOpened(at: 12 * hour - 1)]))
        #expect(!isInfluenced([appOpened(at: 12 * hour)]))
    }

    @Test func whatWasOpenedDirectlyIsNotInfluenced() {
        #expect(!isInfluenced([appOpened(at: hour), push(.notificationOpened, "n", at: 10 * day)]))
        #expect(isInfluenced([appOpened(at: hour), push(.notificationOpened, "n", at: 28 * day)]), "too late an open")
    }

    @Test func anAppOpenLessThan30SecondsFromAnOpenBelongsToNone() {
        let other = push(.notificationOpened, "m", at: hour)
        #expect(!isInfluenced([other, appOpened(at: hour - 30 * second + 1)]))
        #expect(isInfluenced([other, appOpened(at: hour - 30 * second)]))
        #expect(!isInfluenced([other, appOpened(at: hour + 30 * second - 1)]))
        #expect(isInfluenced([other, appOpened(at: hour + 30 * second)]))
        let local = push(.notificationOpened, "", at: hour, isLocal: true)
        #expect(!isInfluenced([local, appOpened(at: hour)]), "of any trigger")
    }

    @Test func anAppOpenBelongsToTheLatestSendAtOrBeforeIt() {
        let first = push(.notificationSent, "n", at: 0, campaign: "first")
        let next = push(.notificationSent, "m", at: hour, campaign: "next")
        #expect(influenced([first, next, appOpened(at: hour - 1)]) == ["first"])
        #expect(influenced([first, next, appOpened(at: hour)]) == ["next"])
        #expect(influenced([first, next, appOpened(at: 0), appOpened(at: 2 * hour)]) == ["first", "next"])
    }

    @Test func alsoIfThatWasOpenedDirectlyOrIsTooOld() {
        let first = push(.notificationSent, "n", at: 0, campaign: "first")
        let next = push(.notificationSent, "m", at: hour, campaign: "next")
        let opened = push(.notificationOpened, "m", at: 5 * hour)
        #expect(influenced([first, next, opened, appOpened(at: 2 * hour)]) == [])
        #expect(influenced([first, next, appOpened(at: 13 * hour)]) == [])
    }

    @Test func aResentOneClaimsNothing() {
        let again = push(.notificationSent, "n", at: 11 * hour)
        #expect(!isInfluenced([again, appOpened(at: 12 * hour)]), "the send is its first")
    }

    @Test func ofTwoSendsAtOneInstantTheLastInTheOrderClaims() {
        let low = push(.notificationSent, "m", at: 0, id: 1, campaign: "low")
        let high = push(.notificationSent, "n", at: 0, id: 2, campaign: "high")
        #expect(influenced([high, low, appOpened(at: hour)]) == ["high"])
    }

    @Test func ratesAreOverTheSentAndTheTotalIsTheirSum() {
        let events = [
            push(.notificationSent, "1", at: 0), push(.notificationOpened, "1", at: minute),
            push(.notificationSent, "2", at: hour), appOpened(at: 2 * hour),
            push(.notificationSent, "3", at: 3 * hour), push(.notificationReceived, "3", at: 3 * hour),
        ]
        #expect(
            rows("opens_daily", events, parameters(from: 0, to: 0)) == [
                "a,2026-01-01,iOS,17.4,3,1,1,1,0.333333,0.061492,0.792340,0.333333,0.666667,1,1,3,1,0.333333,0.061492,0.792340"
            ])
    }
}
