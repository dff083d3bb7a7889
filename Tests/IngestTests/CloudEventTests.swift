import EventLog
import Events
import Foundation
import Ingest
import Postgres
import TestSupport
import Testing

/// Returns a CloudEvent. `attributes` replace its usual ones; nil removes one.
private func cloudEvent(_ attributes: [String: String?] = [:]) -> String {
    let usual: [String: String?] = [
        "specversion": #""1.0""#, "id": #""A234-1234-1234""#, "type": #""bellwether.app_opened""#,
        "source": #""https://example.com/apps/com.example.shop""#, "subject": "\"\(EventLines.uuid(5))\"",
        "time": #""2026-03-01T12:00:00Z""#, "datacontenttype": #""application/json""#,
        "data": #"{"os":{"name":"iOS","version":"17.4"},"received_at":"2026-03-02T00:00:00Z"}"#,
    ]
    let members = usual.merging(attributes) { $1 }.compactMapValues { $0 }.sorted { $0.key < $1.key }
    return "{" + members.map { "\"\($0.key)\": \($0.value)" }.joined(separator: ", ") + "}"
}

/// Ingests records. Returns their rows in both event tables, and reason, detail and bytes of the rejects.
private func outcome(
    _ lines: [String], format: Format? = nil
) async throws -> (events: [[String?]], rejects: [[String?]]) {
    try await withLog { log, folder in
        let path = try lines.joined(separator: "\n").write(to: folder, "a.json")
        _ = try await log.ingest(path, format: format)
        let events = try await log.rows(
            """
            SELECT e.id, e.type, app.app_id, e.installation_id, e.occurred_at, e.data
            FROM log.engagement_event AS e INNER JOIN log.app USING (app) ORDER BY e.occurred_at, e.id
            """)
        let rejects = try await log.rows(
            "SELECT reason, detail, convert_from(bytes, 'UTF8'), app_id FROM log.quarantine ORDER BY line")
        return (events, rejects)
    }
}

@Suite struct CloudEventTests {
    @Test(arguments: [nil, Format.cloudEvents]) func aCloudEventIsTheEventThatItsAttributesSay(format: Format?)
        async throws
    {
        let found = try await outcome([cloudEvent()], format: format)
        // python3: uuid5(uuid5(NAMESPACE_DNS, "cloudevents.io"), source + "\0" + id)
        let row = [
            "ba2c3788-6a5c-5755-a04b-ec61bb184669", "app_opened", "com.example.shop", EventLines.uuid(5),
            "2026-03-01 12:00:00+00", nil,
        ]
        #expect(found.events == [row] && found.rejects.isEmpty)
    }

    @Test(arguments: [
        ("com.example.shop", "com.example.shop"), ("/apps/com.example.shop/", "com.example.shop"),
        ("https://h/a/com.example.shop?x=/y#/z", "com.example.shop"),
        (#"\/apps\/com.example\u002eshop"#, "com.example.shop"),
    ]) func theLastPartOfTheSourceIsTheApp(source: String, app: String) async throws {
        let found = try await outcome([cloudEvent(["source": "\"\(source)\"", "id": "\"\(EventLines.uuid(7))\""])])
        #expect(found.events.map { $0[2] } == [app])
        #expect(found.events.map { $0[0] } == [EventLines.uuid(7)])
    }

    @Test func theDataHoldsTheOtherFieldsAndTheEventsData() async throws {
        let data = #"""
            {"os":{"name":"iOS","version":"17.4"},"app_version":"1.2","sequence":4,"received_at":"2026-03-02T00:00:00Z",
            "data":{"campaign":"inner","trigger":"push","a":1},"campaign":"outer","b":[2],"id":"kept"}
            """#.replacing("\n", with: "")
        let found = try await outcome([cloudEvent(["type": #""notification_opened""#, "data": data])])
        #expect(found.events.map { $0[5] } == [#"{"a": 1, "b": [2], "id": "kept"}"#])
        #expect(found.events.map { $0[1] } == ["notification_opened"])
    }

    @Test(arguments: [#""application/json""#, nil]) func theDataCanBeInBase64(type: String?) async throws {
        let data = Data(#"{"os":{"name":"iOS","version":"17.4"},"b":["é"]}"#.utf8).base64EncodedString()
        let found = try await outcome([
            cloudEvent(["datacontenttype": type, "data": nil, "data_base64": "\"\(data)\""])
        ])
        #expect(found.events.map { $0[5] } == [#"{"b": ["é"]}"#] && found.rejects.isEmpty)
    }

    @Test func whereAnAttributeIsAbsentTheDataMayHaveTheField() async throws {
        let data =
            #"{"os":{"name":"iOS","version":"17.4"},"installation_id":"\#(EventLines.uuid(9))","#
            + #""occurred_at":"2026-03-01T13:00:00Z"}"#
        let found = try await outcome([cloudEvent(["subject": nil, "time": nil, "data": data])])
        #expect(found.events.map { $0[3] } == [EventLines.uuid(9)])
        let ofDevice = data.replacing("installation_id", with: "device_id").replacing(EventLines.uuid(9), with: "1f9a")
        let device = try await outcome([cloudEvent(["subject": nil, "time": nil, "data": ofDevice])])
        #expect(device.events.map { $0[3] } == [EventUUID(device: "1f9a")?.description])
    }

    @Test func whatIsWrongIsSaidInTheSendersWords() async throws {
        let cases: [([String: String?], String, String)] = [
            (["subject": nil], "missing_field", "subject (installation_id) is missing or null"),
            (["data": nil], "missing_field", "data.os.name is missing or null"),
            (
                ["subject": nil, "time": nil, "data": nil], "missing_field",
                "subject (installation_id), time (occurred_at) and data.os.name are missing or null"
            ),
            (["specversion": #""0.3""#], "invalid_field", "specversion must be \"1.0\""),
            (["data_base64": #""WzFd""#, "data": nil], "invalid_field", "data_base64 must be the base64 of"),
            (["datacontenttype": #""text/xml""#], "invalid_field", "datacontenttype"),
            (["data": "[1]"], "invalid_field", "data must be a JSON object"),
            (["source": #""https://example.com""#], "invalid_field", "source (its last path component is app_id)"),
            (["time": #""yesterday""#], "invalid_field", "time (occurred_at) must be"),
            (["type": #""bellwether.wished""#], "unknown_type", "type must be"),
            (["data": #"{"os":{"name":"iOS","name":"iOS"}}"#], "invalid_json", "in data.os or data.data"),
            (["extra": "1,2"], "invalid_json", ""),
            (["data_base64": #""e30=""#], "invalid_field", "data_base64 must be absent beside data"),
            (["data_base64": #""e30""#, "data": nil], "invalid_field", "data_base64 must be the base64"),
            (["data_base64": "7", "data": nil], "invalid_field", "data_base64 must be the base64"),
            (["data_base64": #""e30=""#, "data": nil], "missing_field", "data.os.name is missing or null"),
        ]
        let lines = cases.map { cloudEvent($0.0) }
        let found = try await outcome(lines)
        #expect(found.events.isEmpty && found.rejects.count == cases.count)
        for (row, (_, reason, detail)) in zip(found.rejects, cases) {
            #expect(row[0] == reason && row[1]?.hasPrefix(detail) == true, "\(detail): \(row[1] ?? "")")
        }
        #expect(found.rejects.map { $0[2] } == lines)
        #expect(found.rejects[4][3] == "com.example.shop")
    }

    @Test func otherMediaTypesOfJSONAndExtensionsAreTaken() async throws {
        for type in ["application/json; charset=utf-8", "application/vnd.x+json", "text/json"] {
            let found = try await outcome([cloudEvent(["datacontenttype": "\"\(type)\"", "traceparent": #""x""#])])
            #expect(found.events.count == 1, "\(type)")
        }
    }

    @Test func cloudEventsAndEventsMayBeMixedAndBatched() async throws {
        let lines = [EventLines.line("app_opened", id: 1), cloudEvent(), "bad", cloudEvent(["id": #""2""#])]
        let mixed = try await outcome(lines)
        #expect(mixed.events.count == 3 && mixed.rejects.count == 1)
        let batch = try await outcome(["[" + lines.joined(separator: ",") + "]"])
        #expect(batch.events == mixed.events)
        let said = try await outcome(lines, format: .cloudEvents)
        #expect(said.events.count == 2)
        #expect(said.rejects.first?[1] == "specversion is missing or null")
    }
}
