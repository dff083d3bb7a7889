import Foundation
import Pages
import Reports
import TestSupport
import Testing

/// The contents of all pages except the overview and the opt-in page.
@Suite struct OtherPagesTests {
    private func site(_ table: String, _ rows: [Row]) -> Site { Fixtures.site([table: rows]) }

    @Test func trialsThatAreAllPendingHaveNoRate() {
        let rows = Fixtures.provisional([("app", nil, nil, [0, 0, 0, 0, 0, 0, 38])], app: "a")
        let page = site("provisional_by_os", rows)["provisional.html"]
        #expect(page.headline.title == "Too few settled trials for a rate yet")
        #expect(page.numbers["Keep rate"]?.value == "–" && page.numbers["Keep rate"]?.style == "value none")
    }

    @Test func thirtyEightTrialsHaveARate() {
        let rows = Fixtures.provisional([("app", nil, nil, [20, 0, 0, 0, 18, 0, 0])], app: "a")
        #expect(site("provisional_by_os", rows)["provisional.html"].headline.title.hasPrefix("52.6% "))
    }

    @Test(arguments: [
        ("provisional.html", "Too few provisional trials to say more"),
        ("win-back.html", "Too few people were asked again to say more"),
        ("opens.html", "Too few people got a notification to say more"), ("reach.html", "people can be reached"),
    ])
    func withheldNumbersAreDashesAndTheHeadlineSaysWhy(file: String, words: String) throws {
        let page = Fixtures.withheld[file]
        #expect([words, "Too few people to say more"].contains { page.headline.title.contains($0) })
        let cells = try #require(page.figures.compactMap { $0.cells("iOS 17.4") }.first)
        #expect(cells.contains("–") && !cells.contains { $0.first?.isNumber == true })
    }

    @Test func opensWithin24HoursLeadAndLaterOnesFollow() throws {
        let page = Fixtures.small["opens.html"]
        #expect(
            page.figures.map(\.name) == [
                "early", "campaigns", "frequency", "versions", "states", "curve", "direct", "influenced", "hours",
            ])
        #expect(try page.figure("campaigns").rows.contains { $0.name == "1 other campaign (12 sent)" })
        #expect(page.figures.contains { $0.note.contains("can still change") })
    }

    @Test func aClearChangeOfOpensIsTheHeadline() {
        let tables = [
            "opens_page": [Fixtures.opens("app", nil, nil, [4_000, 100, 300], app: "a")],
            "verdicts": [
                Fixtures.verdict("opens", "fell", "all", "", ["value": "0.02", "difference": "-0.021"], app: "a")
            ],
        ]
        #expect(
            Fixtures.site(tables)["opens.html"].headline.title == "Opens within 24 hours fell 2.1 points to 2.0%")
    }

    @Test(arguments: [(1, "1 more was followed"), (2, "2 more were followed")])
    func influencedOpensTooFewForARateAreCounted(opens: Int, words: String) {
        let row = Fixtures.opens("app", nil, nil, [100, 40, opens], app: "a")
        let lede = site("opens_page", [row])["opens.html"].headline.lede
        #expect(lede.contains("\(words) by an open of the app within 12 hours."))
    }

    @Test(arguments: [true, false]) func laterOpensAreThoseSoFarWhileADayIsOpen(isOpen: Bool) {
        let rows = [
            Fixtures.opens("app", nil, nil, [4_000, 100, 300], app: "a"),
            Fixtures.opens("day", nil, nil, [4_000, 100, 300], app: "a", day: Day("2026-02-01"), isOpen: isOpen),
        ]
        let page = site("opens_page", rows)["opens.html"]
        #expect(page.headline.lede.contains(" So far, 2.5% were opened within 28 days, 7.5% more were ") == isOpen)
        let note = page.numbers["Opened within 28 days"]?.note
        #expect(note == (isOpen ? "of 4,000 sent; can still rise" : "of 4,000 sent"))
    }

    @Test(arguments: [("early", 0), ("direct", 10), ("influenced", 10)])
    func opensAreMarkedWhereTheyCanStillChange(figure: String, openDays: Int) throws {
        let shown = try Fixtures.figure(figure, of: Fixtures.small.page("opens.html"))
        #expect(shown.components(separatedBy: "<small>open</small>").count == openDays + 1)
        #expect(shown.contains("class=\"open-days\"") || openDays == 0)
    }

    @Test func theHoursAreShadedAndTooFewIsADot() throws {
        let html = try Fixtures.small.page("opens.html")
        let rows = html.split(separator: "\n").filter { $0.contains("class=\"n heat-") }
        #expect(rows.count == 7)
        #expect(rows[0].contains("<td class=\"n\" role=\"cell\">·</td>"))
        #expect(rows[0].contains("<td class=\"n heat-6\" role=\"cell\">3.6</td>"))
        #expect(rows[6].contains("<td class=\"n\" role=\"cell\">–</td>"))
        // 142 of 4,000 in the last hour: 3.02 to 4.17%.
        #expect(html.contains("The widest 95% interval of these rates spans 1.1 points; the CSV has each."))
    }

    @Test(arguments: [
        ("table", 1), ("rowgroup", 2), ("row", 8), ("columnheader", 25), ("rowheader", 7), ("cell", 7 * 24),
    ])
    func theHoursSayTheirRolesSinceTheyAreLaidOutAsAGrid(role: String, count: Int) throws {
        let html = try Fixtures.small.page("opens.html")
        #expect(html.components(separatedBy: " role=\"\(role)\"").count == count + 1)
    }

    @Test func sendsThatNobodyOpenedAreARateOfZero() {
        let page = site("opens_page", [Fixtures.opens("app", nil, nil, [3_800, 0, 0], app: "a")])["opens.html"]
        #expect(page.headline.title == "0.0% of notifications are opened within 24 hours")
    }

    /// The script maps pointer positions to days with these attributes. Columns are a day wide; points on a line have
    /// no width.
    @Test func aPlotOfDaysSaysTheTimesAtItsEnds() throws {
        let reach = try Fixtures.small.page("reach.html")
        let ends = reach.matches(of: /<svg class="chart"[^>]* data-from="([^"]*)" data-to="([^"]*)">/)
        let (line, column) = ("2026-04-21T00:00 2026-04-30T00:00", "2026-04-20T12:00 2026-04-30T12:00")
        #expect(ends.map { "\($0.output.1) \($0.output.2)" } == [line, column, line])
        let rows = Fixtures.days(140, from: "2025-12-12").map { day in
            Fixtures.reach("day", nil, nil, [80, 0, 0, 20, 0, 0], app: "a", day: day)
        }
        #expect(try site("reach_page", rows).page("reach.html").contains(" data-step=\"7\" data-from="))
        #expect(!reach.contains("data-step"), "a point is a day")
        let row = Fixtures.reach("day", nil, nil, [80, 0, 0, 20, 0, 0], app: "a", day: Day("2026-04-30")!)
        let lone = try site("reach_page", [row]).page("reach.html")
        let noon = "data-from=\"2026-04-29T12:00\" data-to=\"2026-04-30T12:00\""
        #expect(lone.components(separatedBy: noon).count == 3)
    }

    @Test func withoutAKnownStatusThereIsNoReach() throws {
        let day = Day("2026-04-30")!
        let tables = { (statuses: [Int]) in
            [
                "verdicts": Fixtures.verdicts([], app: "a"), "activity_daily": Fixtures.activity([day], app: "a"),
                "reach_page": [Fixtures.reach("day", nil, nil, statuses, app: "a", day: day)],
            ]
        }
        let unknown = Fixtures.site(tables([0, 0, 0, 0, 0, 50]))
        let none = unknown["index.html"].numbers["Reach of active people"]
        #expect(none?.note == "no status known of 16,557 people active in 28 days" && none?.value == "–")
        #expect(try !unknown.page("index.html").contains("49.5%") && !unknown.page("reach.html").contains("47.0%"))
        let known = Fixtures.site(tables([0, 0, 0, 30, 0, 20]))
        #expect(known["index.html"].numbers["Reach of active people"]?.value == "49.5%")
        #expect(known["reach.html"].numbers["Reach, active people"]?.value == "47.0%")
    }

    @Test func reachIsOfTheLastDayAsOnTheOverview() {
        let days = Fixtures.days(2, from: "2026-04-29")
        let reach = days.map { Fixtures.reach("day", nil, nil, [80, 0, 0, 20, 0, 0], app: "a", day: $0) }
        let active = Fixtures.activity(Array(days.prefix(1)), app: "a")
        let page = Fixtures.site(["reach_page": reach, "activity_daily": active])["reach.html"]
        #expect(page.numbers["Reach, active people"]?.note == "of 0 active in 28 days")
    }

    @Test func openersAreShownEvenIfNoSendIsKnown() throws {
        let day = Row([("app_id", "a"), ("day", "2026-04-30"), ("openers_28d", "41")])
        let html = try site("activity_daily", [day]).page("opens.html")
        #expect(html.contains("Some were opened: without sends there is no rate."))
        #expect(html.contains("people who opened a notification in the 28 days to 30 Apr 2026"))
    }

    @Test func theStatusesOfALoneDayAreDrawnADayWide() throws {
        let reach = { (day: String) in
            Fixtures.reach("day", nil, nil, [80, 0, 0, 20, 0, 0], app: "a", day: Day(day)!)
        }
        let one = try site("reach_page", [reach("2026-04-30")]).page("reach.html")
        #expect(one.contains("<path class=\"area allowed\" d=\"M0 200L2000 200L2000 1000L0 1000Z\"/>"))
        let rows = [reach("2026-04-20"), reach("2026-04-21"), reach("2026-04-30")]
        #expect(try site("reach_page", rows).page("reach.html").contains("M1900 200L2000 200L2000 1000L1900 1000Z"))
    }

    @Test func whoseStatusIsUnknownIsAnOutlineLikeWhoGaveNoAnswer() throws {
        let days = Fixtures.days(2, from: "2026-04-29")
        let rows =
            days.map { Fixtures.reach("day", nil, nil, [60, 0, 0, 31, 0, 9], app: "a", day: $0) }
            + [Fixtures.reach("version", "iOS", "17.4", [60, 0, 0, 31, 0, 9], app: "a", day: days[1])]
        let html = try site("reach_page", rows).page("reach.html")
        #expect(html.contains("<path class=\"area no-answer\""))
        #expect(html.contains("<rect class=\"no-answer\""))
        #expect(!html.contains(" track\"") && !html.contains("\"track\""))
    }

    @Test func qualitySaysWhatWasFoundAndWhatItMeans() throws {
        let page = Fixtures.small["quality.html"]
        #expect(page.headline.title == "3 of 7 checks found something")
        let opens = try #require(try page.figure("checks").cells("Opens without a send"))
        #expect(opens[0] == "85" && opens[1].hasPrefix("96.9% of opens have a known send"))
        #expect(try page.figure("rejects").rows.contains { $0.name == "missing field" })
        let shared = try #require(try page.figure("checks").cells("Ids shared by many phones"))
        #expect(shared[0] == "304" && shared[1].contains("more than three device models"))
        let none = Fixtures.measures.map { ($0.0, "0") }
        let quiet = site("data_quality", Fixtures.quality(none, app: "a"))["quality.html"]
        #expect(quiet.headline.title == "Nothing odd in the events")
    }

    @Test func anInstallationOfASecondVariantIsOdd() {
        let measures = Fixtures.measures.map { ($0.0, $0.0 == "reassigned" ? "4" : "0") }
        let page = site("data_quality", Fixtures.quality(measures, app: "a"))["quality.html"]
        #expect(page.headline.title == "1 of 7 checks found something")
    }

    @Test(arguments: [["a"], ["a", "b"]]) func checksComeBeforeDeliveriesAndLatencyAndRestatementsBehindThem(
        apps: [String]
    ) throws {
        var tables = Fixtures.joined(apps.map { ["data_quality": Fixtures.quality(Fixtures.measures, app: $0)] })
        tables.merge(Fixtures.common(Fixtures.days(5, from: "2026-04-20"))) { $1 }
        let site = Fixtures.site(tables)
        let html = try site.page("quality.html")
        let figures = html.matches(of: /\ id="app-[0-9]-([a-z]+)" aria-labelledby/).map { String($0.output.1) }
        let behind = apps.flatMap { _ in ["latency", "restatements"] }
        #expect(figures == apps.map { _ in "checks" } + ["deliveries", "rejects"] + behind)
        #expect(site["quality.html"].figures.map(\.name) == figures)
        if apps.count > 1 { #expect(html.contains("<h2><bdi>All apps</bdi></h2>")) }
    }

    @Test func aShareOfTooFewEventsIsNoRate() throws {
        let keys = [("app_id", "a"), ("measure", "latency_over_24h_rate")] + Fixtures.counts([("value_base", 12)])
        let row = Row(
            keys + Fixtures.rate("value", 3, of: 12) + [("share", nil), ("share_low", nil), ("share_high", nil)])
        let latency = try site("data_quality", [row])["quality.html"].figure("latency")
        #expect(latency.cells("Over 24 hours") == ["too few (12)", "Of 12 accepted events."])
    }

    /// Except interval bounds (`…_low`, `…_high`), and measures of data quality by the measure's name.
    @Test func theGlossaryNamesEveryColumnOfTheFilesThatIsANumber() throws {
        let html = try Fixtures.small.page("glossary.html")
        let files = Set(html.matches(of: /csv\/([a-z_]+)\.csv/).map { String($0.output.1) })
        let dictionary = URL(fileURLWithPath: ClientLibraries.root).appending(path: "docs/dictionary.md")
        let tables = try String(contentsOf: dictionary, encoding: .utf8).components(separatedBy: "\n## ").dropFirst()
        let numbers = tables.filter { files.contains(String($0.prefix { $0 != "\n" })) }.flatMap { table in
            table.matches(of: /\| `([a-z0-9_]+)` \| (?:bigint|integer|numeric) \|/).map { String($0.output.1) }
        }
        #expect(numbers.count > 100)
        for column in Set(numbers + Fixtures.measures.map(\.0)).subtracting(["value"]) {
            let isBound = column.hasSuffix("_low") || column.hasSuffix("_high")
            #expect(isBound || html.contains("<code>\(column)</code>"), "\(column)")
        }
        #expect(html.contains("<code>installations_set_aside</code>"))
    }

    @Test func theGlossaryIsAboutNoRangeOfDays() {
        for name in ["small", "empty"] {
            let lede = Fixtures.named(name)["glossary.html"].headline.lede
            #expect(lede == "Every number of the pages and the tables, with its formula.")
        }
    }
}
