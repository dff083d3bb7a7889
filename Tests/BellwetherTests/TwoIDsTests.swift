import TestSupport
import Testing

/// What docs/how-to/sends.md says of a phone that the app and the product that sends know by two ids.
@Suite struct TwoIDsTests {
    private static let app = "com.example.shop"

    /// How the product names its two devices, and the app of its events.
    private struct Product {
        let devices: [String]
        var app = TwoIDsTests.app

        /// It sends a notification to both, of which the first is tapped, and knows that both allow notifications.
        var lines: [String] {
            let (allowed, name) = (#"{"status":"authorized"}"#, #"{"notification_id":"n-1"}"#)
            return devices.enumerated().flatMap { number, device in
                [
                    line("status_observed", 30 + number, on: 1, at: "10:00:00", allowed, device),
                    line("notification_sent", 40 + number, on: 2, at: "12:00:00", name, device),
                ]
            } + [line("notification_opened", 50, on: 2, at: "12:05:00", name, devices[0])]
        }

        private func line(
            _ type: String, _ id: Int, on day: Int, at time: String, _ data: String, _ device: String
        ) -> String {
            TwoIDsTests.line(type, id, 0, on: day, at: time, data, app: app)
                .replacing(#""installation_id":"\#(EventText.uuid(0))""#, with: #""device_id":"\#(device)""#)
        }
    }

    /// Two people are asked and allow. One taps the notification of the next day, the other opens the app an hour later.
    private static let appLines = [
        line("prompt_shown", 1, 1, on: 1, at: "09:00:00"), line("prompt_granted", 2, 1, on: 1, at: "09:00:05"),
        line("prompt_shown", 3, 2, on: 1, at: "09:00:00"), line("prompt_granted", 4, 2, on: 1, at: "09:00:05"),
        line("notification_opened", 5, 1, on: 2, at: "12:05:00", #"{"notification_id":"n-1"}"#),
        line("app_opened", 6, 2, on: 2, at: "13:00:00"),
    ]

    private static func line(
        _ type: String, _ id: Int, _ installation: Int, on day: Int, at time: String, _ data: String? = nil,
        app: String = app
    ) -> String {
        let at = "2026-03-0\(day)T\(time)Z"
        return EventText.line(type, id: id, installation: installation, app: app, at: at, received: at, data: data)
    }

    /// By app: sent, opened by a tap, opened later, openers, active people, people who can be reached, opens without a
    /// send, people who allowed.
    private static let numbers = """
        SELECT
            app_id, sum(sent), sum(direct_opens), sum(influenced_opens), sum(openers), sum(active),
            (SELECT sum(reachable) FROM reach_daily WHERE day = '2026-03-02' AND reach_daily.app_id = opens_daily.app_id),
            (
                SELECT round(value) FROM data_quality('2026-03-01', '2026-03-02') AS quality
                WHERE measure = 'unsent_opens' AND quality.app_id = opens_daily.app_id
            ),
            (SELECT sum(granted) FROM opt_in_daily WHERE opt_in_daily.app_id = opens_daily.app_id)
        FROM opens_daily
        GROUP BY app_id
        ORDER BY app_id
        """

    private func numbers(_ product: Product) async throws -> String {
        try await withProgram { bench in
            try bench.take(Self.appLines + product.lines)
            return try bench.run("sql", "-At", "-c", Self.numbers).output
        }
    }

    @Test func joinedTheyAreOnePersonWhoseOpensHaveSends() async throws {
        let joined = try await numbers(Product(devices: [EventText.uuid(1), EventText.uuid(2)]))
        #expect(joined == "com.example.shop|2|1|1|1|2|2|0|2\n")
    }

    @Test func notJoinedTheyAreTwoPeople() async throws {
        let doubled = try await numbers(Product(devices: ["device-1", "device-2"]))
        #expect(doubled == "com.example.shop|2|1|0|2|3|4|1|2\n")
    }

    @Test func theQualityPageSaysOfWhichOpensTheSendIsKnown() async throws {
        try await withProgram { bench in
            try bench.take(Self.appLines + Product(devices: ["device-1", "device-2"]).lines)
            try bench.run("report", "--quiet", "--out", "report", "--from", "2026-03-01", "--to", "2026-03-02")
            #expect(try bench.read("report/latest/quality.html").contains("50.0%</span> of opens have a known send"))
        }
    }

    @Test func withAnAppOfItsOwnEachIsRight() async throws {
        let apart = try await numbers(Product(devices: ["device-1", "device-2"], app: Self.app + ".sender"))
        #expect(apart == "com.example.shop|0|0|0|1|2|2|1|2\ncom.example.shop.sender|2|1|0|1|1|2|0|\n")
    }
}
