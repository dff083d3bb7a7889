import EventLog
import Foundation
import TestSupport
import Testing

/// Runs the recipes of docs/how-to on their samples, with the commands that the pages show.
@Suite(.timeLimit(.minutes(20))) struct ImportTests {
    private static let examples = "docs/examples/import"

    @Test(
        .enabled(if: ClientLibraries.areThere, "script/client-libraries has not fetched DuckDB"),
        arguments: ImportRecipe.all)
    func aRecipeImportsItsSampleOnce(recipe: ImportRecipe) async throws {
        try await withProgram { bench in
            try bench.layOutExamples()
            try bench.follow(Self.commands(of: recipe))
            let first = try bench.events(of: recipe)
            #expect(!first.contains { $0.contains("Mac OS X") || $0.contains("macOS\",\"version\":\"10") })
            #expect(first.count == recipe.events)
            try bench.expectLog(recipe.accepted, recipe.rejected)
            // The same export gives the same events again, in any order.
            try bench.follow(Self.commands(of: recipe).filter { !$0.hasPrefix("bellwether ") })
            let second = try bench.events(of: recipe)
            #expect(second.sorted() == first.sorted())
            try bench.write(second.reversed().map { $0 + "\n" }.joined(), to: "again.ndjson")
            let again = try json(bench.run("ingest", "--quiet", "--json", "again.ndjson").output)
            #expect(again["accepted"] as? Int == 0)
            #expect(again["duplicates"] as? Int == recipe.events - recipe.rejected.values.reduce(0, +))
            try bench.run("project", "--quiet")
            for (question, answer) in recipe.numbers {
                #expect(try bench.run("sql", "-At", "-c", question).output == answer, "\(question)")
            }
        }
    }

    /// A bounce says that one token is no longer valid, and not whether the installation has another one.
    @Test(
        .enabled(if: ClientLibraries.areThere, "script/client-libraries has not fetched DuckDB"),
        arguments: ["customerio", "iterable"])
    func withTheAppsIDABounceIsNoEvent(recipe: String) async throws {
        try await withProgram { bench in
            try bench.layOutExamples()
            let sender = try #require(Sender.all.first { $0.name == recipe })
            try bench.write(sender.text(), to: "\(Self.examples)/\(recipe).sql")
            try bench.follow(["cd \(Self.examples)", "duckdb -f \(recipe).sql"])
            let events = try bench.read("\(Self.examples)/\(recipe).ndjson")
            #expect(events.contains("notification_sent") && !events.contains("push_unregistered"))
        }
    }

    /// Returns the page's commands for a recipe: `cd` to the folder, then the recipe's own lines.
    private static func commands(of recipe: ImportRecipe) throws -> [String] {
        let page = try String(contentsOfFile: ClientLibraries.root + "/docs/how-to/" + recipe.page, encoding: .utf8)
        // In a list of steps the blocks are indented.
        let blocks = page.matches(of: /[ ]*```\n((?s:.*?))```/).map { String($0.output.1) }
        let start = try #require(blocks.first { $0.contains("cd \(examples)") })
        let steps = try #require(blocks.first { $0.contains("duckdb -f \(recipe.name).sql\n") })
        return (start + steps).split(separator: "\n").map { String($0.trimmingPrefix { $0 == " " }) }
            .filter { !$0.isEmpty }
    }

    @Test func everyRecipeIsTried() throws {
        let files = try FileManager.default.contentsOfDirectory(atPath: ClientLibraries.root + "/" + Self.examples)
        let recipes = Set(files.filter { $0.hasSuffix(".sql") }).subtracting(["contract.sql"])
        #expect(recipes == Set(ImportRecipe.all.map { $0.name + ".sql" }))
    }

    @Test func aCSVFileIsAnsweredWithWhereToReadOn() async throws {
        try await withProgram { bench in
            for name in ["users.csv", "Users.CSV", "users.csv.gz"] {
                try bench.write("id,os\n1,iOS\n", to: name)
                let run = try bench.attempt("ingest", name)
                #expect(run.status == 65, "\(name)")
                #expect(run.errors.split(separator: "\n").count == 1)
                let page = String(try #require(run.errors.firstMatch(of: /docs\/\S+\.md/)).output)
                #expect(FileManager.default.fileExists(atPath: ClientLibraries.root + "/" + page))
            }
            #expect(try bench.run("sql", "-At", "-c", "SELECT count(*) FROM quarantine").output == "0\n")
        }
    }
}

extension Workbench {
    fileprivate func layOutExamples() throws {
        try makeFolder("docs/examples")
        try FileManager.default.copyItem(
            atPath: ClientLibraries.root + "/docs/examples/import", toPath: folder + "/docs/examples/import")
    }

    /// Runs lines of the page in one shell, one after another, and expects each to succeed.
    fileprivate func follow(_ commands: [String]) throws {
        let settings = ["set -e", "export HOME=$PWD PATH=\(ClientLibraries.commands):$PATH"]
        let run = try shell((settings + commands).joined(separator: "\n"))
        #expect(run.status == 0, "\(commands): \(run.output)\(run.errors)")
    }

    /// Returns the lines that a recipe wrote.
    fileprivate func events(of recipe: ImportRecipe) throws -> [String] {
        try read("docs/examples/import/\(recipe.name).ndjson").split(separator: "\n").map(String.init)
    }

    /// Expects this number of events in the log, and these rejects, by reason, in the quarantine.
    fileprivate func expectLog(_ accepted: Int, _ rejected: [String: Int]) throws {
        #expect(try run("sql", "-At", "-c", "SELECT count(*) FROM events").output == "\(accepted)\n")
        let reasons = "SELECT reason, count(*) FROM quarantine GROUP BY reason ORDER BY reason::text"
        let rows = rejected.sorted { $0.key < $1.key }.map { "\($0.key)|\($0.value)\n" }.joined()
        #expect(try run("sql", "-At", "-c", reasons).output == rows)
    }
}

/// A recipe and the expected results for its sample, worked out by hand.
struct ImportRecipe: Sendable, CustomTestStringConvertible {
    let name: String
    /// The page that shows its commands.
    var page = "import.md"
    /// The number of lines that it writes.
    let events: Int
    let accepted: Int
    var rejected: [String: Int] = [:]
    /// Queries, each with what `psql -At` prints.
    let numbers: [(question: String, answer: String)]

    var testDescription: String { name }

    static let all =
        [segment, posthog, amplitude, mixpanel, firebase, oneSignal, csv] + [braze, airship, fcm, customerIO, iterable]

    /// Selects how many people were asked, allowed and denied, by OS version.
    private static let funnel = """
        SELECT os_name, os_version, prompted, granted, denied FROM opt_in_by_os('2026-03-01', '2026-03-31') ORDER BY 1, 2
        """
    /// Selects how many people opened a notification and used the app, by day and OS version.
    private static let activity = """
        SELECT day, os_name, os_version, openers, active FROM opens_daily WHERE active > 0 ORDER BY 1, 2, 3
        """

    private static func quality(_ measure: String) -> String {
        "SELECT round(value) FROM data_quality('2026-03-01', '2026-03-31') WHERE measure = '\(measure)'"
    }

    private static func moments(of type: String) -> String {
        """
        SELECT effective_at AT TIME ZONE 'UTC', occurred_offset FROM events WHERE type = '\(type)'
        ORDER BY effective_at
        """
    }
}

extension ImportRecipe {
    /// Three people, one call twice, a clock that is a day fast, ids that are not UUIDs, a server's call, one of a user
    /// with empty texts, a browser's, and a send through RudderStack, which has no version of its system and as
    /// originalTimestamp the receipt.
    fileprivate static let segment = ImportRecipe(
        name: "segment", events: 12, accepted: 10, rejected: ["missing_field": 1],
        numbers: [
            (funnel, "iOS|16.7|1|1|0\niOS|17.4|1|1|0\niPadOS|17.4|1|0|1\n"),
            (quality("clocks_corrected"), "2\n"),
            (moments(of: "prompt_granted"), "2026-03-01 08:15:35.123|540\n2026-03-02 22:30:10|60\n"),
            (moments(of: "notification_sent"), "2026-03-02 10:00:00|-360\n"),
            // The collector gives the same id for this anonymousId.
            (
                "SELECT installation_id FROM events WHERE type = 'prompt_denied'",
                "c89d3adc-3108-53e3-a9dd-8baaf242fd86\n"
            ),
            (
                "SELECT notification_id, campaign, action FROM events WHERE type = 'notification_opened'",
                "n-20260302|spring_sale|Accept\n"
            ),
            (activity, "2026-03-01|iOS|17.4|0|1\n2026-03-02|iOS|17.4|1|2\n"),
        ])

    /// Two people, a local day that ends between prompt and answer, a status that does not exist, a browser, a tap with
    /// the names of PostHog's library for it, and a return to an app in React Native.
    fileprivate static let posthog = ImportRecipe(
        name: "posthog", events: 10, accepted: 9, rejected: ["invalid_field": 1],
        numbers: [
            (funnel, "iOS|17.4|1|1|0\niPadOS|16.6|1|0|1\n"),
            (moments(of: "prompt_granted"), "2026-03-01 15:00:01.5|540\n"),
            (activity, "2026-03-01|iOS|17.4|0|1\n2026-03-02|Android|14.0|0|1\n2026-03-02|iOS|17.4|1|1\n"),
            (
                """
                SELECT notification_id, campaign, action FROM events WHERE type = 'notification_opened'
                ORDER BY effective_at
                """, "n-20260302|spring_sale|\nn-20260302-2|order_sent|TRACK\n"
            ),
            ("SELECT extract(epoch FROM max(received_at)) - 1772434800 FROM events", "330.500000\n"),
        ])

    /// Three people, one of whose clocks is ten minutes slow, and a browser, which is left out.
    fileprivate static let amplitude = ImportRecipe(
        name: "amplitude", events: 7, accepted: 7,
        numbers: [
            (funnel, "iOS|17.4|1|1|0\niPadOS|17.3|1|0|1\n"),
            (moments(of: "prompt_denied"), "2026-03-02 00:20:03.1|0\n"),
            (
                "SELECT os_name, os_version, authorized, provisional, denied FROM reach_daily WHERE day = '2026-03-02' ORDER BY 1, 2",
                "iOS|16.7|0|1|0\niOS|17.4|1|0|0\niPadOS|17.3|0|0|1\n"
            ),
        ])

    /// Five people, one event twice, a session that is logged at its end, a Mac, a phone with Android's API level as
    /// the version, an iPad whose system Mixpanel's library for Unity calls Apple, and a browser.
    fileprivate static let mixpanel = ImportRecipe(
        name: "mixpanel", events: 10, accepted: 9,
        numbers: [
            (funnel, "iOS|17.4|1|1|0\niPadOS|17.3|1|0|1\n"),
            (moments(of: "app_opened"), "2026-03-02 00:00:02.5|0\n"),
            (
                "SELECT os_name, os_version FROM events WHERE type = 'status_observed' ORDER BY 1",
                "Android|14.0\niPadOS|17.3\nmacOS|14.2\n"
            ),
            (activity, "2026-03-02|iOS|17.4|1|1\n"),
        ])

    /// Three people, one of whom gave no consent and has no id, and a browser, which is left out.
    fileprivate static let firebase = ImportRecipe(
        name: "firebase", events: 10, accepted: 9, rejected: ["missing_field": 1],
        numbers: [
            (funnel, "iOS|17.4|1|1|0\niPadOS|17.3|1|0|1\n"),
            (moments(of: "prompt_shown"), "2026-03-02 10:00:20.123456|540\n2026-03-02 14:00:00|60\n"),
            (activity, "2026-03-02|Android|14.0|1|1\n2026-03-02|iOS|17.4|1|1\n"),
            (quality("unsent_opens"), "2\n"),
            ("SELECT answer FROM events WHERE type = 'primer_answered'", "accepted\n"),
            // Logged as a number.
            ("SELECT variant FROM events WHERE placement = 'onboarding'", "2\n"),
        ])

    /// Six phones in two exports, a week apart: one keeps a provisional authorization, one opts out in the app.
    fileprivate static let oneSignal = ImportRecipe(
        name: "onesignal", events: 12, accepted: 12,
        numbers: [
            (reach(on: "2026-03-01"), "||||\n"),
            (reach(on: "2026-03-02"), "3|1|1|1|\n"),
            (reach(on: "2026-03-09"), "3|0|2|1|1\n"),
            (
                "SELECT os_name, os_version, denied FROM reach_daily WHERE day = '2026-03-09' AND denied > 0 ORDER BY 1",
                "iOS|16.7|1\niPadOS|17.3|1\n"
            ),
        ])

    /// Selects the sums of a day, which are empty before the first export.
    private static func reach(on day: String) -> String {
        """
        SELECT sum(authorized), sum(provisional), sum(denied), sum(not_determined), nullif(sum(lost), 0)
        FROM reach_daily WHERE day = '\(day)'
        """
    }

    /// Three people, a night in which clocks go forward, a repeated row, offsets, and an unknown time zone.
    fileprivate static let csv = ImportRecipe(
        name: "csv", events: 10, accepted: 8, rejected: ["missing_field": 1],
        numbers: [
            (funnel, "iOS|17.3|1|0|1\niOS|17.4|1|1|0\niPadOS|17.3|1|0|0\n"),
            (
                moments(of: "prompt_shown"),
                "2026-03-28 22:59:50|60\n2026-03-29 00:30:00|540\n2026-03-29 00:59:59|60\n"
            ),
            (moments(of: "prompt_denied"), "2026-03-29 01:00:01|120\n"),
            (
                "SELECT day, os_version, sent, direct_opens FROM opens_daily WHERE sent > 0",
                "2026-03-29|17.3|1|1\n"
            ),
        ])
}

/// The products that send notifications.
extension ImportRecipe {
    /// Selects sends and taps by campaign.
    private static let campaigns =
        "SELECT campaign, sent, direct_opens FROM opens_by_campaign('2026-03-01', '2026-03-31') ORDER BY 1"
    /// Selects the statuses that were seen.
    private static let statuses =
        "SELECT status, count(*) FROM events WHERE type = 'status_observed' GROUP BY 1 ORDER BY status::text"
    /// Selects what was reported of devices that are gone, by service.
    private static let gone = """
        SELECT data ->> 'service', data ->> 'reason', count(*) FROM events WHERE type = 'push_unregistered'
        GROUP BY 1, 2 ORDER BY 1
        """

    /// Five phones: one taps, one turns notifications off, one bounces, and its token's state has no version of the
    /// system; one has the version as a letter, one as a letter that says nothing. A session comes twice; a browser and
    /// another app are left out. Four records come as the HTTP connector posts them.
    fileprivate static let braze = ImportRecipe(
        name: "braze", page: "braze.md", events: 19, accepted: 16,
        rejected: ["invalid_field": 1, "missing_field": 1],
        numbers: [
            (campaigns, "reminder|2|0\nspring_sale|4|1\n"), (statuses, "authorized|2\ndenied|1\nprovisional|1\n"),
            (gone, "braze||1\n"),
            (activity, "2026-03-02|Android|10.0|0|1\n2026-03-02|iOS|17.4|1|1\n2026-03-02|iPadOS|17.3|0|1\n"),
            (
                """
                SELECT os_name, os_version, count(*) FROM events WHERE type = 'notification_sent' GROUP BY 1, 2
                ORDER BY 1
                """, "Android|10.0|1\niOS|17.4|2\niPadOS|17.3|1\n||2\n"
            ),
            ("SELECT os_name, app_state FROM events WHERE type = 'notification_received'", "iPadOS|foreground\n"),
        ])

    /// Three phones: one taps, one turns notifications off, one has them off and uninstalls. A send comes twice; a browser
    /// and a control are left out.
    fileprivate static let airship = ImportRecipe(
        name: "airship", page: "airship.md", events: 14, accepted: 13,
        numbers: [
            (campaigns, "spring_sale|3|1\n"), (statuses, "authorized|2\ndenied|2\n"), (gone, "airship||1\n"),
            (moments(of: "notification_opened"), "2026-03-02 09:05:00.12|60\n"),
        ])

    /// Three messages to two phones, one of them twice in the export.
    fileprivate static let fcm = ImportRecipe(
        name: "fcm", page: "fcm.md", events: 4, accepted: 3,
        numbers: [(campaigns, "spring_sale|2|0\n|1|0\n"), (gone, "")])

    /// A webhook for two phones twice, one for a phone that is gone and one for which it failed, and two of other
    /// kinds.
    fileprivate static let customerIO = ImportRecipe(
        name: "customerio", page: "customerio.md", events: 7, accepted: 5,
        numbers: [
            (campaigns, "campaign 12|3|0\nnewsletter 3|1|0\n"), (gone, "customer.io|Unregistered|1\n"),
            ("SELECT count(DISTINCT installation_id) FROM events", "3\n"),
        ])

    /// Three sends, one of them twice, a bounce and an uninstall.
    fileprivate static let iterable = ImportRecipe(
        name: "iterable", page: "iterable.md", events: 6, accepted: 5,
        numbers: [(campaigns, "spring_sale|3|0\n"), (gone, "iterable||2\n")])
}
