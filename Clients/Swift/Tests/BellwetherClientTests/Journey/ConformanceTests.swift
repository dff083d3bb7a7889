@testable import BellwetherClient
import Foundation
import Testing

/// `Clients/conformance/journey.json`, which clients in all languages share.
private struct Conformance: Decodable {
    struct Case: Decodable, CustomTestStringConvertible {
        var rule: String
        var steps: [Step]
        var testDescription: String { rule }
    }

    struct Step: Decodable {
        var at: Double
        var input: String
        var status: AuthorizationStatus?
        var os: String?
        var delivery: Delivery?
        var options: [String]?
        var settings: Settings?
        var token: Int64?
        var provisional: Bool?
        var placement: String?
        var variant: String?
        var failed: Bool?
        var experiment: String?
        var answer: PrimerAnswer?
        var events: [Expected]
        var diagnostics: [String]?
    }

    struct Expected: Decodable {
        var type: String
        var at: Double?
        var data: Members?
    }

    struct Members: Decodable {
        var status: AuthorizationStatus?
        var placement: String?
        var variant: String?
        var options: [String]?
        var delivery: Delivery?
        var source: String?
        var experiment: String?
        var answer: PrimerAnswer?
        var settings: Settings?
    }

    struct Settings: Decodable {
        var alert: Bool?
        var lock_screen: Bool?
        var notification_center: Bool?
        var scheduled_summary: Bool?
        var alert_style: String?

        var all: NotificationSettings {
            NotificationSettings(
                alert: alert, lockScreen: lock_screen, notificationCenter: notification_center,
                scheduledSummary: scheduled_summary, alertStyle: alert_style)
        }
    }

    var cases: [Case]

    static let file = URL(fileURLWithPath: #filePath).appendingPathComponent("../../../../../conformance/journey.json")
        .standardizedFileURL

    static let all = (try? JSONDecoder().decode(Conformance.self, from: Data(contentsOf: file)).cases) ?? []
}

extension Conformance.Step {
    var time: Timestamp { Timestamp(microseconds: Int64(at * 1_000_000)) }

    /// The input of the step; nil if the process is killed.
    func journeyInput() throws -> JourneyInput? {
        switch input {
        case "observed": .observed(try snapshot())
        case "began":
            .began(try snapshot(), Prompt(isProvisional: provisional ?? false, placement: placement, variant: variant))
        case "evidence": .evidence
        case "ended": .ended(try snapshot(), failed: failed ?? false)
        case "assigned":
            .assigned(Assignment(experiment: try #require(experiment), variant: try #require(variant)))
        case "primer_shown": .primerShown(Prompt(placement: placement, variant: variant))
        case "primer_answered": .primerAnswered(try #require(answer))
        case "settings_prompt": .settingsPrompt(Prompt(placement: placement, variant: variant))
        case "settings_opened": .settingsOpened
        case "token": .token(try #require(token))
        default: try #require(input == "killed" ? .some(nil) : nil)
        }
    }

    private func snapshot() throws -> Snapshot {
        Snapshot(
            status: try #require(status), os: try #require(os), delivery: delivery, options: options ?? [],
            settings: settings?.all)
    }

    func expectedEvents(from sequence: Int) throws -> [Event] {
        try events.enumerated().map { index, expected in
            var data = EventData()
            data.status = expected.data?.status
            data.placement = expected.data?.placement
            data.variant = expected.data?.variant
            data.experiment = expected.data?.experiment
            data.answer = expected.data?.answer
            data.options = expected.data?.options ?? []
            data.delivery = expected.data?.delivery
            data.isInferred = expected.data?.source == "status"
            data.settings = expected.data?.settings?.all
            return Event(
                try #require(EventType(rawValue: expected.type)),
                at: expected.at.map { Timestamp(microseconds: Int64($0 * 1_000_000)) } ?? time,
                sequence: Int64(sequence + index), data: data)
        }
    }

    var expectedDiagnostics: [Diagnostic] {
        (diagnostics ?? []).compactMap { $0 == "prompt_bypassed" ? .promptBypassed : nil }
    }
}

@Suite struct ConformanceTests {
    @Test func theVectorsAreThere() {
        #expect(Conformance.all.count > 100)
    }

    @Test(arguments: Conformance.all)
    private func theJourneyGivesTheEventsOfEveryRow(row: Conformance.Case) throws {
        var state = JourneyState()
        var count = 0
        for (index, step) in row.steps.enumerated() {
            var output = JourneyOutput()
            if let input = try step.journeyInput() {
                output = state.apply(input, at: step.time)
            } else {
                state = try #require(JourneyState(json: state.json))
            }
            let expected = try step.expectedEvents(from: count)
            #expect(output.events == expected, "step \(index)")
            #expect(output.diagnostics == step.expectedDiagnostics, "step \(index)")
            count += expected.count
        }
    }
}
