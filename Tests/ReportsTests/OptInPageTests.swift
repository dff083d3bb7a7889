import Foundation
import Pages
import Reports
import Testing

/// The contents of the overview and the opt-in page.
@Suite struct OptInPageTests {
    @Test func tenThousandVersionsShowThoseWithMostPeopleAndCountTheRest() throws {
        let page = Fixtures.manyVersions["opt-in.html"]
        let names = try #require(try page.figure("answers").names("OS version"))
        #expect(names.count == 9)
        #expect(names.last?.hasPrefix("9,992 others, ") == true)
        #expect(try page.figure("kept").note.contains("are in the CSV; the table lists those with most people asked."))
    }

    @Test func theReaderChoosesADimensionAndPlatformsStandAboveTheirVersions() throws {
        let figure = try Fixtures.realistic["opt-in.html"].figure("answers")
        #expect(figure.choices.map(\.label) == ["Platform", "OS", "OS version", "App version"])
        #expect(figure.names("Platform") == ["iOS", "iPadOS"])
        #expect(
            figure.names("OS") == [
                "iOS", "iOS 26", "iOS 18", "iOS 17", "iOS 16", "iPadOS", "iPadOS 26", "iPadOS 18", "iPadOS 17",
            ])
        #expect(figure.names("App version") == ["5.10.1-beta", "5.10.0", "5.9.0", "1 other, 26 people"])
        let html = try Fixtures.realistic.page("opt-in.html")
        #expect(html.components(separatedBy: "checked=\"checked\"/>OS</label>").count == 2)
        #expect(html.components(separatedBy: "<input type=\"radio\" name=\"app-1-answers\"").count == 5)
    }

    @Test func valuesWithoutAClearChangeAreFoldedIfTheyAreMany() throws {
        let names = (1...9).map { "5.\($0)" }
        var tables = Fixtures.optInOnly([Version("iOS", "17.4", 600, 500, 100)])
        tables["opt_in_by"]! += Fixtures.appVersions(names, app: "com.example.reader")
        let figure = try Fixtures.site(tables)["opt-in.html"].figure("answers")
        let table = try #require(figure.choices.first { $0.label == "App version" }?.table)
        #expect(table.fold == "Show 2 others")
        #expect(table.groups[0].map(\.style) == ["", "", "", "", "", "", "rest", "rest", "others rest"])
        #expect(table.groups[0].map(\.name).prefix(2) == ["5.9", "5.8"])
    }

    @Test func theHeadlineIsTheChangeAndTheLedeItsParts() throws {
        let page = Fixtures.realistic["index.html"]
        #expect(page.headline.title == "Opt-in rose 5.8 points to 57.7%")
        #expect(
            page.headline.lede
                == "1 Feb–30 Apr 2026 against the 89 days before (51.9%), 95% interval +4.8 to +6.7.")
        #expect(
            page.headline.rest
                == "A different mix of OS versions added 2.1 points; higher opt-in on the same versions added 0.4 points."
        )
        let html = try page.render()
        #expect(html.contains("1 Feb 2026 to 30 Apr 2026, days in UTC"))
        #expect(html.contains("Events received up to 1 May 2026, 02:10 UTC"))
    }

    @Test func aChangeHasItsIntervalAndWhatHeldSaysWhatWouldShow() throws {
        let numbers = Fixtures.realistic["index.html"].numbers
        #expect(numbers["Opt-in rate"]?.change == "▲ 5.8 pts (+4.8 to +6.7)")
        #expect(numbers["Opened within 24 h"]?.change == "no change over ±2.2 pts would be missed")
        #expect(numbers["People asked"]?.value == "21,559")
        #expect(numbers["People asked"]?.change == "no change over ±25.0% would be missed")
        #expect(numbers["Provisional kept"]?.change == "too few to compare")
        #expect(numbers["Opt-in rate"]?.note.hasSuffix("; target 58%, 0.3 below") == true)
    }

    @Test func aRateOfTooFewHasNoChange() throws {
        var tables = Fixtures.optInOnly([Version("iOS", "17.4", 600, 500, 100)])
        tables["verdicts"] = [Fixtures.verdict("opens", "too_few", "all", "", ["value": "0.1", "base": "12"])]
        let number = try #require(Fixtures.site(tables)["index.html"].numbers["Opened within 24 h"])
        #expect(number.value == "too few" && number.style == "value none")
        #expect(number.change == "too few to compare")
    }

    @Test func thirtyEightPeopleHaveARateAndTwentyNineAreTooFew() throws {
        #expect(try Fixtures.named("one-row").page("opt-in.html").contains("52.6%"))
        for file in ["index.html", "opt-in.html"] {
            let few = try Fixtures.named("too-few").page(file)
            #expect(few.contains("too few (29)"))
            #expect(Fixtures.named("too-few")[file].headline.title == "Too few people to tell: 29 asked")
            #expect(!few.contains("55.2"))
        }
    }

    @Test func anIntervalTooWideForTheAppsRateIsTooFew() throws {
        let site = Fixtures.site(
            Fixtures.optInOnly([Version("iOS", "17.4", 2, 36, 0), Version("iOS", "17.3", 500, 9_500, 0)]))
        #expect(try site.page("opt-in.html").contains("too few (38)"))
    }

    @Test func permissionKeptIsAbsentWhereNoOneAllowedSoLongAgo() throws {
        let columns = { (granted: Int) -> [String]? in
            let site = Fixtures.site(Fixtures.optInOnly([Version("iOS", "17.4", granted, 800, 100)]))
            return site["opt-in.html"].figures.first { $0.name == "kept" }?.table?.columns.map(\.label)
        }
        #expect(columns(0) == nil)
        // Two thirds of one person round down to 0, so no one is eligible after 30 days.
        #expect(columns(1) == ["OS", "After 7 days", "95% interval", "Allowed 7 days ago"])
        #expect(columns(900)?.contains("After 30 days") == true)
    }

    @Test func aZeroBaseIsADash() throws {
        let open = try Fixtures.named("all-open").page("opt-in.html")
        #expect(open.contains("Everyone asked can still answer"))
        #expect(!open.contains(#"data-label="Opt-in rate""#), "a column without a number is left out")
    }

    @Test func aWithheldGroupIsLeftOutAndThePageSaysSo() throws {
        let html = try Fixtures.withheld.page("opt-in.html")
        #expect(html.contains("Groups of fewer than 10 people are left out, and those that would give them away."))
        #expect(html.contains("Rows of fewer than 10 people are withheld"))
        let names = try Fixtures.withheld["opt-in.html"].figure("answers").names("OS version")
        #expect(names?.contains("iOS 26.1") == true && names?.contains("iOS 26.2") == false)
    }

    @Test func aGapInTheDaysIsAGapInTheLine() throws {
        var tables = Fixtures.optInOnly([Version("iOS", "17.4", 600, 500, 100)])
        tables["opt_in_trend"] = Fixtures.trend(
            20, from: "2026-04-01", base: 60, app: "com.example.reader", open: 0, gap: 8..<11)
        let html = try Fixtures.site(tables).page("index.html")
        let line = try #require(html.firstMatch(of: /<path class="line" d="(M[0-9][^"]*)"\/><\/svg><text/))
        #expect(line.output.1.filter { $0 == "M" }.count == 2)
    }

    @Test func theRateSinceAMarkOfTheTeamIsBesideTheOneBefore() throws {
        let app = "com.example.reader"
        var tables = Fixtures.optInOnly([Version("iOS", "17.4", 600, 500, 100)], app: app)
        tables["opt_in_trend"] = Fixtures.trend(30, from: "2026-04-01", base: 60, app: app, open: 0)
        tables["marks"] = Fixtures.marks(
            [("2026-04-10", "team", "New primer"), ("2026-04-10", "os_version", "iOS 26.4")], app: app)
        let lines = { (kind: String?, difference: Double) throws -> [String] in
            let cells: KeyValuePairs<String, String?> = [
                "value": kind == nil ? nil : "0.578", "before": "0.555", "difference": "\(difference)",
                "difference_low": "\(difference - 0.01)", "difference_high": "\(difference + 0.01)",
            ]
            tables["verdicts"] = [
                Fixtures.sinceMark("New primer", "2026-04-10", kind, cells, app: app),
                Fixtures.sinceMark("New primer", "2026-03-10", "fell", cells, app: app),
            ]
            return try Fixtures.site(tables)["opt-in.html"].figure("trend").lines
        }
        #expect(
            try lines("held", 0.003) == [
                "New primer, 10 Apr 2026: 57.8% since, 55.5% before (+0.3 points, \u{2212}0.7 to +1.3): not clear yet."
            ])
        #expect(try lines("rose", 0.023)[0].hasSuffix(": a clear rise."))
        #expect(try lines("fell", -0.043)[0].hasSuffix(": a clear fall."))
        #expect(try lines("too_few", 0)[0].hasSuffix(": too few people yet, because 300 are needed before and since."))
        let nothing = try lines("nothing_before", 0)[0]
        #expect(nothing.hasSuffix(" do not reach back as many days before it as have passed since."))
        #expect(try lines(nil, 0)[0].hasSuffix(": withheld, because too few people were asked before or since."))
        let looks = Fixtures.site(tables)["index.html"].headline.looks.map(\.link)
        #expect(looks == ["iOS 26.4"], "what changed since a mark is told under the trend only")
    }

    @Test func aPanelHasTheMarksOfItsPlatform() throws {
        let app = "com.example.reader"
        var tables = Fixtures.realisticApp(app)
        tables["marks"] = Fixtures.marks(
            [
                ("2026-03-01", "os_version", "iPadOS 26.4"), ("2026-03-05", "os_version", "iOS 26.4"),
                ("2026-03-09", "team", "New primer"),
            ], app: app)
        let site = Fixtures.site(tables)
        let marks = { (html: Substring) in html.matches(of: /data-mark="([^"]*)"/).map { String($0.output.1) } }
        let panels = try Fixtures.figure("majors", of: site.page("index.html")).split(separator: "<svg class=\"chart\"")
        #expect(
            panels.dropFirst().map(marks) == [
                ["iOS 26.4", "New primer"], ["iOS 26.4", "New primer"], ["iOS 26.4", "New primer"],
                ["iPadOS 26.4", "New primer"],
            ])
        let trend = try Fixtures.figure("trend", of: site.page("opt-in-ios-18.html"))
        #expect(marks(trend) == ["iOS 26.4", "New primer"])
        #expect(trend.contains("class=\"flag own\"") && trend.contains(">New primer</text>"))
        #expect(!trend.contains(">iOS 26.4</text>"), "only the team's marks have their names in the plot")
    }
}
