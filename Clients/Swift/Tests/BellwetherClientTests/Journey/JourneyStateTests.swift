@testable import BellwetherClient
import Testing

@Suite struct JourneyStateTests {
    private func sample() -> JourneyState {
        var state = JourneyState()
        state.transitions = 7
        state.sequence = 9_007_199_254_740_991
        state.reported = ReportedStatus(
            status: .provisional, os: "iOS 17.4.1", settings: NotificationSettings(alert: true, alertStyle: "banner"),
            at: Timestamp(microseconds: 1_772_352_930_123_456, offset: 540))
        state.token = -8_446_744_073_709_551_615
        state.hasSettingsTrip = true
        state.assignments = [Assignment(experiment: "primer \t\"", variant: "日本語")]
        var pending = PendingRequest(
            before: .notDetermined, askedAt: Timestamp(microseconds: 1_772_352_930_123_456, offset: -210),
            prompt: Prompt(isProvisional: true, placement: "tab\there \"quoted\" \\ line\n", variant: "日本語 🐑"))
        pending.isShown = true
        state.pending = pending
        return state
    }

    @Test func aStoredStateIsReadBack() {
        for state in [JourneyState(), sample()] {
            #expect(JourneyState(json: state.json) == state)
        }
    }

    @Test func aStoredStateHasNoByteThatFramesLines() {
        #expect(sample().json.allSatisfy { $0 >= 32 })
    }

    @Test func aStateFromBeforeAssignmentsWereRememberedIsRead() throws {
        let state = JourneyState(transitions: 3, sequence: 2)
        #expect(!String(decoding: state.json, as: UTF8.self).contains("assignments"))
        #expect(try #require(JourneyState(json: state.json)).assignments == nil)
    }

    @Test func aRequestIsNotInFlightInTheNextProcess() throws {
        var state = sample()
        state.isInFlight = true
        let stored = try #require(JourneyState(json: state.json))
        #expect(!stored.isInFlight)
        #expect(stored.pending == state.pending)
    }

    @Test func everyChangeIsCountedAndNothingElse() {
        var state = JourneyState()
        let snapshot = Snapshot(status: .notDetermined, os: "iOS 17.4")
        let time = Timestamp(microseconds: 0)
        let assignment = Assignment(experiment: "primer", variant: "control")
        let inputs: [(JourneyInput, Int64)] = [
            (.observed(snapshot), 1), (.observed(snapshot), 1), (.settingsOpened, 2), (.observed(snapshot), 3),
            (.began(snapshot, Prompt()), 4), (.observed(snapshot), 4), (.evidence, 5), (.evidence, 5),
            (.ended(snapshot, failed: false), 6), (.ended(nil, failed: true), 6),
            (.assigned(assignment), 7), (.assigned(assignment), 7), (.primerShown(Prompt()), 8),
            (.primerAnswered(.declined), 9), (.token(7), 10), (.token(7), 10), (.token(8), 11),
        ]
        for (input, transitions) in inputs {
            _ = state.apply(input, at: time)
            #expect(state.transitions == transitions, "\(input)")
        }
    }

    @Test func aStateCutAnywhereIsNotRead() {
        let json = sample().json
        for length in 0..<json.count {
            #expect(JourneyState(json: json.prefix(length)) == nil)
        }
    }
}
