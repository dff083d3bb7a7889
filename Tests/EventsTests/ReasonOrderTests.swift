import Events
import TestSupport
import Testing

/// If several reject reasons apply, the first in the event contract's table is given.
@Suite struct ReasonOrderTests {
    /// Faults that can be combined in one event, in the order of their reasons.
    private static let faults: [(reason: RejectReason, change: @Sendable (EventLine) -> EventLine)] = [
        (.tooLarge, { $0.with("big", "\"" + String(repeating: "a", count: 66_000) + "\"") }),
        (.invalidJSON, { $0.with("number", "1e309") }),
        (.tooLarge, { $0.with("data", "{\"x\":\"" + String(repeating: "a", count: 9_000) + "\"}") }),
        (.missingField, { $0.without("installation_id") }),
        (.invalidField, { $0.with("id", "5") }),
        (.unknownType, { $0.with("type", "\"made_up\"") }),
        (.impossibleForOS, { $0.with("os", #"{"name":"iOS","version":"11"}"#) }),
        (.occurredInFuture, { $0.with("occurred_at", #""2026-03-05T00:00:00Z""#) }),
        (
            .occurredTooEarly,
            { $0.with("sent_at", #""2099-01-01T00:00:00Z""#).with("received_at", #""1990-01-01T00:00:00Z""#) }
        ),
    ]

    @Test func everyChoiceOfFaultsGivesTheFirstReason() {
        for choice in 0..<(1 << Self.faults.count) {
            let chosen = Self.faults.indices.filter { choice >> $0 & 1 == 1 }
            var line = EventLine.of(type: "provisional_started").without("sent_at")
            for index in chosen { line = Self.faults[index].change(line) }
            // The correction of such a wrong clock moves the event before 2008, so it is no longer in the future.
            let isCorrected = chosen.contains(8)
            let first = chosen.first { !(isCorrected && Self.faults[$0].reason == .occurredInFuture) }
            #expect(reason(line) == first.map { Self.faults[$0].reason }, "\(chosen)")
        }
    }

    @Test func theFirstMissingFieldOfTheTableIsNamed() {
        var line = EventLine.of(type: "notification_received")
        var names: [String] = []
        for name in ["os", "occurred_at", "installation_id", "app_id"] {
            #expect(complaint(line) == "missing_field \(names.last ?? "data.notification_id")")
            line = line.without(name)
            names.append(name == "os" ? "os.name" : name)
        }
        #expect(complaint(line.without("type")) == "missing_field type")
        #expect(complaint(line.without("type").without("id")) == "missing_field id")
        #expect(
            complaint(EventLine.of(type: "notification_sent").without("os")) == "missing_field data.notification_id")
        #expect(
            complaint(EventLine.of(type: "status_observed").with("os", #"{"name":"iOS"}"#))
                == "missing_field os.version")
    }

    @Test func anAssignmentNamesItsExperimentAndVariant() {
        let assigned = EventLine.of(type: "experiment_assigned").without("os")
        #expect(complaint(assigned) == "missing_field data.experiment")
        #expect(complaint(assigned.with("data", #"{"experiment":"e"}"#)) == "missing_field data.variant")
        #expect(complaint(assigned.with("data", #"{"experiment":"e","variant":""}"#)) == "invalid_field data.variant")
        #expect(complaint(assigned.with("data", #"{"experiment":5,"variant":5}"#)) == "invalid_field data.experiment")
        let whole = accepted(assigned.with("data", #"{"experiment":"e","variant":"v"}"#))
        #expect(whole?.experiment == "e" && whole?.variant == "v" && whole?.os == nil && whole?.rest == nil)
    }

    @Test func anUnregistrationNeedsNoSystemAndNoData() {
        let unregistered = EventLine.of(type: "push_unregistered").without("os")
        #expect(accepted(unregistered)?.type == .pushUnregistered && accepted(unregistered)?.os == nil)
        let told = unregistered.with("data", #"{"service":"apns","reason":5}"#)
        #expect(accepted(told)?.rest == #"{"service":"apns","reason":5}"#)
    }

    @Test func anAnswerToAPrimerIsOneOfThree() {
        let answered = EventLine.of(type: "primer_answered")
        #expect(complaint(answered) == "missing_field data.answer")
        #expect(complaint(answered.with("data", #"{"answer":"later"}"#)) == "invalid_field data.answer")
        #expect(complaint(answered.without("os")) == "missing_field os.name")
        let answers = PrimerAnswer.allCases.map { answered.with("data", #"{"answer":"\#($0.rawValue)"}"#) }
        #expect(answers.map { accepted($0)?.answer } == PrimerAnswer.allCases)
    }

    @Test func theFirstInvalidFieldOfTheTableIsNamed() {
        let order = [
            "data", "os", "sequence", "received_at", "sent_at", "occurred_at", "installation_id", "app_id", "type",
            "id",
        ]
        var line = EventLine.full
        for name in order {
            line = line.with(name, "false")
            #expect(complaint(line) == "invalid_field \(name)")
        }
        let both = EventLine.of(type: "status_observed", data: #"{"status":5}"#)
        #expect(complaint(both.with("os", #"{"name":5,"version":5}"#)) == "invalid_field os.name")
        #expect(complaint(both.with("os", #"{"name":"web","version":5}"#)) == "invalid_field os.version")
        #expect(complaint(both.with("locale", "5")) == "invalid_field data.status")
    }

    @Test func aMissingFieldAnywhereComesBeforeAnInvalidOne() {
        #expect(
            complaint(EventLine.of(type: "notification_sent").with("id", "5")) == "missing_field data.notification_id")
        #expect(
            complaint(EventLine.of(type: "made_up").with("os", #"{"name":"iOS"}"#).with("id", "5"))
                == "missing_field os.version")
    }

    @Test func overHTTPAnotherAppIsAnInvalidField() throws {
        let line = EventLine.full.with("app_id", "\"com.example.other\"")
        let reject = try #require(EventValidator.server.validate(line).reject)
        #expect(reject.reason == .invalidField && reject.detail.hasPrefix("app_id "))
        #expect(reject.appID == "com.example.other")
        #expect(reason(EventLine.full.with("app_id", "\"com.example.Shop\""), by: .server) == .invalidField)
        #expect(accepted(EventLine.full, by: .server)?.appID == "com.example.shop")
        #expect(complaint(line.without("id"), by: .server) == "missing_field id")
        #expect(accepted(line)?.appID == "com.example.other")
    }
}
