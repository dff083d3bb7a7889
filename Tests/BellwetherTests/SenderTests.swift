import Foundation
import TestSupport
import Testing

/// The examples of docs/how-to that make events without a recipe.
@Suite(.enabled(if: ClientLibraries.areThere, "script/client-libraries has not fetched what they use"))
struct SenderTests {
    @Test func theTemplateOfAnEventStreamMakesEvents() async throws {
        try await withProgram { bench in
            let examples = ClientLibraries.root + "/docs/examples/onesignal-event-stream"
            let oneSignal = try #require(Sender.all.first { $0.name == "onesignal" })
            try bench.write(try oneSignal.text(), to: "body.liquid")
            try bench.write(Sender.fill, to: "fill.py")
            let filled = try bench.shell(
                "\(ClientLibraries.python) fill.py body.liquid \(examples)/contexts.ndjson > events.ndjson")
            #expect(filled.status == 0, "\(filled.errors)")
            let counts = try json(bench.run("ingest", "--json", "--quiet", "events.ndjson").output)
            #expect(counts["accepted"] as? Int == 6 && counts["duplicates"] as? Int == 1)
            #expect(counts["rejected"] as? Int == 0)
            try bench.run("project", "--quiet")
            let campaigns =
                "SELECT campaign, sent, direct_opens FROM opens_by_campaign('2026-03-01', '2026-03-31') ORDER BY 1"
            #expect(try bench.run("sql", "-At", "-c", campaigns).output == "spring/summer 'sale'|2|1\n|1|0\n")
            // The external id is the app's installation id; another device is a subscription.
            let opened = """
                SELECT installation_id, os_name, os_version FROM events
                WHERE type IN ('notification_opened', 'status_observed') ORDER BY type
                """
            let rows = try bench.run("sql", "-At", "-c", opened).output
            #expect(rows.contains("8f14e45f-ceea-467f-a9b1-1c2d3e4f5a6b|iOS|17.4"))
            #expect(rows.contains("6c0d8e2f-0502-4b50-8d73-8e29f5a1b502|iPadOS|17.3"))
        }
    }

    /// Stands in for Firebase's library, whose answer depends on the token.
    private static let firebase = """
        class UnregisteredError(Exception): pass
        class Notification:
            def __init__(self, title): pass
        class Message:
            def __init__(self, notification, data, token): self.token = token
        class Answer:
            def __init__(self, exception): self.success, self.exception = exception is None, exception
        class Answers: pass
        def send_each(messages):
            answers = Answers()
            errors = {"gone": UnregisteredError(), "bad": ValueError()}
            answers.responses = [Answer(errors.get(message.token)) for message in messages]
            return answers
        """

    @Test func theServerInPythonReportsWhatItSentAndWhoIsGone() async throws {
        let page = try String(contentsOfFile: ClientLibraries.root + "/docs/how-to/sends.md", encoding: .utf8)
        let example = try #require(page.firstMatch(of: /```python\n((?s:.*?))```/)?.output.1)
        try await withProgram { bench in
            try bench.makeFolder("firebase_admin")
            try bench.write("", to: "firebase_admin/__init__.py")
            try bench.write(Self.firebase, to: "firebase_admin/messaging.py")
            let people = ["ok", "gone", "bad"].enumerated().map { "(\"\(EventText.uuid($0 + 1))\", \"\($1)\")" }
            try bench.write(
                example + """

                    for event in send("com.example.shop", "n-1", "spring_sale", [\(people.joined(separator: ", "))]):
                        print(json.dumps(event))
                    """, to: "sends.py")
            let sent = try bench.shell("python3 sends.py > events.ndjson")
            #expect(sent.status == 0, "\(sent.errors)")
            let counts = try json(bench.run("ingest", "--json", "--quiet", "events.ndjson").output)
            #expect(counts["accepted"] as? Int == 2 && counts["rejected"] as? Int == 0)
            let rows = "SELECT type, notification_id, data ->> 'service' FROM events ORDER BY type"
            let types = try bench.run("sql", "-At", "-c", rows).output
            #expect(types.contains("push_unregistered||fcm\n") && types.contains("notification_sent|n-1|\n"))
        }
    }
}
