import Collector
import EventLog
import Events
import Foundation
import Postgres
import TestSupport
import Testing

@Suite struct SegmentTests {
    /// Returns a call as Segment's libraries send it.
    private func call(_ event: String, id: String = "ajs-1", more: String = "") -> String {
        """
        {"type":"track","event":"\(event)","messageId":"\(id)","anonymousId":"anon-1",\
        "timestamp":"2026-03-01T12:00:00.000Z","context":{"os":{"name":"iOS","version":"17.4","build":"x"},\
        "app":{"version":"5.12.0","namespace":"com.example.shop"},"device":{"model":"iPhone15,3","id":"d"},\
        "locale":"de-DE"},"properties":{"notification_id":"n-1","campaign":{"name":"spring","medium":"push"}}\(more)}
        """
    }

    private func send(_ bench: CollectorBench, _ path: String, _ body: String, key: String? = nil) async throws -> Reply
    {
        let basic = key.map { ["Authorization: Basic " + Data("\($0):".utf8).base64EncodedString()] } ?? []
        return try await bench.request(
            "POST", path, ["Content-Type: application/json"] + basic, body: Array(body.utf8))
    }

    @Test func aTrackCallBecomesItsEvent() async throws {
        try await CollectorBench.run { bench in
            let reply = try await send(bench, "/v1/track", call("Push Notification Opened"))
            #expect(reply.accepted == 1 && reply.json["ignored"] as? Int == 0 && reply.json["success"] as? Bool == true)
            let rows = try await bench.log.rows(
                """
                SELECT type, app_id, os_name, app_version, device_model, locale, campaign, notification_id,
                    installation_id, id
                FROM analytics.events
                """)
            // Version 5 in the namespace 723d908a-27c6-5c99-81e3-71568e523772.
            #expect(
                rows == [
                    [
                        "notification_opened", "com.example.shop", "iOS", "5.12.0", "iPhone15,3", "de-DE", "spring",
                        "n-1",
                        "088c430d-584f-51ea-af82-bce8a935194c", "e643848d-d057-5110-92dd-2d61a1b52581",
                    ]
                ])
        }
    }

    /// Calls of OneSignal and Braze (a campaign, and a Canvas with and without the id of a dispatch) through Segment, of
    /// Customer.io (a broadcast and a transactional message) and Iterable through RudderStack: the product's own name of
    /// the send and of its properties, the account in place of the device, no operating system.
    @Test(arguments: [
        ("Push Sent", #""messageId":"m-1","message_name":"spring""#, "spring"),
        ("Push Notification Sent", #""dispatch_id":"m-1","campaign_name":"spring","send_id":"s""#, "spring"),
        (
            "Push Notification Sent",
            """
            "canvas_id":"c","canvas_name":"spring","canvas_variation_id":"v","canvas_step_id":"s","send_id":"x",\
            "dispatch_id":"m-1"
            """, "spring"
        ),
        (
            "users.messages.pushnotification.Send",
            #""canvas_name":"spring","canvas_step_id":"m-1","message_variation_id":"v""#, "spring"
        ),
        (
            "Push Sent",
            """
            "eventId":"01E4C4CT6YDC7Y5M7FE1GWWPQJ","deliveryId":"m-1","actionId":37,"broadcastId":9,\
            "recipients":[{"device_id":"token","device_platform":"ios"}]
            """, "9"
        ),
        ("Push Sent", #""deliveryId":"m-1","transactionalMessageId":3"#, "3"),
        ("pushSend", #""messageId":"m-1","campaignId":74758,"campaignName":"spring""#, "spring"),
        (
            "Push Sent", #""messageId":[7],"delivery_id":"m-1","campaign":{"name":"spring"},"campaign_name":"x""#,
            "spring"
        ),
        ("Push Sent", #""notification_id":null,"message_id":"m-1","campaign":null,"campaign_name":"spring""#, "spring"),
    ])
    func aSendHasTheNamesOfItsSender(name: String, properties: String, campaign: String) async throws {
        try await CollectorBench.run { bench in
            let call = """
                {"type":"track","event":"\(name)","messageId":"s-1","userId":"u-1","anonymousId":null,\
                "timestamp":"2026-03-01T12:00:00.000Z","context":{"app":{"namespace":"com.example.shop"}},\
                "properties":{\(properties)}}
                """
            #expect(try await send(bench, "/v1/track", call).accepted == 1)
            let rows = try await bench.log.rows(
                "SELECT type, notification_id, campaign, installation_id FROM analytics.events")
            #expect(
                rows == [["notification_sent", "m-1", campaign, EventUUID(device: "u-1")?.description]])
        }
    }

    @Test(arguments: ["Application Uninstalled", "Push Notification Bounced"])
    func aServerSaysThatAnInstallationIsGone(name: String) async throws {
        try await CollectorBench.run { bench in
            let call = """
                {"type":"track","event":"\(name)","messageId":"u-1","anonymousId":"anon-1",\
                "timestamp":"2026-03-01T12:00:00.000Z","context":{"app":{"namespace":"com.example.shop"}}}
                """
            #expect(try await send(bench, "/v1/track", call).accepted == 1)
            try await expect(
                bench.log.rows("SELECT type, os_name FROM analytics.events") == [["push_unregistered", nil]])
        }
    }

    /// Braze through RudderStack names the system of a send without its version, and writes Android's as a letter.
    @Test(arguments: [
        ("7", ""), (#"{"name":"ios"}"#, ""), (#"{"version":"17.4"}"#, ""), (#"{"name":"windows","version":"11"}"#, ""),
        (#"{"name":"android","version":"Android (K)"}"#, ""), (#"{"name":"android","version":"99"}"#, ""),
        (#"{"name":"android","version":"Android (N)"}"#, "Android 7.0"),
        (#"{"name":"ios","version":"17"}"#, "iOS 17.0"),
    ])
    func aSendHasASystemOnlyIfItsNameAndVersionAreKnown(os: String, stored: String) async throws {
        try await CollectorBench.run { bench in
            let call = """
                {"type":"track","event":"Push Sent","messageId":"s-1","userId":"u-1",\
                "timestamp":"2026-03-01T12:00:00.000Z","properties":{"dispatch_id":"d-1"},\
                "context":{"app":{"namespace":"com.example.shop"},"os":\(os)}}
                """
            try await expect(send(bench, "/v1/track", call).accepted == 1)
            let rows = try await bench.log.rows("SELECT concat_ws(' ', os_name, os_version) FROM analytics.events")
            #expect(rows == [[stored]])
            let tap = call.replacing("Push Sent", with: "Push Opened")
            try await expect(send(bench, "/v1/track", tap).reasons.count == (stored.isEmpty ? 1 : 0))
        }
    }

    @Test(arguments: [
        ("Push Sent", #""messageId":7,"delivery_id":"m-1","campaign_id":-12"#, "notification_id, campaign", "7 -12"),
        ("Push Sent", #""notification_id":7,"campaign":{"name":12}"#, "notification_id, campaign", "7 12"),
        ("prompt_shown", #""placement":1,"variant":2.50"#, "placement, variant", "1 2.50"),
        ("experiment_assigned", #""experiment":12,"variant":0"#, "experiment, variant", "12 0"),
        ("app_opened", #""number":7"#, "data", #"{"number": 7}"#),
    ])
    func aNumberIsATextWhereTheEventFormatHasOne(
        name: String, properties: String, columns: String, stored: String
    ) async throws {
        try await CollectorBench.run { bench in
            let call = call(name).replacing(
                #""notification_id":"n-1","campaign":{"name":"spring","medium":"push"}"#, with: properties)
            let reply = try await send(bench, "/v1/track", call)
            #expect(reply.accepted == 1, "\(reply.body)")
            let rows = try await bench.log.rows("SELECT concat_ws(' ', \(columns)) FROM analytics.events")
            #expect(rows == [[stored]])
        }
    }

    @Test(arguments: [
        ("notDetermined", "not_determined"), ("NOT_DETERMINED", "not_determined"), ("AUTHORIZED", "authorized"),
        ("denied", "denied"),
    ])
    func aStatusIsReadInTheSpellingsOfApps(written: String, status: String) async throws {
        try await CollectorBench.run { bench in
            let text = "\"notification_id\":\"n-1\""
            let call = call("status_observed").replacing(text, with: "\"status\":\"\(written)\"")
            let reply = try await send(bench, "/v1/track", call)
            #expect(reply.accepted == 1, "\(reply.body)")
            try await expect(bench.log.rows("SELECT status FROM analytics.events") == [[status]])
            let unknown = call.replacing(written, with: "granted")
            try await expect(send(bench, "/v1/track", unknown).reasons == ["invalid_field"])
        }
    }

    /// As analytics-ruby sends the keys of a database.
    @Test func anIDCanBeANumber() async throws {
        try await CollectorBench.run { bench in
            let number = call("app_opened").replacing("\"ajs-1\"", with: "7").replacing("\"17.4\"", with: "17.4")
                .replacing("\"anonymousId\":\"anon-1\"", with: "\"userId\":42")
            let reply = try await send(bench, "/v1/track", number)
            #expect(reply.accepted == 1, "\(reply.body)")
            let text = number.replacing(":7,", with: ":\"7\",").replacing(":42,", with: ":\"42\",")
            try await expect(send(bench, "/v1/track", text).duplicates == 1)
            let rows = try await bench.log.rows("SELECT id, installation_id, os_version FROM analytics.events")
            #expect(rows == [[EventUUID(device: "7")?.description, EventUUID(device: "42")?.description, "17.4"]])
        }
    }

    /// The libraries write times in UTC. Clocks in Berlin went back on October 26, 2025, at 01:00 UTC.
    @Test(arguments: [
        ("2026-03-01T12:00:00.123Z", "Asia/Tokyo", "540"), ("2026-03-01T23:30:00.123456+00:00", "Asia/Kolkata", "330"),
        ("2026-01-01T03:00:00Z", "America/New_York", "-300"), ("2025-10-26T00:59:59.999Z", "Europe/Berlin", "120"),
        ("2025-10-26T01:00:00.000Z", "Europe/Berlin", "60"), ("2026-03-01T12:00:00+02:00", "Asia/Tokyo", "120"),
        ("2026-03-01T12:00:00.000Z", "UTC", "0"), ("2026-03-01T12:00:00.000Z", "Mars/Olympus_Mons", "0"),
        ("2026-03-01T12:00:00.000Z", "", "0"),
        ("2026-03-01T12:00:00.000Z", "Asia/Tokyo" + String(repeating: " ", count: 64), "0"),
    ])
    func aTimeInUTCHasTheOffsetOfTheZone(written: String, zone: String, offset: String) async throws {
        try await CollectorBench.run { bench in
            let plain = call("app_opened").replacing("2026-03-01T12:00:00.000Z", with: written)
            let zoned = plain.replacing("\"locale\"", with: "\"timezone\":\"\(zone)\",\"locale\"")
            try await expect(send(bench, "/v1/track", zoned).accepted == 1)
            let rows = try await bench.log.rows(
                "SELECT occurred_at = '\(written)'::timestamptz, occurred_offset FROM analytics.events")
            #expect(rows == [["t", offset]])
            try await expect(send(bench, "/v1/track", plain).duplicates == 1)
        }
    }

    @Test func aLocalTimeThatTheEventFormatLacksStaysInUTC() async throws {
        try await CollectorBench.run { bench in
            let call = call("app_opened").replacing("2026-03-01T12:00:00.000Z", with: "1970-01-01T00:00:00Z")
                .replacing("\"locale\"", with: "\"timezone\":\"America/New_York\",\"locale\"")
            try await expect(send(bench, "/v1/track", call).reasons == ["occurred_too_early"])
        }
    }

    @Test func aRejectAlsoSaysSegmentsNames() async throws {
        try await CollectorBench.run { bench in
            let missing = try await send(bench, "/v1/track", #"{"event":"app_opened"}"#)
            let names = """
                id (messageId), app_id (context.app.namespace), installation_id (anonymousId or userId), \
                occurred_at (timestamp) and os.name (context.os.name) are missing or null
                """
            #expect(missing.body.contains(names), "\(missing.body)")
            for (text, other, field) in [
                ("2026-03-01T12:00:00.000Z", "yesterday", "occurred_at (timestamp) must be"),
                ("\"iOS\"", "\"BeOS\"", "os.name (context.os.name) must be"),
                ("\"anon-1\"", "true", "installation_id (anonymousId or userId) must be"),
            ] {
                let reply = try await send(bench, "/v1/track", call("app_opened").replacing(text, with: other))
                #expect(reply.body.contains("\"detail\":\"\(field)"), "\(reply.body)")
            }
        }
    }

    /// RudderStack writes its own receipt in place of a missing `originalTimestamp`.
    @Test(arguments: [
        (#""originalTimestamp":"2026-03-01T12:04:31.200Z","timestamp":"2026-03-01T12:00:00.000Z""#, "12:00:00.000"),
        (#""originalTimestamp":"2026-03-01T12:04:31.199Z","timestamp":"2026-03-01T12:00:00.000Z""#, "12:04:31.199"),
        (#""originalTimestamp":"2026-03-01T12:04:31.200Z""#, "12:04:31.200"),
    ])
    func anOriginalTimestampThatIsTheReceiptGivesWayToTheTimestamp(times: String, stored: String) async throws {
        try await CollectorBench.run { bench in
            let call = call("app_opened", more: #","receivedAt":"2026-03-01T12:04:31.200Z""#)
                .replacing(#""timestamp":"2026-03-01T12:00:00.000Z""#, with: times)
            try await expect(send(bench, "/v1/track", call).accepted == 1)
            let rows = try await bench.log.rows(
                "SELECT to_char(occurred_at AT TIME ZONE 'UTC', 'HH24:MI:SS.MS') FROM analytics.events")
            #expect(rows == [[stored]])
        }
    }

    @Test func whatABatchSaysOnceCountsForEachOfItsCalls() async throws {
        try await CollectorBench.run(.limited { $0.inflatedBytes = 100_000 }) { bench in
            let shared = "\"context\":{\"device\":{\"model\":\"\(String(repeating: "x", count: 1_000))\"}}"
            let call = "{\"event\":\"app_opened\"}"
            for (count, status) in [(90, 200), (110, 413)] {
                let calls = Array(repeating: call, count: count).joined(separator: ",")
                let reply = try await send(bench, "/v1/batch", "{\"batch\":[\(calls)],\(shared)}")
                #expect(reply.status == status, "\(reply.body)")
            }
            try await expect(bench.log.rows("SELECT sum(rejected) FROM log.batch") == [["90"]])
            try await expect(bench.log.rows("SELECT count(*) FROM log.quarantine") == [["1"]])
        }
    }

    @Test func aBatchTakesItsEventsAndCountsTheOthers() async throws {
        try await CollectorBench.run { bench in
            let identify = "{\"type\":\"identify\",\"userId\":\"u\",\"traits\":{}}"
            let batch = """
                {"batch":[\(identify),\(call("Application Opened", id: "1")),\(call("Experiment Viewed", id: "2")),\
                \(call("prompt_shown", id: "3")),{"type":"track","event":"app_opened"},7],"sentAt":"2026-03-01T12:00:01Z"}
                """
            for path in ["/v1/batch", "/v1/import"] {
                let reply = try await send(bench, path, batch)
                #expect(reply.status == 200 && reply.json["ignored"] as? Int == 3)
                #expect((reply.accepted ?? 0) + (reply.duplicates ?? 0) == 2)
                #expect(reply.indexes == [4] && reply.reasons == ["missing_field"])
            }
            try await expect(bench.stored() == 2)
            let metrics = try await bench.request("GET", "/metrics").body
            #expect(metrics.contains("bellwether_ignored_calls_total 6\n"))
        }
    }

    /// As Segment's webhooks post them.
    @Test func anArrayOfCallsIsABatch() async throws {
        try await CollectorBench.run { bench in
            for path in ["/v1/track", "/v1/batch", "/v1/import", "/v1/t", "/v1/b"] {
                let identify = "{\"type\":\"identify\",\"userId\":\"u\",\"traits\":{}}"
                let bad = "{\"type\":\"track\",\"event\":\"app_opened\"}"
                let good = call("app_opened", id: path)
                let reply = try await send(bench, path, "[\(identify),\(good),\(bad)]")
                #expect(reply.accepted == 1 && reply.json["ignored"] as? Int == 1, "\(reply.body)")
                #expect(reply.indexes == [2] && reply.reasons == ["missing_field"])
                let empty = try await send(bench, path, " [] ")
                #expect(empty.status == 200 && empty.accepted == 0 && empty.json["ignored"] as? Int == 0)
            }
            try await expect(bench.stored() == 5)
        }
    }

    @Test func theWriteKeyIsTheKeyAndGivesTheApp() async throws {
        try await CollectorBench.run(.keyed) { bench in
            let key = try await bench.makeKey()
            let bare = call("app_opened").replacing(",\"namespace\":\"com.example.shop\"", with: "")
            let reply = try await bench.retrying { try await send(bench, "/v1/track", bare, key: key.text) }
            #expect(reply.accepted == 1)
            let other = call("app_opened", id: "2").replacing("com.example.shop", with: "com.example.other")
            try await expect(send(bench, "/v1/track", other, key: key.text).reasons == ["invalid_field"])
            let none = try await send(bench, "/v1/track", bare)
            #expect(none.status == 401 && none.headers["www-authenticate"]?.hasPrefix("Basic") == true)
        }
    }

    /// Segment's webhooks send batches of thousands of calls.
    @Test func withTheKeyInAHeaderABodyCanBeAsLongAsAnyOther() async throws {
        var settings = Collector.Settings.keyed
        settings.limits.segmentBytes = 1_000
        settings.limits.bodyBytes = 4_000
        try await CollectorBench.run(settings) { bench in
            let key = try await bench.readKey()
            for (padding, header, body) in [(500, 200, 200), (2_000, 200, 413), (4_000, 413, 413)] {
                let calls = "[\(call("app_opened"))]" + String(repeating: " ", count: padding)
                let batch = "{\"batch\":\(calls),\"writeKey\":\"\(key)\"}"
                try await expect(send(bench, "/v1/b", batch).status == body)
                let type = ["Content-Type: application/json"]
                for authorization in ["Bearer \(key)", "Basic " + Data("\(key):".utf8).base64EncodedString()] {
                    let reply = try await bench.request(
                        "POST", "/v1/track", type + ["Authorization: \(authorization)"], body: Array(calls.utf8))
                    #expect(reply.status == header, "\(reply.body)")
                }
                let compressed = try await bench.request(
                    "POST", "/v1/b", type + ["Content-Encoding: gzip"], body: gzipped(batch))
                #expect(compressed.status == body)
            }
        }
    }

    @Test func theKeyCanBeABearerToken() async throws {
        try await CollectorBench.run(.keyed) { bench in
            let key = try await bench.makeKey()
            let headers = ["Content-Type: application/json", "Authorization: Bearer \(key.text)"]
            let reply = try await bench.retrying {
                try await bench.request("POST", "/v1/track", headers, body: Array(call("app_opened").utf8))
            }
            #expect(reply.accepted == 1, "\(reply.body)")
        }
    }

    @Test func anIDWithAZeroIsNoJSON() async throws {
        try await CollectorBench.run { bench in
            let zero = call("app_opened").replacing("anon-1", with: "anon\\u0000")
            try await expect(send(bench, "/v1/track", zero).reasons == ["invalid_json"])
        }
    }

    /// The key in the header decides: what stands in the body besides it is ignored.
    @Test func theKeyInTheHeaderComesBeforeThatInTheBody() async throws {
        try await CollectorBench.run(.keyed) { bench in
            let key = try await bench.makeKey()
            let both = call("app_opened", more: ",\"writeKey\":\"\(key.text)\"")
            let wrong = try await bench.retrying { try await send(bench, "/v1/t", both) }
            #expect(wrong.accepted == 1)
            try await expect(send(bench, "/v1/t", both, key: "bw_1_wrong").status == 401)
        }
    }

    @Test func theContextsOfBatchAndCallAreMergedAndTheCallsWins() async throws {
        try await CollectorBench.run { bench in
            let own = """
                {"traits":{"plan":"free"},"os":{"version":"18.1"},"app":{"version":null},"device":{"model":""},\
                "locale":"fr-FR"}
                """
            let shared = """
                {"os":{"name":"iOS","version":"17.4"},"app":{"namespace":"com.example.shop","version":"5.12.0"},\
                "device":{"model":"iPhone15,3"},"locale":"de-DE"}
                """
            let call = """
                {"type":"track","event":"app_opened","messageId":"1","anonymousId":"a",\
                "timestamp":"2026-03-01T12:00:00Z","context":\(own)}
                """
            let reply = try await send(bench, "/v1/batch", "{\"batch\":[\(call)],\"context\":\(shared)}")
            #expect(reply.accepted == 1, "\(reply.body)")
            let rows = try await bench.log.rows(
                "SELECT app_id, os_name, os_version, app_version, device_model, locale FROM analytics.events")
            #expect(rows == [["com.example.shop", "iOS", "18.1", "5.12.0", "iPhone15,3", "fr-FR"]])
        }
    }

    @Test func anEmptyTextIsAbsent() async throws {
        try await CollectorBench.run(.keyed) { bench in
            let key = try await bench.makeKey()
            let empty = """
                {"type":"track","event":"notification_opened","messageId":"1","anonymousId":"","userId":"u",\
                "originalTimestamp":"","timestamp":"2026-03-01T12:00:00Z","sentAt":"","context":{"locale":"",\
                "app":{"name":"","version":"","namespace":""},"device":{"model":""},\
                "os":{"name":"iOS","version":"17.4"}},"properties":{"campaign":"","notification_id":"","x":""}}
                """
            let reply = try await bench.retrying { try await send(bench, "/v1/track", empty, key: key.text) }
            #expect(reply.accepted == 1, "\(reply.body)")
            let rows = try await bench.log.rows(
                "SELECT app_id, app_version, device_model, locale, campaign, notification_id FROM analytics.events")
            #expect(rows == [["com.example.shop", nil, nil, nil, nil, nil]])
            for (text, field) in [("\"messageId\":\"1\"", "id"), ("\"userId\":\"u\"", "installation_id")] {
                let name = text.prefix { $0 != ":" }
                let body = empty.replacing(text, with: "\(name):\"\"")
                let refused = try await send(bench, "/v1/track", body, key: key.text)
                #expect(refused.reasons == ["missing_field"] && refused.body.contains(field), "\(refused.body)")
            }
        }
    }

    /// The libraries write `sentAt` when they close a batch, which may be days before it is sent.
    @Test(arguments: [
        ("2026-02-26T23:59:30Z", "2026-02-27T00:00:00Z", "2026-02-26 23:59:30"),
        ("2026-03-02T00:59:30Z", "2026-03-02T01:00:00Z", "2026-03-01 23:59:30"),
        ("2026-03-01T23:59:30Z", "2026-03-02T00:00:30Z", "2026-03-01 23:59:30"),
    ])
    func sentAtShowsAWrongClockOnlyIfItIsLaterThanTheReceipt(at: String, sentAt: String, effective: String) async throws
    {
        try await CollectorBench.run { bench in
            let call = call("app_opened").replacing("2026-03-01T12:00:00.000Z", with: at)
            let batch = "{\"batch\":[\(call)],\"sentAt\":\"\(sentAt)\"}"
            try await expect(send(bench, "/v1/b", batch).accepted == 1)
            let rows = try await bench.log.rows(
                "SELECT to_char(effective_at AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS') FROM analytics.events")
            #expect(rows == [[effective]])
        }
    }

    @Test func systemsAreReadAsTheImportRecipesReadThem() async throws {
        let recipe = try String(
            contentsOfFile: ClientLibraries.root + "/docs/examples/import/contract.sql", encoding: .utf8)
        let macro = try #require(recipe.components(separatedBy: "CREATE MACRO contract_os_name").last)
            .prefix { $0 != ";" }
        let names = macro.matches(of: /WHEN '([a-z]+)' THEN '([A-Za-z]+)'/).map { ("\($0.1)", "\($0.2)") }
        #expect(names.count > 10)
        let written = [("iPhone OS", "iOS"), ("Mac OS X", "macOS"), ("OS X", "macOS"), ("iPad OS", "iPadOS")]
        try await CollectorBench.run { bench in
            for (place, (name, system)) in (names + written).enumerated() {
                let call = call("app_opened", id: "\(place)")
                    .replacing(
                        "\"name\":\"iOS\",\"version\":\"17.4\"", with: "\"name\":\"\(name)\",\"version\":\"9.\(place)\""
                    )
                try await expect(send(bench, "/v1/track", call).accepted == 1)
                let rows = try await bench.log.rows(
                    "SELECT os_name FROM analytics.events WHERE os_version = '9.\(place)'")
                #expect(rows == [[system]], "\(name)")
            }
        }
    }

    @Test func androidsVersionsAreReadAsTheImportRecipesReadThem() async throws {
        let recipe = try String(
            contentsOfFile: ClientLibraries.root + "/docs/examples/import/contract.sql", encoding: .utf8)
        let macro = try #require(recipe.components(separatedBy: "CREATE MACRO android_version").last)
            .prefix { $0 != ";" }
        var versions: [(written: String, version: String)] = []
        for row in macro.matches(of: /IN \(([^)]+)\) THEN '([0-9]+)'/) {
            for written in row.output.1.matches(of: /[A-Z0-9]+/) {
                versions.append(("\(written.output)", "\(row.output.2)"))
            }
        }
        #expect(versions.count == 28)
        try await CollectorBench.run { bench in
            for (place, (written, version)) in versions.enumerated() {
                let text = written.count == 1 ? "Android (\(written))" : written
                let call = call("app_opened", id: "\(place)").replacing("5.12.0", with: "\(place)")
                    .replacing("\"iOS\",\"version\":\"17.4\"", with: "\"android\",\"version\":\"\(text)\"")
                try await expect(send(bench, "/v1/track", call).accepted == 1)
                let rows = try await bench.log.rows(
                    "SELECT os_version FROM analytics.events WHERE app_version = '\(place)'")
                #expect(rows == [["\(version).0"]], "\(written)")
            }
        }
    }

    @Test(arguments: [
        ("iOS 18.0 beta", "18.0.0"), ("Version 14.2 (Build 23C64)", "14.2.0"), ("17", "17.0.0"), ("17.4.1.2", "17.4.1"),
        ("18.", "18.0.0"),
    ])
    func theFirstVersionInATextCounts(written: String, version: String) async throws {
        try await CollectorBench.run { bench in
            let call = call("app_opened").replacing("\"17.4\"", with: "\"\(written)\"")
            try await expect(send(bench, "/v1/track", call).accepted == 1)
            let rows = try await bench.log.rows("SELECT os_version || '.' || os_patch FROM analytics.events")
            #expect(rows == [[version]])
        }
    }

    @Test func aPageOfTheWebNeedsNoSystem() async throws {
        try await CollectorBench.run { bench in
            let os = "\"os\":{\"name\":\"iOS\",\"version\":\"17.4\",\"build\":\"x\"}"
            for (place, name) in ["analytics.js", "analytics-ruby"].enumerated() {
                let body = call("app_opened", id: name)
                    .replacing(os, with: "\"library\":{\"name\":\"\(name)\",\"version\":\"1\"}")
                try await expect(send(bench, "/v1/track", body).reasons.count == place)
            }
            try await expect(bench.log.rows("SELECT os_name, os_version FROM analytics.events") == [["web", "0.0"]])
        }
    }

    /// Libraries for browsers write their own name, or the browser's, in place of the app's.
    @Test(arguments: [
        ("RudderLabs JavaScript SDK", "com.rudderlabs.javascript", "com.example.shop web 0.0"),
        ("analytics-flutter", "Mozilla", "com.example.shop web 0.0"),
        ("analytics.js", "com.example.shop", "com.example.shop 5.12.0 web 0.0"),
    ])
    func aBrowserIsNoApp(library: String, namespace: String, stored: String) async throws {
        try await CollectorBench.run(.keyed) { bench in
            let key = try await bench.makeKey()
            let call = call("app_opened").replacing("com.example.shop", with: namespace)
                .replacing("\"name\":\"iOS\",\"version\":\"17.4\"", with: "\"name\":\"\",\"version\":\"\"")
                .replacing("\"locale\"", with: "\"library\":{\"name\":\"\(library)\"},\"locale\"")
            let reply = try await bench.retrying { try await send(bench, "/v1/t", call, key: key.text) }
            #expect(reply.accepted == 1, "\(reply.body)")
            let rows = try await bench.log.rows(
                "SELECT concat_ws(' ', app_id, app_version, os_name, os_version) FROM analytics.events")
            #expect(rows == [[stored]])
        }
    }

    @Test func flutterOnAPhoneIsNoBrowser() async throws {
        try await CollectorBench.run { bench in
            let call = call("app_opened")
                .replacing("\"locale\"", with: "\"library\":{\"name\":\"analytics-flutter\"},\"locale\"")
            try await expect(send(bench, "/v1/t", call).accepted == 1)
            try await expect(bench.log.rows("SELECT os_name FROM analytics.events") == [["iOS"]])
        }
    }

    @Test func anAliasIsASetting() async throws {
        try await CollectorBench.run { bench in
            try await expect(send(bench, "/v1/track", call("Geöffnet")).json["ignored"] as? Int == 1)
            try await bench.log.owner.run { try EventAlias.set("Geöffnet", to: .appOpened, $0) }
            var accepted: Int?
            for _ in 0..<100 where accepted != 1 {
                try await Task.sleep(for: .milliseconds(100))
                accepted = try await send(bench, "/v1/track", call("Geöffnet")).accepted
            }
            #expect(accepted == 1)
        }
    }

    @Test func whatIsNoBatchIsUnreadable() async throws {
        try await CollectorBench.run { bench in
            for body in ["", "[", "[] x", "7", "{\"batch\":7}", "{\"batch\":[", "{}", "{\"batch\":[]} x", "nonsense"] {
                let reply = try await send(bench, "/v1/batch", body)
                #expect(reply.status == 400 && reply.json["message"] as? String != nil, "\(body)")
            }
        }
    }
}
