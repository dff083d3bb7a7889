import Foundation
import Pages
import Reports
import TestSupport
import Testing

/// The contents of all pages except the overview and the opt-in page.
@Suite struct OtherPagesTests {
    private func site(_ table: String, _ rows: [Row]) -> Site { Fixtures.site([table: rows]) }

    @Test func trialsThatAreAllPendingHaveNoRate() throws {
        let rows = Fixtures.provisional([("app", nil, nil, [0, 0, 0, 0, 0, 0, 38])], app: "a")
        let html = try site("provisional_by_os", rows).page("provisional.html")
        #expect(html.contains("Too few settled trials for a rate yet"))
        #expect(html.contains("<dd class=\"value none\">–</dd>"))
    }

    @Test func thirtyEightTrialsHaveARate() throws {
        let rows = Fixtures.provisional([("app", nil, nil, [20, 0, 0, 0, 18, 0, 0])], app: "a")
        #expect(try site("provisional_by_os", rows).page("provisional.html").contains("<h1>52.6%"))
    }

    @Test(arguments: [
        ("provisional.html", "Too few provisional trials to say more"),
        ("win-back.html", "Too few people were asked again to say more"),
        ("opens.html", "Too few people were sent to to say more"), ("reach.html", "people can be reached"),
    ])
    func withheldNumbersAreDashesAndTheHeadlineSaysWhy(file: String, words: String) throws {
        let html = try Fixtures.withheld.page(file)
        #expect(html.contains(words) || html.contains("Too few people to say more"))
        let row = try #require(html.split(separator: "\n").first { $0.contains("<bdi>iOS 17.4</bdi>") })
        #expect(row.firstMatch(of: /<td class="n[^>]*>[0-9]/) == nil)
    }

    @Test func opensWithin24HoursLeadAndLaterOnesFollow() throws {
        let html = try Fixtures.small.page("opens.html")
        let figures = html.matches(of: /<figure class="[a-z]*" id="app-1-([a-z]*)"/).map { String($0.output.1) }
        #expect(figures == ["early", "campaigns", "versions", "states", "direct", "influenced", "hours"])
        #expect(html.contains("<bdi>1 other campaign (12 sent)</bdi>"))
        #expect(html.contains("can still change"))
    }

    @Test func aClearChangeOfOpensIsTheHeadline() throws {
        let cells: [(String, String?)] = [
            ("app_id", "a"), ("measure", "open_rate_24h"), ("part", "80"), ("base", "4000"), ("part_before", "164"),
            ("base_before", "4000"), ("difference", "-0.021"), ("difference_low", "-0.028"),
            ("difference_high", "-0.014"), ("p", "0.0001"), ("is_covered", "t"), ("first_day", "2026-01-01"),
        ]
        let key = Row(cells + Fixtures.rate("rate", 80, of: 4000) + Fixtures.rate("before", 164, of: 4000))
        let tables = [
            "opens_page": [Fixtures.opens("app", nil, nil, [4_000, 100, 300], app: "a")], "key_numbers": [key],
        ]
        let html = try Fixtures.site(tables).page("opens.html")
        #expect(html.contains("<h1>Opens within 24 hours fell 2.1 points to 2.0%</h1>"))
    }

    @Test(arguments: [(1, "1 more was followed"), (2, "2 more were followed")])
    func influencedOpensTooFewForARateAreCounted(opens: Int, words: String) throws {
        let row = Fixtures.opens("app", nil, nil, [100, 40, opens], app: "a")
        let html = try site("opens_page", [row]).page("opens.html")
        #expect(html.contains("\(words) by an open of the app within 12 hours."))
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

    @Test func sendsThatNobodyOpenedAreARateOfZero() throws {
        let html = try site("opens_page", [Fixtures.opens("app", nil, nil, [3_800, 0, 0], app: "a")]).page("opens.html")
        #expect(html.contains("<h1>0.0% of notifications are opened within 24 hours</h1>"))
    }

    /// The script maps pointer positions to days with these attributes. Columns are a day wide; points on a line have
    /// no width.
    @Test func aPlotOfDaysSaysTheTimesAtItsEnds() throws {
        let reach = try Fixtures.small.page("reach.html")
        let ends = reach.matches(of: /<svg class="chart"[^>]* data-from="([^"]*)" data-to="([^"]*)">/)
        let (line, column) = ("2026-04-21T00:00 2026-04-30T00:00", "2026-04-20T12:00 2026-04-30T12:00")
        #expect(ends.map { "\($0.output.1) \($0.output.2)" } == [line, column, line])
        let row = Fixtures.reach("day", nil, nil, [80, 0, 0, 20, 0, 0], app: "a", day: Day("2026-04-30")!)
        let lone = try site("reach_page", [row]).page("reach.html")
        let noon = "data-from=\"2026-04-29T12:00\" data-to=\"2026-04-30T12:00\""
        #expect(lone.components(separatedBy: noon).count == 3)
    }

    @Test func withoutAKnownStatusThereIsNoReach() throws {
        let day = Day("2026-04-30")!
        let tables = { (statuses: [Int]) in
            [
                "key_numbers": Fixtures.keyNumbers(app: "a"), "activity_daily": Fixtures.activity([day], app: "a"),
                "reach_page": [Fixtures.reach("day", nil, nil, statuses, app: "a", day: day)],
            ]
        }
        let unknown = Fixtures.site(tables([0, 0, 0, 0, 0, 50]))
        #expect(try unknown.page("index.html").contains("no status known of 16,557 people active in 28 days"))
        #expect(try !unknown.page("index.html").contains("49.5%"))
        #expect(try !unknown.page("reach.html").contains("47.0%"))
        let known = Fixtures.site(tables([0, 0, 0, 30, 0, 20]))
        #expect(try known.page("index.html").contains("49.5%"))
        #expect(try known.page("reach.html").contains("47.0%"))
    }

    @Test func reachIsOfTheLastDayAsOnTheOverview() throws {
        let days = Fixtures.days(2, from: "2026-04-29")
        let reach = days.map { Fixtures.reach("day", nil, nil, [80, 0, 0, 20, 0, 0], app: "a", day: $0) }
        let active = Fixtures.activity(Array(days.prefix(1)), app: "a")
        let html = try Fixtures.site(["reach_page": reach, "activity_daily": active]).page("reach.html")
        #expect(html.contains("of 0 active in 28 days"))
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
        let html = try Fixtures.small.page("quality.html")
        #expect(html.contains("<h1>3 of 6 checks found something</h1>"))
        #expect(html.contains("<bdi>Opens without a send</bdi>"))
        #expect(html.contains("<bdi>missing field</bdi>"))
        let none = Fixtures.measures.map { ($0.0, "0") }
        #expect(
            try site("data_quality", Fixtures.quality(none, app: "a")).page("quality.html")
                .contains("<h1>Nothing odd in the events</h1>"))
    }

    @Test(arguments: [["a"], ["a", "b"]]) func checksComeBeforeDeliveriesAndLatencyAndRestatementsBehindThem(
        apps: [String]
    ) throws {
        var tables = Fixtures.joined(apps.map { ["data_quality": Fixtures.quality(Fixtures.measures, app: $0)] })
        tables.merge(Fixtures.common(Fixtures.days(5, from: "2026-04-20"))) { $1 }
        let html = try Fixtures.site(tables).page("quality.html")
        let figures = html.matches(of: /<figure class="whole" id="app-[0-9]-([a-z]+)"/).map { String($0.output.1) }
        let behind = apps.flatMap { _ in ["latency", "restatements"] }
        #expect(figures == apps.map { _ in "checks" } + ["deliveries", "rejects"] + behind)
        #expect(html.contains("<figcaption>Figure \(figures.count). "))
        guard apps.count > 1 else { return }
        #expect(html.components(separatedBy: "Deliveries by day of receipt, all apps</h").count == 2)
        #expect(html.contains("<h2><bdi>All apps</bdi></h2>"))
    }

    @Test func aShareOfTooFewEventsIsNoRate() throws {
        let keys = [("app_id", "a"), ("measure", "latency_over_24h_rate")] + Fixtures.counts([("value_base", 12)])
        let row = Row(
            keys + Fixtures.rate("value", 3, of: 12) + [("share", nil), ("share_low", nil), ("share_high", nil)])
        let html = try site("data_quality", [row]).page("quality.html")
        let words = "<td class=\"n few\">too few (12)</td><td class=\"meaning\">Of 12 accepted events.</td>"
        #expect(html.contains(words) && !html.contains("25.0"))
    }

    @Test func idsThatManyPhonesShareAreSaid() throws {
        let html = try Fixtures.small.page("quality.html")
        let row = try #require(
            html.split(separator: "\n").first { $0.contains("<bdi>Ids shared by many phones</bdi>") })
        #expect(row.contains("304") && row.contains("more than three device models"))
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

    @Test func theGlossaryIsAboutNoRangeOfDays() throws {
        let lede = "<p class=\"lede\">Every number of the pages and the tables, with its formula.</p>"
        for name in ["small", "empty"] { #expect(try Fixtures.named(name).page("glossary.html").contains(lede)) }
    }
}
