import Events
import TestSupport
import Testing

/// The details of a reject besides its reason.
@Suite struct RejectTests {
    private static let received = #""2026-03-01T10:00:00Z""#
    private static let receivedAt = Timestamp(microseconds: 1_772_359_200_000_000)

    @Test func theTimeOfReceiptAndWhoseItIsAreTheLinesOwnOnceItIsJSON() {
        let stamped = EventLine.full.with("received_at", Self.received)
        let rejected = [
            stamped.without("id"), stamped.with("id", "5"), stamped.with("type", "\"x\""),
            stamped.with("occurred_at", "5"),
            EventLine.of(type: "provisional_kept").with("os", #"{"name":"iOS","version":"11"}"#).with(
                "received_at", Self.received),
            stamped.with("occurred_at", #""2099-01-01T00:00:00Z""#),
            stamped.with("occurred_at", #""1999-01-01T00:00:00Z""#),
            stamped.with("data", "{\"x\": \"" + String(repeating: "a", count: 9_000) + "\"}"),
        ]
        for line in rejected {
            let reject = EventValidator.files.validate(line).reject
            #expect(reject?.receivedAt == Self.receivedAt && reject?.appID == "com.example.shop")
            #expect(reject?.installationID == Event.ofFullLine.installationID)
            #expect(EventValidator.server.validate(line).reject?.receivedAt == .ingest)
        }
    }

    @Test func theTimeOfReceiptIsThatOfIngestWhereTheLinesOwnIsNoneOrInvalid() {
        let line = EventLine.full.with("id", "5")
        #expect(EventValidator.files.validate(line).reject?.receivedAt == .ingest)
        for value in ["5", "\"\"", "\"2026-02-30T00:00:00Z\"", "\"2026-03-03T00:00:00.000001Z\"", "null"] {
            #expect(EventValidator.files.validate(line.with("received_at", value)).reject?.receivedAt == .ingest)
        }
        let broken = EventLine.full.with("received_at", Self.received)
        for text in [
            broken.description.dropLast() + "", broken.adding("\"id\":1"),
            broken.adding("\"x\":\"" + String(repeating: "a", count: 66_000) + "\""),
        ] {
            let reject = EventValidator.files.validate(text).reject
            #expect(reject?.receivedAt == .ingest && reject?.appID == nil && reject?.installationID == nil)
        }
    }

    @Test func theAppAndTheInstallationAreGivenWhereTheyAreValid() {
        func rejected(_ line: EventLine) -> Reject? { EventValidator.files.validate(line.with("type", "\"x\"")).reject }
        let installation = Event.ofFullLine.installationID
        #expect(rejected(.full)?.appID == "com.example.shop" && rejected(.full)?.installationID == installation)
        for value in ["null", "5", "\"\"", "\"a b\""] {
            let noApp = rejected(EventLine.full.with("app_id", value))
            #expect(noApp?.appID == nil && noApp?.installationID == installation)
            let noInstallation = rejected(EventLine.full.with("installation_id", value))
            #expect(noInstallation?.appID == "com.example.shop" && noInstallation?.installationID == nil)
            let byDevice = EventLine.full.with("device_id", "\"\(installation)\"")
            let named = rejected(byDevice.with("installation_id", value))?.installationID
            #expect(named == (value == "null" ? installation : nil))
        }
    }

    @Test func aDetailNamesTheFieldAndQuotesTheValue() {
        func detail(_ name: String, _ value: String) -> String? {
            EventValidator.files.validate(EventLine.full.with(name, value)).reject?.detail
        }
        #expect(detail("id", "\"x\"") == #"id must be a UUID such as 0191e2c4-5b7a-7c3e-9a41-3f6d2b8e1c55; it is "x""#)
        #expect(
            detail("app_id", "[1, 2]")
                == "app_id must be a string of 1 to 155 characters of A-Z a-z 0-9 . _ -; it is [1, 2]")
        #expect(detail("sequence", "-1.5") == "sequence must be a whole number from 0 to 9007199254740991; it is -1.5")
        #expect(detail("id", "null") == "id is missing or null")
        #expect(detail("type", "\"tapped\"")?.hasSuffix(#"it is "tapped""#) == true)
        let place = EventLine.full.description.utf8.count + ", \"x\": ".utf8.count
        #expect(detail("x", "01") == "byte \(place + 1): expected a comma or }")
        #expect(detail("x", "1, \"\\u0078\": 2") == "byte \(place + 3): a second member has the name \"x\"")
    }

    private func detail(_ text: String) -> String? { EventValidator.files.validate(text).reject?.detail }

    @Test func allMissingFieldsAreNamedInTheOrderOfTheTable() {
        #expect(detail("{}") == "id, type, app_id, installation_id, occurred_at and os.name are missing or null")
        let received = EventLine.of(type: "notification_received").with("os", "{}").with("app_id", "null")
        #expect(detail("\(received)") == "app_id, os.name and data.notification_id are missing or null")
        let observed = EventLine.of(type: "status_observed").with("os", #"{"name": "iOS"}"#)
        #expect(detail("\(observed)") == "os.version and data.status are missing or null")
    }

    @Test(arguments: [
        ("app_id", "appId"), ("app_id", "app-id"), ("app_id", "AppID"), ("app_id", "APP_ID"), ("app_id", "App Id"),
        ("installation_id", "installationId"), ("installation_id", "installation-id"),
        ("occurred_at", "occurredAt"), ("type", "eventType"), ("type", "event_type"), ("id", "eventId"), ("id", "ID"),
    ])
    func aMemberInAnotherStyleIsAskedAbout(field: String, written: String) {
        let value = "\"x\""
        let line = EventLine.full.without(field).with(written, value)
        #expect(detail("\(line)") == "\(field) is missing or null; did you mean \(field) instead of \(written)?")
    }

    @Test func aDeviceIsAskedAboutWhereNoInstallationIsNamed() {
        let line = EventLine.full.without("installation_id").with("deviceId", "\"x\"")
        #expect(
            detail("\(line)")
                == "installation_id is missing or null; did you mean device_id instead of deviceId?")
    }

    @Test(arguments: [
        (#""osName": "iOS", "osVersion": "17""#, "os.name", "os.name instead of osName"),
        (#""os_name": "iOS""#, "os.name", "os.name instead of os_name"),
        (#""OS": {"name": "iOS"}"#, "os.name", "os instead of OS"),
        (#""os": {"Name": "iOS"}"#, "os.name", "os.name instead of os.Name"),
        (#""os": {"osName": "iOS"}"#, "os.name", "os.name instead of os.osName"),
        (#""os": {"name": "iOS", "Version": "17"}"#, "os.version", "os.version instead of os.Version"),
    ])
    func aMisplacedMemberOfTheSystemIsAskedAbout(members: String, field: String, question: String) {
        let text = EventLine.full.without("os").adding(members)
        #expect(detail(text) == "\(field) is missing or null; did you mean \(question)?")
    }

    @Test func aMisplacedMemberOfDataIsAskedAbout() {
        let received = EventLine.of(type: "notification_received")
        for (line, written) in [
            (received.with("notification_id", "\"n\""), "notification_id"),
            (received.with("notificationId", "\"n\""), "notificationId"),
            (received.with("data", #"{"notificationID": "n"}"#), "data.notificationID"),
        ] {
            let words = "data.notification_id is missing or null; did you mean data.notification_id instead of "
            #expect(detail("\(line)") == words + written + "?")
        }
        let observed = EventLine.of(type: "status_observed").with("Data", #"{"status": "denied"}"#)
        #expect(detail("\(observed)") == "data.status is missing or null; did you mean data instead of Data?")
    }

    @Test func severalMembersAreAskedAboutAsFarAsTheDetailHasRoom() throws {
        let text = #"{"app-id": "a", "occurredAt": "x", "installationId": "y", "eventType": "z", "extra": 1}"#
        let all = try #require(detail(text))
        #expect(
            all.hasPrefix("id, type, app_id, installation_id, occurred_at and os.name are missing or null; did you "))
        #expect(all.contains("did you mean type instead of eventType, app_id instead of app-id") && all.hasSuffix("?"))
        #expect(all.count <= 200)
    }

    /// The line without `app_id` has 13 members, two of them in `os`.
    @Test(arguments: [(50, true), (51, false), (3_000, false)])
    func onlyTheFirstMembersAreAskedAbout(others: Int, isAsked: Bool) {
        let members = (0..<others).map { "\"x\($0)\":0" } + ["\"appId\":0"]
        let text = EventLine.full.without("app_id").adding(members.joined(separator: ","))
        let question = isAsked ? "; did you mean app_id instead of appId?" : ""
        #expect(detail(text) == "app_id is missing or null" + question)
        #expect(reason(text) == .missingField)
    }

    @Test func aMemberThatIsNullOrQuiteAnotherIsNotAskedAbout() {
        for (name, value) in [("app_id", "null"), ("application", "1"), ("appid\u{301}", "1"), ("name", "1")] {
            let line = EventLine.full.without("app_id").with(name, value)
            #expect(detail("\(line)") == "app_id is missing or null")
        }
    }

    @Test func aDetailIsShortAndPrintableWhateverTheValue() {
        let values = [
            "\"" + String(repeating: "🔔", count: 5_000) + "\"",
            "\"" + String(repeating: "\\u202e\\n\\u0001\\u2028", count: 100) + "\"",
            "[" + String(repeating: "\n", count: 500) + "\"\u{202E}\u{FEFF}\u{E000}\"]",
            "\"" + String(repeating: "e\u{301}\u{327}", count: 100) + "\"",
            String(repeating: "9", count: 300), "{\"" + String(repeating: "a", count: 300) + "\": 1}",
        ]
        let names = [
            "id", "type", "app_id", "installation_id", "occurred_at", "sent_at", "received_at", "sequence", "os",
            "app_version", "device_model",
            "locale", "data",
        ]
        for value in values {
            let lines =
                names.map { EventLine.full.with($0, value).description } + [
                    EventLine.full.with("os", "{\"name\":\(value),\"version\":\"1\"}").description,
                    EventLine.full.with("os", "{\"name\":\"web\",\"version\":\(value)}").description,
                    EventLine.of(type: "status_observed", data: "{\"status\":\(value)}").description,
                    EventLine.of(type: "notification_sent", data: "{\"notification_id\":\(value)}").description,
                    EventLine.full.adding(
                        "\(value.first == "\"" ? value : "\"a\""):1,\(value.first == "\"" ? value : "\"a\""):2"),
                ]
            for line in lines {
                guard let detail = EventValidator.files.validate(line).reject?.detail else { continue }
                #expect(detail.unicodeScalars.count <= 200)
                let unprintable = detail.unicodeScalars.filter {
                    [.control, .format, .lineSeparator, .paragraphSeparator, .privateUse].contains(
                        $0.properties.generalCategory)
                }
                #expect(unprintable.isEmpty, "\(line.prefix(500))")
            }
        }
    }
}
