import Foundation
import TestSupport
import Testing

@Suite struct SettingsCommandTests {
    @Test func whatMakesNoSenseIsWrongUsage() async throws {
        try await withProgram { bench in
            for arguments in ["time_zone Mars/Olympus", "open_window soon", "colour red", "time_zone"] {
                let run = try bench.shell("bellwether settings set \(arguments)")
                #expect(run.status == 64, "\(arguments)")
            }
        }
    }

    @Test func aNumberWithoutItsUnitIsRefusedWithWhatItCouldBe() async throws {
        try await withProgram { bench in
            let run = try bench.attempt(["settings", "set", "conversion_window", "7"])
            let words = "conversion_window can't be 7: give a whole number with its unit, such as 7d, 36h, 90m or 45s."
            #expect(run.status == 64 && run.errors.contains(words))
            #expect(try bench.run("settings").output.contains("conversion_window  7d\n"))
        }
    }

    @Test func aSettingIsInForceAfterTheNextProject() async throws {
        try await withProgram { bench in
            try bench.fill(installations: 50, days: 20)
            _ = try bench.run("settings", "set", "conversion-window", "36h")
            let pending = try bench.run("settings").output
            #expect(pending.contains("conversion_window  7d (36h after the next `bellwether project`)"))
            let projected = try bench.run("project", "--quiet").output
            #expect(projected == "Recomputed everything from the whole log.\n")
            #expect(try bench.run("settings").output.contains("conversion_window  36h\n"))
            _ = try bench.run("report", "--quiet", "--out", "report")
            #expect(try bench.read("report/latest/manifest.json").contains(#""conversion_window_seconds" : 129600"#))
        }
    }

    @Test func pagesAndTheDigestCallAnAppByItsName() async throws {
        try await withProgram { bench in
            try bench.fill(installations: 50, days: 20)
            let app = try bench.run("sql", "-Atc", "SELECT DISTINCT app_id FROM installations").output
                .trimmingCharacters(in: .whitespacesAndNewlines)
            #expect(try bench.attempt(["settings", "name", "com.example.none", "None"]).status == 66)
            #expect(try bench.attempt(["settings", "name", app, "two\nlines"]).status == 64)
            #expect(try bench.run("settings", "name", app, "The <Reader>").output == "\(app)  The <Reader>\n")
            _ = try bench.run("report", "--quiet", "--out", "out")
            let page = try bench.read("out/latest/index.html")
            #expect(
                page.contains("<strong><bdi>The &lt;Reader&gt;</bdi></strong>") && !page.contains("<bdi>\(app)</bdi>"))
            #expect(try bench.read("out/latest/digest.txt").hasPrefix("The <Reader>: "))
            #expect(try bench.read("out/latest/csv/opt_in_by_os.csv").contains(app))
            #expect(try bench.run("settings", "name", app, "").output.isEmpty)
        }
    }

    @Test func aReportSaysWhichSettingsAreNotInForceYet() async throws {
        try await withProgram { bench in
            try bench.fill(installations: 50, days: 20)
            let before = try bench.run("report", "--out", "report").errors
            _ = try bench.run("settings", "set", "time_zone", "Europe/Berlin")
            _ = try bench.run("settings", "set", "conversion_window", "36h")
            let pending = try bench.run("report", "--out", "report").errors
            for (setting, wanted) in [("time_zone UTC", "Europe/Berlin"), ("conversion_window 7d", "36h")] {
                let sentence = "This report still uses \(setting): to use \(wanted), run `bellwether project` first.\n"
                #expect(pending.contains(sentence), "\(pending)")
            }
            _ = try bench.run("project", "--quiet")
            let after = try bench.run("report", "--out", "report").errors
            #expect(!before.contains("still uses") && !after.contains("still uses"))
        }
    }
}
