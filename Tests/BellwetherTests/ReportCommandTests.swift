import EventLog
import Foundation
import Glibc
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct ReportCommandTests {
    /// Also where white space or a byte order mark stands before the sign, or the sign is of full width.
    private static let formulas = [
        "=cmd|' /C calc'!A0", "＝1+1", "＋1", "－1", "＠SUM(A1)", "  =1", "\u{A0}=1", "\u{FEFF}=1",
        "\u{2003}\u{FEFF} @x", "\u{3000}＝1",
    ]

    @Test func wordsThatASpreadsheetTakesForFormulasAreTextInTheTables() async throws {
        try await withProgram { bench in
            let asked = Self.formulas.enumerated().map { place, word in
                EventText.line(
                    "prompt_shown", id: place + 1, installation: place + 1, received: "2026-03-01T12:00:01Z",
                    data: #"{"placement":"\#(word)","variant":" plain"}"#)
            }
            try bench.take(asked + [line("app_opened", 99, on: "2026-03-20")])
            try bench.run("report", "--quiet", "--out", "r")
            let table = try bench.read("r/latest/csv/opt_in_by.csv")
            for word in Self.formulas {
                #expect(table.contains("\ncom.example.shop,placement,'\(word),1,"), "\(table)")
            }
            // SQL returns the text unchanged.
            let query = "SELECT name FROM opt_in_by WHERE dimension = 'placement' AND name LIKE '=cmd%'"
            #expect(try bench.run("sql", "-At", "-c", query).output == Self.formulas[0] + "\n")
        }
    }

    @Test func aHorizonIsReadAsTheTimesOfEventsAre() async throws {
        try await withProgram { bench in
            try bench.take([line("prompt_shown", 1, on: "2026-03-01")])
            for text in ["2026-03-21t00:00:00.123456999z", "2026-03-21T23:59:00.123456+23:59"] {
                try bench.run("report", "--quiet", "--out", "r", "--as-of", text)
                #expect(try bench.read("r/latest/manifest.json").contains(#""2026-03-21T00:00:00.123456Z""#), "\(text)")
            }
            for text in ["yesterday", "2026-02-30T00:00:00Z", "2026-03-21 00:00:00Z", "2026-03-21T00:00:00Z1"] {
                #expect(try bench.attempt("report", "--out", "r", "--as-of", text).status == 64, "\(text)")
            }
            try bench.makeFolder("inbox")
            let nightly = ["nightly", "--inbox", "inbox", "--out", "r", "--as-of", "2026-02-30T00:00:00Z"]
            #expect(try bench.attempt(nightly).status == 64)
        }
    }

    @Test func anAppThatNoEventNamesReplacesNoReport() async throws {
        try await withProgram { bench in
            try bench.makeFolder("inbox")
            let options = ["--quiet", "--out", "r", "--app"]
            let none = try bench.attempt(["report"] + options + ["com.example.shpo"])
            #expect(none.status == 66 && none.errors.contains("The log has no events of any app, so the report would"))
            try bench.take([line("prompt_shown", 1, on: "2026-03-01"), line("app_opened", 2, on: "2026-03-02")])
            #expect(try bench.attempt(["report"] + options + ["com.example.shop"]).status == 0)
            let before = try bench.read("r/latest/manifest.json")
            let told =
                "The log has no events of com.example.shpo, but of com.example.shop, so the report would be "
                + "empty"
            for command in [["report"] + options, ["nightly", "--inbox", "inbox"] + options] {
                let run = try bench.attempt(command + ["com.example.shpo"])
                #expect(run.status == 66 && (run.errors + run.output).contains(told), "\(run.errors)")
            }
            #expect(try bench.read("r/latest/manifest.json").contains(#""com.example.shop""#))
            #expect(try before == bench.read("r/latest/manifest.json") || bench.read("r/latest/stale.txt") != "")
            #expect(try bench.attempt(["report"] + options + ["com.example.shpo", "--allow-empty"]).status == 0)
        }
    }

    @Test func daysWithoutAnyEventReplaceNoReport() async throws {
        try await withProgram { bench in
            let later = { (type: String, id: Int, day: String, installation: Int, variant: String?) in
                EventText.line(
                    type, id: id, installation: installation, at: day + "T12:00:00Z", received: day + "T12:00:01Z",
                    data: variant.map { #"{"variant":"\#($0)"}"# })
            }
            // An experiment, and somebody reachable four weeks before the last event, are in the tables of any range.
            try bench.take([
                line("prompt_shown", 1, on: "2026-03-01"), line("app_opened", 2, on: "2026-04-15"),
                later("prompt_shown", 3, "2026-03-01", 2, "a"),
                later("prompt_granted", 4, "2026-03-02", 2, nil),
                later("prompt_shown", 5, "2026-03-01", 3, "b"),
                later("prompt_denied", 6, "2026-03-02", 3, nil),
            ])
            try bench.run("report", "--quiet", "--out", "r", "--to", "2026-03-01")
            let before = try bench.read("r/latest/manifest.json")
            for year in ["2020", "2030"] {
                let command = ["report", "--quiet", "--from", "\(year)-01-01", "--to", "\(year)-02-01", "--out"]
                let run = try bench.attempt(command + ["r"])
                #expect(run.status == 66 && run.errors.contains("The log has no events in these days"), "\(run.errors)")
                #expect(try bench.read("r/latest/manifest.json") == before)
                #expect(try bench.attempt(command + ["r-\(year)", "--allow-empty"]).status == 0)
            }
        }
    }

    /// All events are of the last day, which no report has. That can be so on the first night.
    @Test func chosenDaysOrAnAppWithoutAnyEventAreRefused() async throws {
        try await withProgram { bench in
            try bench.makeFolder("inbox")
            try bench.take([line("app_opened", 1, on: "2026-03-01")])
            for (number, options) in [["--days", "90"], ["--days", "7"], ["--app", "com.example.shop"]].enumerated() {
                let report = ["report", "--quiet", "--out", "r\(number)"] + options
                let run = try bench.attempt(report)
                #expect(run.status == 66 && run.errors.contains("The log has no events in these days"), "\(options)")
                #expect(try bench.attempt(report + ["--allow-empty"]).status == 0)
                let nightly = ["nightly", "--quiet", "--inbox", "inbox", "--out", "n\(number)"] + options
                #expect(try bench.attempt(nightly).status == 0, "\(options)")
            }
            try bench.run("report", "--quiet", "--out", "r")
        }
    }

    @Test func whatRetentionDroppedIsSaidWhereItIsMissing() async throws {
        try await withProgram { bench in
            try bench.take([line("app_opened", 1, on: "2026-01-10"), line("app_opened", 2, on: "2026-02-10")])
            try bench.run("retain", "--engagement-months", "1", "--quiet")
            let note = "are missing or too small, because retention dropped events that they need: leave out --as-of."
            let past = ["report", "--out", "past", "--as-of", "2026-01-20T00:00:00Z"]
            #expect(try bench.attempt(past).errors.contains(note))
            #expect(try !bench.run("report", "--out", "r").errors.contains("retention"))
        }
    }

    @Test func everyAppThatIsCountedHasPages() async throws {
        try await withProgram { bench in
            let apps = [
                "com.example.shop", "com.example.abs-in-30-days", "report-card", "csv", "..", "index.html", "latest",
                "Shop", "shop", String(repeating: "a", count: 155),
            ]
            try bench.take(
                apps.enumerated().map { number, app in
                    EventText.line(
                        "prompt_shown", id: number, app: app, at: "2026-03-01T12:00:00Z",
                        received: "2026-03-02T12:00:01Z")
                })
            try bench.run("report", "--quiet", "--out", "r")
            let page = try bench.read("r/latest/index.html")
            let links = Set(page.matches(of: /href="([^"\/.][^"\/]*)\/index.html"/).map { String($0.output.1) })
                .subtracting(["7-days", "90-days"])
            #expect(links.count == apps.count && Set(links.map { $0.lowercased() }).count == apps.count, "\(links)")
            let subjects = try links.map { try bench.read("r/latest/\($0)/opt-in.html") }
            for app in apps { #expect(subjects.contains { $0.contains("<bdi>\(app.prefix(64))") }, "\(app)") }
        }
    }
}
