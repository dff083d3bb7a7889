import Simulation
import Testing

@Suite struct SendTests {
    private let sent = push(.notificationSent, "n", at: 0)

    /// Returns `sent`, `received`, `direct_opens` and `influenced_opens` of the day of `start`.
    private func counts(_ events: [Event]) -> [Int] {
        let rows = rows("opens_by_campaign", events, parameters(from: 0, to: 0))
        return rows.first?.split(separator: ",", omittingEmptySubsequences: false)[2...5].compactMap { Int($0) } ?? []
    }

    @Test(arguments: [Truth.EventType.notificationReceived, .notificationOpened])
    func theIntervalBeginsAMinuteBeforeTheSendAndEndsBeforeItsWindowDoes(type: Truth.EventType) {
        func isCounted(_ offset: Microseconds) -> Bool {
            counts([sent, push(type, "n", at: offset)])[type == .notificationReceived ? 1 : 2] == 1
        }
        #expect(!isCounted(-minute - 1))
        #expect(isCounted(-minute))
        #expect(isCounted(28 * day - 1))
        #expect(!isCounted(28 * day))
    }

    /// Returns `sent_24h` and `opened_24h` of the day of `start`, with an open `offset` microseconds after the send.
    private func first24Hours(
        opened offset: Microseconds, horizon: Microseconds = 60 * day, window: Microseconds = 28 * day
    ) -> [String] {
        var parameters = parameters(horizon: horizon, from: 0, to: 0)
        parameters.openWindow = window
        let rows = rows("opens_by_campaign", [sent, push(.notificationOpened, "n", at: offset)], parameters)
        return rows.map { row in
            row.split(separator: ",", omittingEmptySubsequences: false)[11...12].joined(separator: ",")
        }
    }

    @Test func theFirst24HoursEndBeforeADayIsOver() {
        #expect(first24Hours(opened: day - 1) == ["1,1"])
        #expect(first24Hours(opened: day) == ["1,0"])
        #expect(first24Hours(opened: -minute) == ["1,1"])
        #expect(first24Hours(opened: -minute - 1) == ["1,0"])
    }

    @Test func theFirst24HoursAreWhateverTheOpenWindow() {
        #expect(first24Hours(opened: 2 * hour, window: hour) == ["1,1"])
    }

    @Test func aSendIsInTheRateOnceItsFirst24HoursAreOver() {
        #expect(first24Hours(opened: hour, horizon: day) == ["1,1"])
        #expect(first24Hours(opened: hour, horizon: day - 1) == ["0,0"])
    }

    @Test func aResentOneIsTheSameSendAtItsFirst() {
        let again = push(.notificationSent, "n", at: day, os: iOS18, campaign: "second")
        let first = push(.notificationSent, "n", at: 0, os: iOS17, campaign: "first")
        let opened = push(.notificationOpened, "n", at: 28 * day + hour)
        #expect(
            rows("opens_by_campaign", [again, first, opened]) == [
                "a,first,1,0,0,0,0.000000,0.000000,0.793451,0.000000,0.000000,1,0,0.000000,0.000000,0.793451"
            ])
    }

    @Test func theFirstOfTwoSendsAtOneInstantIsThatOfTheLesserId() {
        let one = push(.notificationSent, "n", at: 0, id: 1, campaign: "one")
        let two = push(.notificationSent, "n", at: 0, id: 2, campaign: "two")
        #expect(rows("opens_by_campaign", [two, one]).map { $0.prefix(6) } == ["a,one,"])
    }

    @Test func anotherNotificationsOpenIsNotCounted() {
        #expect(counts([sent, push(.notificationOpened, "m", at: hour)]) == [1, 0, 0, 0])
        #expect(counts([sent, push(.notificationOpened, "", at: hour)]) == [1, 0, 0, 0])
        let other = push(.notificationOpened, "n", at: hour).with { $0.installation.low = 2 }
        #expect(counts([sent, other]) == [1, 0, 0, 0])
    }

    @Test func aLocalOpenIsNeverDirect() {
        #expect(counts([sent, push(.notificationOpened, "n", at: hour, isLocal: true)]) == [1, 0, 0, 0])
    }

    @Test func manyOpensOfOneSendAreOne() {
        let opens = [hour, 2 * hour].map { push(.notificationOpened, "n", at: $0) }
        #expect(counts([sent] + opens) == [1, 0, 1, 0])
    }

    @Test func withoutAnOSItIsThatOfTheLatestPermissionEventByThen() {
        let bare = push(.notificationSent, "n", at: hour, os: nil)
        func system(_ events: [Event]) -> [String] {
            rows("opens_daily", [bare] + events).map { row in
                row.split(separator: ",", omittingEmptySubsequences: false)[2...3].joined(separator: " ")
            }
        }
        #expect(system([status(.denied, at: 0), status(.denied, at: hour, os: iOS18)]) == ["iOS 18.0"])
        #expect(system([status(.denied, at: 0), status(.denied, at: hour + 1, os: iOS18)]) == ["iOS 17.4"])
        #expect(system([status(.denied, at: hour + 1)]) == [" "], "empty name and version")
        let tied = [
            event(.statusObserved, at: 0, sequence: 2, os: iOS9), event(.promptShown, at: 0, sequence: 1, os: iOS18),
        ]
        #expect(system(tied) == ["iOS 9.3"], "of a tie the last in the order")
        let jumping = [
            event(.statusObserved, at: 0, sequence: 2, os: iOS9), event(.promptShown, at: 1, sequence: 1, os: iOS18),
        ]
        #expect(system(jumping) == ["iOS 18.0"], "the latest by its time")
    }

    @Test func aSendWithoutAnyOSHasARowOfItsOwn() {
        let bare = push(.notificationSent, "n", at: 0, os: nil)
        #expect(
            rows("opens_daily", [bare, push(.notificationOpened, "n", at: hour)], parameters(from: 0, to: 0)) == [
                "a,2026-01-01,,,1,0,1,0,1.000000,0.206549,1.000000,0.000000,1.000000,0,0,1,1,1.000000,0.206549,1.000000",
                "a,2026-01-01,iOS,17.4,0,0,0,0,,,,,,1,1,0,0,,,",
            ])
    }

    @Test func campaignsAreOrderedByTheirBytesAndEscapedAfterwards() {
        let names: [Truth.Text] = ["b", "-10%, \"x\"", "", "B"]
        let events = names.enumerated().map { number, name in
            push(.notificationSent, Truth.Text("n\(number)"), at: Microseconds(number), campaign: name)
        }
        let rate = ",1,0,0,0,0.000000,0.000000,0.793451,0.000000,0.000000,1,0,0.000000,0.000000,0.793451"
        #expect(
            rows("opens_by_campaign", events) == [
                "a," + rate, "a,\"'-10%, \"\"x\"\"\"" + rate, "a,B" + rate, "a,b" + rate,
            ])
    }
}
