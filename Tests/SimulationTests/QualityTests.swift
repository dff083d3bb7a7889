import Simulation
import Testing

@Suite struct QualityTests {
    /// Returns the value of a measure; nil if the app has no row for it.
    private func value(_ measure: String, _ events: [Event], from: Int = 0, to: Int = 50) -> String? {
        rows("data_quality", events, parameters(from: from, to: to)).map { $0.split(separator: ",") }
            .first { $0[1] == measure }.map { String($0[2]) }
    }

    @Test func anAppWithAnEventInTheRangeHasAllNineMeasures() {
        #expect(
            rows("data_quality", [event(.appOpened, at: 0)]) == [
                "a,clocks_corrected,0", "a,conflicting_ids,0", "a,decided_late,0",
                "a,latency_over_24h_rate,0.000000", "a,latency_p50_seconds,0.000000",
                "a,latency_p95_seconds,0.000000", "a,orphan_decisions,0", "a,status_jumps,0", "a,unsent_opens,0",
            ])
        #expect(value("status_jumps", [event(.appOpened, at: -1)]) == nil)
    }

    @Test func anAnswerWithoutAPromptBeforeItIsAnOrphan() {
        let answers = [event(.promptGranted, at: 0), event(.promptDenied, at: 1)]
        #expect(value("orphan_decisions", answers) == "2")
        #expect(
            value("orphan_decisions", answers + [event(.promptShown, at: 1)]) == "1", "at one time the type decides")
        #expect(value("orphan_decisions", [event(.promptShown, at: -1)] + answers) == "0")
        #expect(value("orphan_decisions", [event(.promptGranted, at: -1), event(.appOpened, at: 0)]) == "0")
    }

    @Test func decidedLateIsAnInstallationWhoseFirstAnswerCameAfterTheWindow() {
        let prompt = event(.promptShown, at: 0)
        let late = event(.promptGranted, at: 7 * day)
        #expect(value("decided_late", [prompt]) == "0")
        #expect(value("decided_late", [prompt, event(.promptGranted, at: 7 * day - 1), late]) == "0")
        #expect(value("decided_late", [prompt, late, event(.promptDenied, at: 8 * day)]) == "1")
        #expect(value("decided_late", [prompt, late], to: 6) == "0", "its day is the answer's")
        #expect(value("decided_late", [prompt, late], from: 7) == "1")
    }

    @Test func anOpenWithoutASendOfAnyTimeIsUnsent() {
        let opened = push(.notificationOpened, "n", at: 0)
        #expect(value("unsent_opens", [opened]) == "1")
        #expect(value("unsent_opens", [push(.notificationOpened, "", at: 0)]) == "1")
        #expect(value("unsent_opens", [push(.notificationOpened, "n", at: 0, isLocal: true)]) == "0")
        #expect(value("unsent_opens", [opened, push(.notificationSent, "n", at: 40 * day)]) == "0")
        let unknown = push(.notificationSent, "n", at: 0).with { $0.receivedAt = start + 61 * day }
        #expect(value("unsent_opens", [opened, unknown]) == "1", "not known yet")
    }

    @Test func aClockIsCorrectedWhereTheTimesDiffer() {
        let wrong = event(.appOpened, at: 0).with { $0.occurredAt += 1 }
        #expect(value("clocks_corrected", [wrong, event(.appOpened, at: 1)]) == "1")
    }

    @Test func anIdOfTwoTimesConflictsOnce() {
        // All ids but 1 are in the sample of one in 64.
        let ids: [UInt64] = [16, 16, 16, 37, 79, 79, 1, 1]
        let events = ids.enumerated().map { event(.appOpened, at: Microseconds($0), id: $1) }
        #expect(value("conflicting_ids", events) == "2")
        let early = event(.appOpened, at: -1, id: 16)
        #expect(value("conflicting_ids", [early, event(.appOpened, at: 1, id: 16)]) == "0", "in the range")
        let others = event(.appOpened, at: 1, of: 2, id: 16)
        #expect(value("conflicting_ids", [event(.appOpened, at: 0, id: 16), others]) == "0")
        let moved = event(.appOpened, at: 1, id: 16).with { $0.occurredAt = start }
        #expect(value("conflicting_ids", [event(.promptShown, at: 1, id: 16), moved]) == "1", "of whatever type")
    }

    @Test func jumpsAreChangesThatNoSystemMakes() {
        func jumps(_ statuses: Truth.Status...) -> String? {
            value("status_jumps", statuses.enumerated().map { status($1, at: Microseconds($0)) })
        }
        #expect(jumps(.denied, .provisional) == "1")
        #expect(jumps(.authorized, .provisional, .ephemeral, .provisional) == "0")
        #expect(jumps(.notDetermined, .provisional, .authorized, .denied, .authorized) == "0")
        #expect(jumps(.notDetermined, .notDetermined) == "0")
        #expect(jumps(.ephemeral, .notDetermined, .authorized, .notDetermined, .denied, .notDetermined) == "3")
        #expect(jumps(.provisional, .notDetermined, .denied, .provisional) == "2")
        let trial = [event(.promptDenied, at: 0), event(.provisionalStarted, at: 1)]
        #expect(value("status_jumps", trial) == "1")
        #expect(value("status_jumps", [status(.denied, at: -1), status(.provisional, at: 0)]) == "1")
        #expect(
            value("status_jumps", [status(.denied, at: -2), status(.provisional, at: -1), event(.appOpened, at: 0)])
                == "0")
    }

    @Test func latencyIsFromTheEffectiveTimeToTheReceipt() {
        let delays = [-2 * second, 0, second, day, day + 1]
        let events = delays.enumerated().map { number, delay in
            event(.appOpened, at: Microseconds(number), id: UInt64(number)).with { $0.receivedAt += delay }
        }
        #expect(value("latency_p50_seconds", events) == "1.002000")
        #expect(value("latency_p95_seconds", events) == "86245.376000", "the last, which is of the class of a day")
        #expect(value("latency_over_24h_rate", events) == "0.200000", "a day itself is not over")
        #expect(value("latency_p50_seconds", Array(events.prefix(2))) == "-2.004000")
    }
}
