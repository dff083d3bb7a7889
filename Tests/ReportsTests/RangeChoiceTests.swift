import Pages
import Reports
import Testing

/// The ranges of days for which a report has pages.
@Suite struct RangeChoiceTests {
    @Test(arguments: [
        ("2026-02-01", "2026-05-01", ["2026-04-25 7-days/", "2026-04-04 28-days/", "2026-02-01 "]),
        ("2026-04-04", "2026-05-01", ["2026-04-25 7-days/", "2026-04-04 "]),
        ("2026-04-25", "2026-05-01", ["2026-04-25 "]), ("0001-01-01", "0001-01-02", ["0001-01-01 "]),
    ])
    func theLastSevenAndTwentyEightDaysAreChoicesBesideALongerRange(from: String, to: String, choices: [String]) {
        #expect(RangeChoice.all(from: Day(from)!, to: Day(to)!).map { "\($0.from) \($0.folder)" } == choices)
    }

    /// A year has the last ninety days too.
    @Test(arguments: [
        ("2025-05-02", ["7-days/", "", "90-days/", "365-days/"], ["7-days/", "28-days/", "90-days/", ""]),
        ("2026-02-01", ["7-days/", "", "90-days/"], ["7-days/", "28-days/", ""]), ("2026-04-25", [""], [""]),
    ])
    func theLast28DaysAreAtTheTopUnlessTheCallerChoseTheDays(from: String, folders: [String], tables: [String]) {
        let choices = RangeChoice.all(from: Day(from)!, to: Day("2026-05-01")!, isChosen: false)
        #expect(choices.map(\.folder) == folders && choices.map(\.tables) == tables)
    }

    @Test(arguments: ["0001-01-01", "0004-02-29", "1900-03-01", "2000-02-29", "2024-12-31", "2026-03-01", "9999-12-31"])
    func daysAreCountedBackwardsThroughEveryMonthAndLeapYear(text: String) {
        let day = Day(text)!
        #expect(day.before(0) == day)
        for days in [1, 28, 31, 59, 60, 365, 366, 146_097] {
            guard let before = day.before(days) else { continue }
            #expect(day.number - before.number == days, "\(text) − \(days)")
        }
    }

    @Test func theFirstDayOfAllHasNoneBeforeIt() {
        #expect(Day("0001-01-01")!.before(1) == nil)
        #expect(Day("2024-03-01")!.before(1) == Day("2024-02-29"))
    }

    @Test func aPageLinksToItselfInTheOtherRanges() throws {
        var head = Fixtures.headOfSeveralRanges
        #expect(
            try Self.links(on: Fixtures.severalApps, "com.example.reader/opens.html") == [
                "../7-days/com.example.reader/opens.html", "../28-days/com.example.reader/opens.html",
                "../com.example.reader/opens.html",
            ])
        (head.folder, head.tables) = ("7-days/", "7-days/")
        let site = Fixtures.site(Fixtures.optInOnly(Fixtures.versions), head: head)
        #expect(
            try Self.links(on: site, "7-days/index.html") == [
                "../7-days/index.html", "../28-days/index.html", "../index.html",
            ])
        #expect(
            try site.page("7-days/index.html").contains(
                "<a href=\"../7-days/index.html\" aria-current=\"page\">Last 7 days</a>"))
        #expect(try site.page("7-days/index.html").contains("<a href=\"../manifest.json\">"))
        #expect(
            try site.page("7-days/index.html").contains(
                "<a href=\"../7-days/csv/opt_in_by_os.csv\">Download "
                    + "CSV</a>"))
    }

    /// Returns the targets of the links to other ranges.
    private static func links(on site: Site, _ file: String) throws -> [String] {
        let page = try site.page(file)
        let start = try #require(page.firstRange(of: "<nav aria-label=\"Days\"")).upperBound
        let end = try #require(page[start...].firstRange(of: "</nav>")).lowerBound
        return page[start..<end].matches(of: /href="([^"]*)"/).map { String($0.output.1) }
    }

    @Test func anAppMayNotTakeTheFolderOfARange() throws {
        let site = Fixtures.site(
            Fixtures.joined(["7-days", "b"].map { ["data_quality": Fixtures.quality(Fixtures.measures, app: $0)] }))
        #expect(!site.pages.contains { $0.file.hasPrefix("7-days/") })
    }
}
