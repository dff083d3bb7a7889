import Foundation
import PageAccounts
import Pages
import Testing

/// What pages say of a change: the words of a verdict, the headline, the list of changes, and the page of each.
@Suite struct VerdictTests {
    private static let app = "com.example.reader"

    private static let part = Fixtures.verdict(
        "opt_in", "fell", "os_version", "iOS 26.3",
        [
            "since": "2026-04-02", "since_from": "2026-03-30", "since_to": "2026-04-05", "is_alert": "t",
            "told": "2026-04-12", "days": "{2026-04-01,2026-04-02}", "people": "{60,90}", "rates": "{0.6,0.5}",
            "lows": "{0.5,0.42}", "highs": "{0.7,0.58}",
        ])
    private static let held = Fixtures.verdict("opt_in", "held", "all", "", ["value": "0.574", "p": "0.4"])

    /// Returns the pages of an app with these verdicts, whose 2,371 people were asked.
    private func site(_ verdicts: [Row], marks: [Row] = [], changes: [Row] = [], trend: [Row] = []) -> Site {
        Fixtures.site([
            "opt_in_by_os": Fixtures.optIn([Version("iOS", "17.4", 1247, 1000, 124)], app: Self.app),
            "key_numbers": Fixtures.keyNumbers(app: Self.app), "verdicts": verdicts, "marks": marks,
            "opt_in_changes": changes, "opt_in_trend": trend,
        ])
    }

    private func headline(_ verdicts: [Row]) -> Headline { site(verdicts)["index.html"].headline }

    @Test(arguments: [
        (part, "Opt-in on iOS 26.3 fell 9.6 points to 50.6%"),
        (held, "Opt-in held at 57.4%"),
        (
            Fixtures.verdict("asked", "fell", "all", "", ["value": "1234", "before": "2100", "difference": "-0.412"]),
            "The number of people asked fell 41.2% to 1,234"
        ),
        (
            Fixtures.verdict("opens", "fell", "all", "", ["mix": "-0.0958", "answers": "-0.0002"]),
            "Opens within 24 hours fell 9.6 points to 50.6%, all of it other campaigns"
        ),
        (
            Fixtures.verdict("provisional", "fell", "all", "", ["mix": "-0.09", "answers": "-0.006"]),
            "The share of provisional trials kept fell 9.6 points to 50.6%, nearly all of it other OS versions"
        ),
        (Fixtures.verdict("opt_in", "fell", "placement", "cart"), "Opt-in at “cart” fell 9.6 points to 50.6%"),
        (
            Fixtures.verdict("opt_in_24h", "fell", "app_version", "5.16.0"),
            "Opt-in within 24 hours in app version 5.16.0 fell 9.6 points to 50.6%"
        ),
        (
            Fixtures.verdict("silent", "fell", "app_version", "5.14.0", ["from_day": "2026-04-02"]),
            "App version 5.14.0 has sent no events since 2 Apr"
        ),
    ])
    func aVerdictHasItsWords(row: Row, title: String) {
        #expect(headline([row]).title.hasPrefix(title))
    }

    @Test func aChangeOfThePushServiceIsOfOneDay() {
        let row = Fixtures.verdict(
            "push_service", "rose", "all", "",
            ["value": "0.041", "before": "0.002", "from_day": "2026-04-02", "told": "2026-04-02"], app: nil)
        #expect(
            Verdict(row).sentence
                == "The push service dropped 4.1% of the people of several apps, on 2 Apr 2026 (0.2% on an "
                + "average day before): the service changed, not the apps.")
    }

    @Test func aCampaignAfterWhichManyTurnOffIsComparedWithTheOthers() throws {
        let row = Fixtures.verdict(
            "turn_offs", "rose", "campaign", "spring_sale",
            [
                "value": "0.0091", "before": "0.0045", "difference": "0.0046", "difference_low": "0.0021",
                "difference_high": "0.0071", "base": "4000", "base_before": "9000", "from_day_before": nil,
            ])
        #expect(
            Verdict(row).sentence
                == "More people turn notifications off after campaign spring_sale: 9.1 per 1,000 sends, 4.5 after the app's "
                + "other campaigns (95% interval of the difference +2.1 to +7.1).")
        let site = Fixtures.site([
            "verdicts": [row], "opens_by_campaign": Fixtures.campaigns(["", "spring_sale"], app: Self.app),
            "opens_page": [Fixtures.opens("app", nil, nil, [4_000, 100, 300], app: Self.app)],
            "opt_in_by_os": Fixtures.optIn([Version("iOS", "17.4", 1247, 1000, 124)], app: Self.app),
        ])
        #expect(site["index.html"].headline.looks.first?.href == "opens-campaign-spring_sale.html")
        #expect(site["opens-campaign-spring_sale.html"].headline.strong == Verdict(row).sentence)
        #expect(try site["opens.html"].render().contains("data-verdict=\"\(Verdict(row).key)\""))
    }

    @Test func theHeadlineIsTheGravestChangeThenWhatHeld() {
        let headline = headline([Self.held, Self.part])
        #expect(headline.title == "Opt-in on iOS 26.3 fell 9.6 points to 50.6%. Opt-in held at 57.4%")
        #expect(
            headline.lede.hasPrefix(
                "From 60.2% in the 89 days before 1 Feb 2026 (95% interval \u{2212}13.8 to \u{2212}4.6 points); it probably "
                    + "began between 30 Mar and 5 Apr."))
        #expect(headline.looks[0].href == "finding-opt-in-ios-26.3.html")
    }

    @Test func aChangeOfEveryoneThatAPartExplainsIsToldUnderIt() {
        let whole = Fixtures.verdict("opt_in", "fell", "all", "", ["explained_by": "os_version iOS 26.3"])
        #expect(
            headline([whole, Self.part]).title
                == "Opt-in on iOS 26.3 fell 9.6 points to 50.6%. Of everyone, it fell 9.6 points to 50.6%")
        let html = try? site([whole, Self.part]).page("index.html")
        #expect(html?.components(separatedBy: "<strong class=\"alert\">").count == 2, "one cause is one finding")
        #expect(html?.contains("It explains the change of everyone.") == true)
    }

    @Test func opensOfOtherCampaignsAreNoHeadline() {
        let mix = Fixtures.verdict(
            "opens", "fell", "all", "", ["mix": "-0.0958", "answers": "-0.0002", "gravity": "0.01"])
        let headline = headline([Self.held, mix])
        #expect(headline.title == "Opt-in held at 57.4%")
        #expect(headline.looks[0].link == "Opens within 24 hours fell 9.6 points to 50.6%, all of it other campaigns")
    }

    /// A version whose share makes less than half of it is not named, nor is a major.
    @Test(arguments: [
        ("os_version", "0.61", ": iOS 17.4, where 44.9% allow, went from 6.0% to 61.0% of them"),
        ("os_version", "0.19", ""), ("os", "0.61", ""),
    ])
    func aFallSaysWhoWasAsked(dimension: String, now: String, words: String) {
        let whole = Fixtures.verdict("opt_in", "fell", "all", "", ["mix": "-0.09", "answers": "-0.006"])
        let share: [(String, String?)] = [
            ("app_id", Self.app), ("dimension", dimension), ("name", "iOS 17.4"), ("prompted", "450"), ("share", now),
            ("share_before", "0.06"), ("grant_rate_before", "0.45"),
        ]
        let page = site([whole], changes: [Row(share + Fixtures.rate("grant_rate", 202, of: 450))])["index.html"]
        #expect(
            page.headline.sentences.contains(
                "Nearly all of the fall (9.0 of 9.6 points) is who was asked\(words). Lower opt-in on the same "
                    + "versions cost 0.6 points."))
    }

    @Test func reachIsComparedWithThatOfADay() {
        let row = Fixtures.verdict("reach", "fell", "all", "", ["value": "0.41", "before": "0.443"])
        #expect(Verdict(row).sentence.contains(" to 41.0%, from 44.3% on 31 Jan 2026 (95% interval "))
    }

    @Test func whatHeldSaysHowSmallAChangeWouldShow() {
        #expect(headline([Self.held]).sentences.contains("a change under 4.1 points may not show."))
    }

    /// The day of the first comparison is named only if it is still to come.
    @Test func withoutEventsInTheRangeBeforeNothingIsCompared() {
        var tables = Fixtures.optInOnly([Version("iOS", "17.4", 600, 500, 100)], app: Self.app)
        tables["verdicts"] = [
            Fixtures.verdict("opt_in", "nothing_before", "all", "", ["value": "0.526", "base": "2371"], app: Self.app)
        ]
        // The day before is the last one of two ranges of 89 days.
        for (first, isPossible) in [("2025-11-03", true), ("2025-11-04", true), ("2025-11-05", false)] {
            tables["key_numbers"] = [Row([("app_id", Self.app), ("measure", "prompted"), ("first_day", first)])]
            let headline = Fixtures.site(tables)["index.html"].headline
            let sentences = headline.sentences
            #expect(headline.title == "Opt-in is 52.6%")
            #expect(sentences.hasPrefix("There is nothing in the 89 days before to compare with. ") == isPossible)
            #expect(sentences.contains("is possible on") == !isPossible, "\(first)")
        }
    }

    @Test func ofWhatWasNotComparedTheLevelAloneIsSaid() {
        let row = Fixtures.verdict("opt_in", "nothing_before", "all", "", ["value": "0.526", "base": "2371"])
        #expect(Verdict(row).sentence == "Opt-in is 52.6%.")
    }

    @Test func aChangeTooSmallForADigitIsNotZero() {
        let row = Fixtures.verdict(
            "opens", "fell", "all", "", ["value": "0.009", "before": "0.00945", "difference": "-0.00045"])
        #expect(Verdict(row).sentence.hasPrefix("Opens within 24 hours fell less than 0.1 points to 0.9%, from 0.9%"))
        let change = site([Self.held, row])["index.html"].numbers["Opened within 24 h"]?.change
        #expect(change?.hasPrefix("▼ < 0.1 pts") == true)
    }

    /// The rates of a short range count everyone asked at least 24 hours ago.
    @Test(arguments: [("opt_in", true), ("opt_in_24h", false)])
    func onlyInALongRangeAreThoseLeftOutWhoCanStillAnswer(metric: String, isLeftOut: Bool) throws {
        var tables = Fixtures.optInOnly([Version("iOS", "17.4", 600, 500, 100, open: 300)], app: Self.app)
        tables["verdicts"] = [Fixtures.verdict(metric, "held")]
        let note = try Fixtures.site(tables)["opt-in.html"].figure("answers").note
        #expect(note.contains("300 people can still answer: no rate counts them. ") == isLeftOut)
    }

    @Test func aShortRangeHasOneRateOnAllItsPages() throws {
        let site = Fixtures.site([
            "opt_in_by_os": Fixtures.optIn([Version("iOS", "17.4", 1247, 1000, 124)], app: Self.app),
            "provisional_by_os": Fixtures.provisional(
                [("app", nil, nil, [50, 50, 50, 50, 50, 25, 25])], app: Self.app),
            "verdicts": [Fixtures.verdict("opt_in_24h", "too_few", "all", "", ["value": "0.512", "base": "250"])],
        ])
        #expect(
            site["index.html"].headline.sentences.contains(
                ": 51.2% of 250 people asked at least 24 hours ago allowed within 24 hours, 95% interval "))
        let outright = site["provisional.html"].numbers["Opt-in within 24 hours when asked outright"]
        #expect(outright?.value == "51.2%")
    }

    /// It is explained by one that was told before the range began.
    @Test func theTitleOfAllAppsHasAFallThatIsInTheListOnly() {
        let tables = Fixtures.joined(
            ["a", "b"].map { app in
                let shift = Fixtures.verdict(
                    "opt_in_24h", "fell", "all", "",
                    ["told": "2026-01-20", "p_adjusted": nil, "from_day": "2026-01-02"], app: app)
                let fall = Fixtures.verdict("opt_in", "fell", "all", "", ["explained_by": "all"], app: app)
                let held = Fixtures.verdict("opt_in", "held", app: app)
                return Fixtures.optInOnly([Version("iOS", "17.4", 600, 500, 100)], app: app).merging([
                    "verdicts": app == "a" ? [shift, fall] : [held]
                ]) { $1 }
            })
        #expect(Fixtures.site(tables)["index.html"].headline.title == "Opt-in fell in 1 of 2 apps")
    }

    @Test(arguments: ["too_few", nil]) func withoutEnoughPeopleThereIsNoArrow(kind: String?) throws {
        let html = try site([
            Fixtures.verdict("opt_in", kind, "all", "", ["value": kind == nil ? nil : "0.5", "base": "299"])
        ])
        .page("index.html")
        #expect(!html.contains("▼") && !html.contains("▲"))
        #expect(html.contains(kind == nil ? "the comparison is withheld" : "Too few people to tell: 2,371 asked"))
    }

    @Test func theStripHasChangesWithTheirIntervals() {
        let numbers = site([Self.held, Fixtures.verdict("reach", "fell")])["index.html"].numbers
        #expect(numbers["Opt-in rate"]?.change == "no change over ±4.1 pts would be missed")
        #expect(numbers["Opt-in rate"]?.value == "57.4%")
    }

    @Test func aShortRangeHasOptInWithin24HoursUnderThatName() {
        let row = Fixtures.verdict("opt_in_24h", "held", "all", "", ["value": "0.511"])
        let page = site([row])["index.html"]
        #expect(page.headline.title == "Opt-in within 24 hours held at 51.1%")
        #expect(page.numbers["Opt-in within 24 hours"]?.value == "51.1%" && page.numbers["Opt-in rate"] == nil)
    }

    /// It leads while it was told within the range, and is in the list after that.
    @Test(
        arguments: [
            ("2026-02-01", "Opt-in within 24 hours fell 9.6 points to 50.6%. Opt-in held at 57.4%"),
            ("2026-01-31", "Opt-in held at 57.4%"),
        ])
    func aShiftThatBeganEarlierIsNoVerdictOfTheRange(told: String, title: String) {
        let shift = Fixtures.verdict(
            "opt_in_24h", "fell", "all", "", ["told": told, "p_adjusted": nil, "from_day": "2026-01-02"])
        let headline = headline([shift, Self.held])
        #expect(headline.title == title)
        #expect(headline.looks[0].link == "Opt-in within 24 hours fell 9.6 points to 50.6%")
    }

    /// The rule of nights is made for falls.
    @Test func aRiseThatOnlyNightsToldIsInTheListOnly() {
        let shift = Fixtures.verdict(
            "opt_in_24h", "rose", "all", "",
            ["told": "2026-02-01", "p_adjusted": nil, "from_day": "2026-01-02", "difference": "0.096"])
        let headline = headline([shift, Self.held])
        #expect(headline.title == "Opt-in held at 57.4%")
        #expect(headline.looks[0].link == "Opt-in within 24 hours rose 9.6 points to 50.6%")
    }

    /// The page has the part's own days, what it explains, and the marks near it.
    @Test func eachChangeOfAPartHasAPage() throws {
        let shadow = Fixtures.verdict(
            "opt_in", "fell", "app_version", "5.13.0", ["explained_by": "os_version iOS 26.3", "days": "{2026-04-01}"])
        let marks = Fixtures.marks(
            [("2026-03-28", "team", "New primer"), ("2026-01-02", "team", "Long ago")], app: Self.app)
        let site = site([Self.held, Self.part, shadow], marks: marks)
        let page = site["finding-opt-in-ios-26.3.html"]
        #expect(page.headline.title == "Opt-in on iOS 26.3 fell 9.6 points to 50.6%")
        #expect(page.headline.rest == "Within ten days of it: New primer (28 Mar).")
        #expect(try page.figure("company").rows.map(\.name) == ["iOS 26.3", "app version 5.13.0", "All"])
        #expect(try page.figure("trend").csv == "verdicts")
        let other = site["finding-opt-in-app-version-5.13.0.html"].headline
        #expect(other.strong.hasPrefix("Another change explains it: Opt-in on iOS 26.3 fell"))
    }

    /// The line of the opt-in rate is of answers within 24 hours, the verdict is not.
    @Test(arguments: [
        ("opt_in", "Opt-in within 24 hours, 7 days pooled", "before", "now"),
        ("opt_in_24h", "Opt-in within 24 hours, 7 days pooled", "before: 60.2%", "now: 50.6%"),
        ("opens", "7 days pooled", "before: 60.2%", "now: 50.6%"),
    ])
    func theLineOfAChangeSaysWhatItIsOf(metric: String, title: String, before: String, now: String) throws {
        let row = Fixtures.verdict(
            metric, "fell", "os_version", "iOS 26.3",
            [
                "from_day_before": "2026-04-01", "from_day": "2026-04-02", "days": "{2026-04-01,2026-04-02}",
                "people": "{60,90}", "rates": "{0.6,0.5}", "lows": "{0.5,0.42}", "highs": "{0.7,0.58}",
            ])
        let site = site([row])
        let file = try #require(site.pages.map(\.file).first { $0.hasPrefix("finding-") })
        let figure = try site[file].figure("trend")
        #expect(figure.title == title)
        #expect(figure.cells("2 Apr 2026") == ["90", "50.0%", "42.0–58.0"])
        let html = try site.page(file)
        #expect(html.contains(">\(before)</text>") && html.contains(">\(now)</text>"))
    }

    @Test func aCountThatFellToZeroHasNoInterval() throws {
        let row = Fixtures.verdict(
            "asked", "fell", "platform", "Android",
            [
                "value": "0", "before": "420", "base": nil, "base_before": nil, "difference": "-1",
                "difference_low": nil, "difference_high": nil, "detectable": nil,
                "days": "{2026-01-31,2026-02-01}", "people": "{14,0}",
            ])
        #expect(
            Verdict(row).sentence
                == "The number of people asked on Android fell 100.0% to 0, from 420 in the 89 days before 1 Feb 2026.")
        let site = site([Self.held, row])
        #expect(site["finding-asked-android.html"].numbers["These days"]?.change == "▼ 100.0%")
        #expect(try site.page("finding-asked-android.html").contains("\">\u{2212}100.0%</td>"))
    }

    @Test func theListNamesWhatIsLeftOut() throws {
        let many = (1...14).map { Fixtures.verdict("opt_in", "fell", "os_version", "iOS \($0).0") }
        let html = try site(many).page("index.html")
        #expect(html.contains("2 more are in analytics.verdicts. "))
        #expect(try site([Self.held]).page("index.html").contains("<p>Nothing unusual found.</p>"))
    }

    @Test func whatIsOfAllAppsSaysSoOnThePagesOfOneApp() throws {
        let rejects = Fixtures.verdict(
            "rejects", "rose", "all", "", ["value": "0.02", "before": "0.001", "is_alert": "t"], app: nil)
        let html = try site([Self.held, rejects]).page("index.html")
        #expect(html.contains("<bdi>All apps</bdi>: <bdi><span data-verdict="))
        #expect(html.contains("2.0% of received events were rejected"))
    }

    /// What is counted has a page with its days, of which those without a count are 0.
    @Test(arguments: [
        (
            Fixtures.verdict(
                "silent", "fell", "app_version", "5.14.0",
                ["from_day": "2026-04-02", "days": "{2026-03-30,2026-04-01}", "people": "{300,120}"]),
            "finding-silent-app-version-5.14.0.html", "Events by day"
        ),
        (
            Fixtures.verdict(
                "asked", "fell", "platform", "Android",
                [
                    "value": "65", "before": "134", "base": nil, "base_before": nil, "difference": "-0.515",
                    "days": "{2026-03-30,2026-04-01}", "people": "{300,120}",
                ]),
            "finding-asked-android.html", "People asked by day"
        ),
    ])
    func aChangedCountHasAPageWithItsDays(row: Row, file: String, title: String) throws {
        let site = site([Self.held, row])
        #expect(site["index.html"].headline.looks.contains { $0.href == file })
        let figure = try site[file].figure("trend")
        #expect(figure.title == title)
        let days = try #require(figure.data?.groups.first)
        #expect(days.prefix(4).map(\.name) == ["30 Mar 2026", "31 Mar 2026", "1 Apr 2026", "2 Apr 2026"])
        let html = try site.page(file)
        let figures = html.components(separatedBy: "<figure").dropFirst()
        #expect(figures.first?.contains("<svg") == true)
        #expect(figures.contains { $0.contains("data-verdict=\"\(Verdict(row).key)\"") })
        for count in ["300", "120"] { #expect(html.contains(">\(count)<")) }
        #expect(!html.contains(" pts"))
    }

    @Test func hostileNamesAreTextAndBounded() throws {
        let name = "<script>alert(1)</script>" + String(repeating: "x", count: 5_000)
        let html = try site([Fixtures.verdict("silent", "fell", "app_version", name)]).page("index.html")
        #expect(!html.contains("<script>alert") && !html.contains(String(repeating: "x", count: 200)))
    }

    @Test func theTitleOfAllAppsIsWhatChangedInMost() {
        let apps = ["a", "b", "c"]
        let tables = Fixtures.joined(
            apps.map { app in
                Fixtures.optInOnly([Version("iOS", "17.4", 600, 500, 100)], app: app).merging([
                    "verdicts": [
                        Fixtures.verdict("opt_in", "held", app: app),
                        Fixtures.verdict("opt_in", app == "c" ? "held" : "fell", "os_version", "iOS 26.3", app: app),
                    ]
                ]) { $1 }
            })
        #expect(Fixtures.site(tables)["index.html"].headline.title == "Opt-in fell on iOS 26.3 in 2 of 3 apps")
    }

    /// A statement of change names its verdict: `script/statements.py` reads whole sites by it.
    @Test(arguments: ["small", "realistic", "several-apps", "withheld"])
    func everyWordOfChangeIsOfAVerdict(name: String) throws {
        let site = Fixtures.named(name)
        for page in site.pages where !page.file.hasSuffix("glossary.html") {
            let faults = VerdictAccount(try page.render(), site.rows["verdicts"]).faults
            #expect(faults.isEmpty, "\(page.file)")
        }
        let overviews = site.pages.filter { $0.file.hasSuffix("index.html") }
        let mail = try #require(try Digest(overviews, site.rows, address: nil).files.first { $0.path == "digest.html" })
        #expect(mail.text.contains("data-verdict=\"") || name == "withheld")
        #expect(VerdictAccount(mail.text, site.rows["verdicts"]).faults.isEmpty, "digest.html")
    }

    @Test(arguments: [
        ("fell 9.6 points", "rose 9.6 points"), ("fell 9.6 points", "fell 9.7 points"), ("to 50.6%", "to 50.7%"),
        ("data-verdict=\"com", "data-verdict=\"net"), ("data-verdict", "data-other"), ("57.8% since", "57.9% since"),
        ("before (+2.3", "before (+2.4"), ("a clear rise", "a clear fall"),
    ])
    func aContradictionIsNoticed(words: String, others: String) throws {
        let mark = Fixtures.sinceMark(
            "New primer", "2026-04-10", "rose",
            [
                "value": "0.578", "before": "0.555", "difference": "0.023", "difference_low": "0.01",
                "difference_high": "0.036",
            ], app: Self.app)
        let site = site(
            [Self.held, Self.part, mark], marks: Fixtures.marks([("2026-04-10", "team", "New primer")], app: Self.app),
            trend: Fixtures.trend(30, from: "2026-04-01", base: 60, app: Self.app, open: 0))
        let html = try Markup.unnamed(site["index.html"].render())
        #expect(VerdictAccount(html, site.rows["verdicts"]).faults.isEmpty)
        #expect(!VerdictAccount(html.replacing(words, with: others), site.rows["verdicts"]).faults.isEmpty)
    }

    @Test func anArrowUnderTheGuardIsNoticed() throws {
        let site = site([Self.held, Self.part])
        let html = try Markup.unnamed(site["index.html"].render())
        let few = [Self.held, Fixtures.verdict("opt_in", "fell", "os_version", "iOS 26.3", ["base_before": "99"])]
        #expect(VerdictAccount(html, few).faults.contains { $0.contains("99 people") })
    }
}
