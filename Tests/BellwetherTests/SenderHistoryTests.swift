import Foundation
import TestSupport
import Testing

/// A history of an app whose sends come from a product that has the app's id of each installation.
@Suite(
    .enabled(if: ClientLibraries.areThere, "script/client-libraries has not fetched what they use"),
    .timeLimit(.minutes(20)))
struct SenderHistoryTests {
    @Test(arguments: Sender.all) func everyTableIsThatOfTheSendsOfAServer(sender: Sender) async throws {
        let expected = try await withProgram { bench in
            let history = try bench.history()
            return try bench.tables(of: history.app + history.sends)
        }
        try await withProgram { bench in
            let history = try bench.history()
            let sends = try bench.converted(history.sends, by: sender)
            #expect(sends.count == history.sends.count)
            let tables = try bench.tables(of: history.app + sends)
            #expect(expected["opens_daily.csv"]?.contains(",2026-04-20,") == true)
            for (name, table) in expected { #expect(tables[name] == table, "\(name)") }
        }
    }
}

/// A product that sends, and what its page says to change in its recipe or template if the app gives it its id.
struct Sender: Sendable, CustomTestStringConvertible {
    let name: String
    let change: (from: String, to: String)?
    var isTemplate = false

    var testDescription: String { name }

    static let all = [
        Sender(
            name: "onesignal",
            change: ("{{ event.subscription_id }}", "{{ event.external_id | default: event.subscription_id }}"),
            isTemplate: true),
        Sender(name: "braze", change: ("'$.device_id'", "'$.external_user_id'")),
        Sender(name: "airship", change: ("'$.channel'", "'$.named_user_id'")),
        Sender(name: "fcm", change: nil),
        Sender(name: "customerio", change: ("is_person_installation = false", "is_person_installation = true")),
        Sender(name: "iterable", change: ("'$.dataFields.platformEndpoint'", "'$.userId'")),
    ]

    /// Returns its recipe or template with the change.
    func text() throws -> String {
        let examples = ClientLibraries.root + "/docs/examples/"
        let path = isTemplate ? "onesignal-event-stream.liquid" : "import/\(name).sql"
        let text = try String(contentsOfFile: examples + path, encoding: .utf8)
        guard let change else { return text }
        let page = try String(contentsOfFile: ClientLibraries.root + "/docs/how-to/\(name).md", encoding: .utf8)
        let word = change.to.split(separator: " = ").first.map(String.init) ?? change.to
        #expect(text.contains(change.from) && page.contains("`\(word)`"))
        return text.replacing(change.from, with: change.to)
    }

    /// Fills in a template as OneSignal does, once for each line of contexts.
    static let fill = """
        import json, liquid, sys
        template = liquid.Template(open(sys.argv[1]).read())
        for line in open(sys.argv[2]):
            print(json.dumps(json.loads(template.render(**json.loads(line)))))
        """
}

extension Workbench {
    /// Returns what an app and a server sent in a simulated history. The server's events are of whole seconds, because
    /// some products have no finer times, and were received after all others; their campaigns have numbers. No two are of
    /// one installation and second: the ids of events decide which is the later, and each product has its own.
    fileprivate func history() throws -> (app: [String], sends: [String]) {
        try simulate(installations: 150, days: 40)
        let lines = try read("events.ndjson").replacing("com.example.reader", with: "com.example.shop")
            .split(separator: "\n").map(String.init)
        let isSend = { (line: String) in line.contains(#""type":"notification_sent""#) }
        var taken: Set<String> = []
        let sends = try lines.filter(isSend).map { try Self.serversEvent(json($0)) }.filter { event in
            let receiver = ["installation_id", "occurred_at"].map { (event[$0] as? String ?? "").lowercased() }
            return taken.insert(receiver.joined(separator: " ")).inserted
        }
        return (lines.filter { !isSend($0) }, try sends.map(Self.received))
    }

    private static func serversEvent(_ line: [String: Any]) throws -> [String: Any] {
        var event = line
        event["os"] = nil
        event["sent_at"] = nil
        event["occurred_at"] = try #require(event["occurred_at"] as? String).replacing(/\.[0-9]+/, with: "")
        var data = try #require(event["data"] as? [String: Any])
        data["campaign"] = (data["campaign"] as? String).map { "campaign \($0.utf8.count)" }
        event["data"] = data
        return event
    }

    private static func received(_ event: [String: Any]) throws -> String {
        var event = event
        event["received_at"] = "2026-06-01T00:00:00Z"
        return String(decoding: try JSONSerialization.data(withJSONObject: event), as: UTF8.self)
    }

    /// Returns the events that a product's recipe or template makes of its export of these sends.
    fileprivate func converted(_ sends: [String], by sender: Sender) throws -> [String] {
        try write(sends.joined(separator: "\n"), to: "sends.ndjson")
        let text = sender.isTemplate ? "body.liquid" : "\(sender.name).sql"
        try write(try sender.text(), to: text)
        try write(Sender.fill, to: "fill.py")
        let convert =
            sender.isTemplate
            ? "python3 fill.py \(text) \(sender.name)/contexts.ndjson > \(sender.name).ndjson" : "duckdb -f \(text)"
        let run = try shell(
            """
            set -e
            export HOME=$PWD PATH=\(ClientLibraries.commands):$PATH
            cp \(ClientLibraries.root)/docs/examples/import/contract.sql .
            python3 \(ClientLibraries.root)/script/sender_exports.py \(sender.name) \(sender.name) < sends.ndjson
            \(convert)
            """)
        #expect(run.status == 0, "\(run.errors)")
        return try read("\(sender.name).ndjson").split(separator: "\n").map { try Self.received(json(String($0))) }
    }

    /// Ingests events and returns the tables of a report, by the names of their files.
    fileprivate func tables(of events: [String]) throws -> [String: String] {
        try take(events, in: "history.ndjson")
        try run("report", "--quiet", "--out", "report", "--from", "2026-03-01", "--to", "2026-05-31")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder + "/report/latest/csv")
        return Dictionary(
            uniqueKeysWithValues: try names.map { ($0, try read("report/latest/csv/" + $0)) })
    }
}
