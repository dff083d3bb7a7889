import Pages
import Testing

/// The headline of the overview, by rule, and the table of where the opt-in rate changed.
@Suite struct OptInChangeTests {
    private static let app = "com.example.reader"

    /// A row of `opt_in_changes`: counts now and before, the difference with its interval, and p.
    private func change(
        _ dimension: String, _ name: String, _ now: [Int], _ before: [Int], _ difference: [Double], p: Double,
        shares: [Double] = [1, 1]
    ) -> Row {
        let cells: [(String, String?)] = [
            ("app_id", Self.app), ("dimension", dimension), ("name", name), ("prompted", String(now[1])),
            ("prompted_before", String(before[1])), ("share", String(shares[0])), ("share_before", String(shares[1])),
            ("granted", String(now[0])), ("settled", String(now[1])), ("granted_before", String(before[0])),
            ("settled_before", String(before[1])), ("difference", String(difference[0])),
            ("difference_low", String(difference[1])), ("difference_high", String(difference[2])), ("p", String(p)),
            ("p_adjusted", String(p)), ("detectable", "0.041"),
        ]
        return Row(
            cells + Fixtures.rate("grant_rate", now[0], of: now[1])
                + [Fixtures.rate("grant_rate_before", before[0], of: before[1])[0]])
    }

    private func key(mix: Double?, rates: Double?, isCovered: Bool = true) -> Row {
        Row(
            [
                ("app_id", Self.app), ("measure", "grant_rate"), ("part", "1247"), ("base", "2371"),
                ("part_before", "1285"), ("base_before", "2282"), ("difference", nil), ("difference_low", nil),
                ("difference_high", nil), ("p", nil), ("mix", mix.map { String($0) }),
                ("rates", rates.map { String($0) }), ("is_covered", isCovered ? "t" : "f"), ("first_day", "2026-04-12"),
            ] + Fixtures.rate("rate", 1247, of: 2371) + Fixtures.rate("before", 1285, of: 2282))
    }

    /// Returns the overview of 2,371 people asked, of whom 1,247 allowed.
    private func overview(_ changes: [Row], _ key: Row, findings: [Finding] = []) -> Page {
        let tables = [
            "opt_in_by_os": Fixtures.optIn([Version("iOS", "17.4", 1247, 1000, 124)], app: Self.app),
            "opt_in_changes": changes, "key_numbers": [key],
        ]
        return Site(Fixtures.head, ReportRows(tables), findings: findings)["index.html"]
    }

    /// Returns a row of `opt_in_by`.
    private func asked(_ dimension: String, _ name: String, _ people: Int) -> Row {
        let keys: [(String, String?)] = [("app_id", Self.app), ("dimension", dimension), ("name", name)]
        return Row(keys + Answers(granted: people / 2, denied: people - people / 2, undecided: 0).cells)
    }

    /// A dimension needs no edit of pages: its name and its place are those of the rows.
    @Test func theOptInPageHasATableForEachDimensionOfTheRows() throws {
        let rows = ["os_version", "language", "device_model", "hour"].map {
            change($0, "17", [600, 1_100], [640, 1_090], [-0.04, -0.08, 0.001], p: 0.06)
        }
        let tables = [
            "opt_in_by_os": Fixtures.optIn([Version("iOS", "17.4", 1247, 1000, 124)], app: Self.app),
            "opt_in_by": rows.map { asked($0.text("dimension"), $0.text("name"), 1_100) },
            "opt_in_changes": [fall()] + rows, "key_numbers": [key(mix: -0.035, rates: -0.002)],
        ]
        let figure = try Site(Fixtures.head, ReportRows(tables))["opt-in.html"].figure("answers")
        #expect(figure.choices.map(\.label) == ["OS version", "Language", "Device model", "Hour"])
        #expect(figure.choices.map { $0.table.groups[0].count } == [1, 1, 1, 1])
        #expect(figure.csv == "opt_in_changes")
    }

    private func fall(p: Double = 0.0004, high: Double = -0.012) -> Row {
        change("all", "", [1247, 2371], [1285, 2282], [-0.037, -0.062, high], p: p)
    }

    @Test func aClearFallSaysWhoWasAsked() {
        let asked = change(
            "os", "iOS 17", [202, 450], [62, 137], [-0.003, -0.09, 0.09], p: 0.9, shares: [0.19, 0.06])
        let headline = overview([fall(), asked], key(mix: -0.035, rates: -0.002)).headline
        #expect(headline.title == "Opt-in fell 3.7 points to 52.6%")
        #expect(
            headline.lede.contains(
                "1 Feb–30 Apr 2026 against the 89 days before (56.3%), 95% interval \u{2212}6.2 to \u{2212}1.2."))
        #expect(
            headline.sentences.contains(
                "Nearly all of the fall (3.5 of 3.7 points) is who was asked: iOS 17, where 44.9% allow, went from 6.0% "
                    + "to 19.0% of them. Lower opt-in on the same versions cost 0.2 points."))
        #expect(headline.looks[0].link == "who was asked on iOS 17")
        #expect(headline.looks[0].after == ": 19.0% of people, 6.0% before.")
    }

    @Test func aClearFallSaysWhoseAnswersChanged() {
        let answers = change("app_version", "5.16.0", [300, 900], [500, 900], [-0.22, -0.27, -0.18], p: 0.0001)
        let headline = overview([fall(), answers], key(mix: -0.002, rates: -0.035)).headline
        #expect(
            headline.sentences.contains(
                "Nearly all of the fall (3.5 of 3.7 points) is lower opt-in on the same OS versions: with app version "
                    + "5.16.0, 33.3% allow, 55.6% before. A different mix of OS versions cost 0.2 points."))
        #expect(headline.looks[0].link == "app version 5.16.0")
        #expect(headline.looks[0].after == ": 33.3% allow, 55.6% before.")
    }

    @Test func anIntervalThatHoldsZeroIsNoChangeAndSaysWhatWouldShow() {
        let headline = overview([fall(p: 0.4, high: 0.01)], key(mix: 0.001, rates: -0.038)).headline
        #expect(headline.title == "Opt-in held at 52.6%")
        #expect(
            headline.sentences.contains("no clear change, \u{2212}3.7 points (95% interval \u{2212}6.2 to +1.0)."))
        #expect(headline.sentences.contains("a change under 4.1 points would not show."))
    }

    @Test func aChangeThatChanceBringsOftenIsPerhapsOne() {
        let title = overview([fall(p: 0.02)], key(mix: -0.035, rates: -0.002)).headline.title
        #expect(title == "Opt-in is at 52.6%, perhaps 3.7 points lower")
    }

    @Test func withoutEventsInTheRangeBeforeNothingIsCompared() {
        let page = overview([fall()], key(mix: nil, rates: nil, isCovered: false))
        #expect(page.headline.title == "Opt-in is 52.6%")
        #expect(page.headline.sentences.hasPrefix("There is no earlier period to compare with. "))
        #expect(
            page.headline.sentences.hasSuffix(
                "The first 89-day comparison is possible on 7 Oct 2026, because events begin on 12 Apr 2026."))
        #expect(!page.figures.contains { $0.name == "where" })
    }

    @Test func versionsOfAnAppThatIsNewAreNotNew() {
        let new = Finding(.info, "new_os_version", app: Self.app, subject: "iOS 26.4", since: "2026-04-12")
        for isCovered in [true, false] {
            let page = overview([fall()], key(mix: nil, rates: nil, isCovered: isCovered), findings: [new])
            #expect(page.headline.looks.contains { $0.before == "New: " } == isCovered)
        }
    }

    @Test(arguments: [(299, "Too few people to tell: 299 asked in the 89 days before"), (300, "Opt-in held at 52.6%")])
    func fewerThan300PeopleBeforeAreTooFew(before: Int, title: String) {
        let row = change("all", "", [1247, 2371], [150, before], [0.02, -0.04, 0.08], p: 0.5)
        #expect(overview([row], key(mix: 0, rates: 0.02)).headline.title == title)
    }

    @Test func aWithheldComparisonIsNotOneOfZeroPeople() {
        let cells: [(String, String?)] = [
            ("app_id", Self.app), ("dimension", "all"), ("name", ""), ("prompted", nil), ("prompted_before", nil),
            ("settled", nil), ("settled_before", nil),
        ]
        let title = overview([Row(cells)], key(mix: nil, rates: nil)).headline.title
        #expect(title == "Opt-in is 52.6%; the comparison is withheld")
    }

    @Test func aPartThatFellIsInTheHeadlineAlthoughTheWholeHeld() {
        let part = Finding(
            .alert, "grant_rate", app: Self.app, subject: "iOS 26.3", since: "2026-04-03", before: 0.605, after: 0.512,
            difference: -0.092, low: -0.138, high: -0.046)
        let tables = [
            "opt_in_by_os": Fixtures.optIn([Version("iOS", "17.4", 1247, 1000, 124)], app: Self.app),
            "opt_in_changes": [fall(p: 0.4, high: 0.01)], "key_numbers": [key(mix: 0.001, rates: -0.038)],
        ]
        var head = Fixtures.head
        head.from = Day("2026-04-03")
        let title = Site(head, ReportRows(tables), findings: [part])["index.html"].headline.title
        #expect(title == "Opt-in held at 52.6%, but fell 9.2 points on iOS 26.3 since 3 Apr")
    }

    @Test(arguments: [
        (
            [Finding(.alert, "silent", app: app, subject: "app version 5.14.0", since: "2026-04-02")],
            ", but app version 5.14.0 has sent no events since 2 Apr"
        ),
        ([Finding(.alert, "silent", app: app, since: "2026-04-02")], ", but the app has sent no events since 2 Apr"),
        (
            [(-0.01, nil), (-0.029, "iOS 26.2"), (0.05, "iOS 26.3")].map { difference, subject in
                Finding(
                    .notice, "open_rate_24h", app: app, subject: subject, since: "2026-04-03", difference: difference)
            }, ", but opens within 24 hours fell 2.9 points on iOS 26.2"
        ),
        ([Finding(.notice, "open_rate_24h", app: app, since: "2026-04-03", difference: 0.01)], ""),
    ])
    func whatElseHappenedIsInTheHeadlineIfTheOptInRateHeld(findings: [Finding], words: String) {
        let page = overview([fall(p: 0.4, high: 0.01)], key(mix: 0, rates: -0.037), findings: findings)
        #expect(page.headline.title == "Opt-in held at 52.6%\(words)")
    }

    @Test func aFindingAboutTheDataIsTheFirstThingToLookAt() {
        let silent = Finding(.alert, "silent", app: Self.app, subject: "app version 5.14.0", since: "2026-04-02")
        let look = overview([fall()], key(mix: -0.035, rates: -0.002), findings: [silent]).headline.looks[0]
        #expect(look.before == "App version 5.14.0 has sent no events since 2 Apr 2026: ")
        #expect(look.href == "quality.html")
    }

    @Test func valuesOfFewPeopleAreFolded() throws {
        let rows = [
            change("placement", "cart", [500, 1000], [500, 1000], [0, -0.04, 0.04], p: 1, shares: [0.5, 0.5]),
            change("placement", "menu", [10, 20], [9, 20], [0.05, -0.2, 0.3], p: 0.7, shares: [0.01, 0.01]),
            change("placement", "help", [5, 10], [5, 10], [0, -0.4, 0.4], p: 1, shares: [0.005, 0.005]),
        ]
        let tables = [
            "opt_in_by_os": Fixtures.optIn([Version("iOS", "17.4", 1247, 1000, 124)], app: Self.app),
            "opt_in_by": [asked("placement", "cart", 1_000)], "opt_in_changes": [fall()] + rows,
            "key_numbers": [key(mix: -0.035, rates: -0.002)],
        ]
        let places = try Site(Fixtures.head, ReportRows(tables))["index.html"].figure("where").rows
        #expect(places.map(\.name) == ["cart", "2 others, 30 people"])
        #expect(places[0].link == "opt-in.html#app-1-where-placement")
    }
}
