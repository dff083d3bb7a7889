import Foundation
import TestSupport
import Testing

@Suite struct MarkCommandTests {
    @Test func aMarkIsOnTheTrendsOfItsAppAndInTheTable() async throws {
        try await withProgram { bench in
            try bench.fill(installations: 600, days: 60, apps: 2)
            let apps = try bench.run("sql", "-Atc", "SELECT DISTINCT app_id FROM key_numbers ORDER BY 1").output
                .split(separator: "\n").map(String.init)
            let day = try bench.run("sql", "-Atc", "SELECT max(day) - 3 FROM opt_in_daily").output
                .trimmingCharacters(in: .whitespacesAndNewlines)
            #expect(apps.count == 2)
            try bench.run("mark", day, "New pre-prompt", "--app", apps[0])
            try bench.write("name,app_id,day\n\"Sale, \"\"spring\"\"\",,\(day)\n", to: "marks.csv")
            try bench.run("mark", "import", "marks.csv")
            let listed = try bench.run("mark", "import", "marks.csv").output
            #expect(listed == "1  \(day)  New pre-prompt  (\(apps[0]))\n2  \(day)  Sale, \"spring\"\n")
            try bench.run("settings", "target", "opt-in", "58%")
            try bench.run("settings", "target", "opt-in", "61.5%", "--app", apps[0])
            try bench.run("report", "--quiet", "--out", "out", "--address", "https://reports.example.com/a")
            let team = try bench.read("out/latest/csv/marks.csv").split(separator: "\n").filter {
                $0.contains(",team,")
            }
            #expect(
                team == [
                    "\(apps[0]),\(day),team,New pre-prompt,true",
                    "\(apps[0]),\(day),team,\"Sale, \"\"spring\"\"\",true",
                    "\(apps[1]),\(day),team,\"Sale, \"\"spring\"\"\",true",
                ])
            #expect(
                try bench.read("out/latest/csv/targets.csv")
                    == "app_id,measure,target\n\(apps[0]),grant_rate,0.615000\n\(apps[1]),grant_rate,0.580000\n")
            let pages = try apps.map { try bench.read("out/latest/\($0)/index.html") }
            #expect(pages[0].contains("New pre-prompt (") && pages[0].contains(">target 61.5%</text>"))
            #expect(!pages[1].contains("New pre-prompt (") && pages[1].contains(">target 58%</text>"))
            let digest = try bench.read("out/latest/digest.txt")
            #expect(digest.contains("New pre-prompt") && digest.contains("target 61.5%"))
            #expect(digest.contains("https://reports.example.com/a/\(apps[1])/index.html"))
            #expect(try bench.run("mark", "remove", "1").output == "2  \(day)  Sale, \"spring\"\n")
            #expect(try bench.run("settings", "target", "opt-in", "none").output == "opt-in  61.5%  (\(apps[0]))\n")
        }
    }

    private static let nonsense: [([String], Int32)] = [
        (["mark", "24 March", "x"], 64), (["mark", "2026-03-24", ""], 64), (["mark", "2026-03-24", "two\nlines"], 64),
        (["mark", "2026-03-24", " "], 64), (["mark", "2026-03-24", "red \u{1B}[31m"], 64),
        (["mark", "2026-03-24", "two\u{2028}lines"], 64),
        (["mark", "2026-03-24", "x", "--app", "com.example.shpo"], 66),
        (["settings", "target", "opt-in", "58%", "--app", "com.example.shpo"], 66),
        (["mark", "remove", "9"], 66), (["mark", "import", "nowhere.csv"], 66),
        (["settings", "target", "opt-in", "58"], 64), (["settings", "target", "opens", "58%"], 64),
        (["settings", "target", "reach", "0%"], 64), (["settings", "target", "reach"], 64),
    ]

    @Test func whatMakesNoSenseIsRefused() async throws {
        try await withProgram { bench in
            for (arguments, status) in Self.nonsense {
                let run = try bench.attempt(arguments)
                #expect(run.status == status, "\(arguments): \(run.errors)")
            }
        }
    }

    @Test func aFileWithOneBadLineStoresNoMark() async throws {
        try await withProgram { bench in
            try bench.write("day,name\n2026-03-24,One\n24 March,Two\n", to: "marks.csv")
            let run = try bench.attempt("mark", "import", "marks.csv")
            #expect(run.status == 65 && run.errors.contains("Record 3 of marks.csv has no day"))
            #expect(try bench.run("mark", "list").output.isEmpty)
        }
    }

    private static let badMarks: [(String, Int32, String)] = [
        ("One\u{0}Two,", 65, "without control"), ("One,com.example.shpo", 66, "no events of any app"),
    ]

    @Test func aMarkThatWouldBeCutOrShownNowhereIsRefused() async throws {
        try await withProgram { bench in
            for (cells, status, words) in Self.badMarks {
                try bench.write("day,name,app_id\n2026-03-23,Good,\n2026-03-24,\(cells)\n", to: "marks.csv")
                let run = try bench.attempt("mark", "import", "marks.csv")
                #expect(run.status == status && run.errors.contains(words), "\(run.errors)")
                #expect(run.errors.contains("the mark of 2026-03-24") || run.errors.contains("The mark of 2026-03-24"))
                #expect(try bench.run("mark", "list").output.isEmpty)
            }
        }
    }
}
