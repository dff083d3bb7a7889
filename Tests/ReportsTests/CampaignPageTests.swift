import Pages
import Testing

/// The table of campaigns, their pages, and how often is too often.
@Suite struct CampaignPageTests {
    @Test func theTableSaysHowManyTurnedOffPerThousandAndWhenItWasLastSent() throws {
        let html = try Fixtures.figure("campaigns", of: Fixtures.small.page("opens.html"))
        #expect(html.contains("href=\"opens-campaign-weekly_digest.html\""))
        #expect(html.contains("8.3") && html.contains("4.5–15.3"))
        #expect(html.contains("It says what came before, not why."))
        #expect(html.contains("22 Apr 2026"))
    }

    /// A person with several sends is in the number several times.
    @Test func turnOffsAreOfSendsAndNotOfPeople() {
        #expect(
            Fixtures.small["opens-campaign-spring_sale.html"].headline.lede.hasSuffix(
                "Of 1,206 sends that were the only one between two visits, 10 were followed by a visit that found "
                    + "notifications off: 8.3 per 1,000 (4.5–15.3)."))
    }

    /// Some file systems ignore case.
    @Test func campaignsThatDifferOnlyByCaseHaveDifferentFiles() throws {
        let site = Fixtures.site([
            "opens_by_campaign": Fixtures.campaigns(["", "Sale", "sale"], app: "a"),
            "opens_page": [Fixtures.opens("app", nil, nil, [7_236, 300, 500], app: "a")],
        ])
        let files = ["opens-campaign-sale.html", "opens-campaign-Sale~.html"]
        #expect(site.pages.map(\.file).filter { $0.hasPrefix("opens-campaign-") } == files)
        #expect(try site["opens.html"].figure("campaigns").rows.compactMap(\.link) == files)
    }

    @Test func whatIsInNoFileIsNotSaidToBeInOne() throws {
        let versions = (0..<60).map { major in
            Fixtures.campaignRow("version", "sale", os: ("iOS", "\(major).0"), sent: 100, app: "a")
        }
        let days = Fixtures.days(500, from: "2024-12-17").map { day in
            Fixtures.campaignRow("day", "sale", day: day, sent: 1_000, app: "a")
        }
        let page = Fixtures.site([
            "opens_by_campaign": Fixtures.campaigns(["", "sale"], app: "a"), "campaign_page": days + versions,
        ])["opens-campaign-sale.html"]
        let notes = try ["days", "versions"].map { try page.figure($0).note }
        #expect(notes[0].contains("Drawn are the last 400 of 500 days. "))
        #expect(notes[1].contains("12 other OS versions (1,200 notifications sent) are not listed; "))
        #expect(!notes.contains { $0.contains("CSV") })
    }

    @Test func largeCampaignsHaveAPageWithDaysCurveAndVersions() throws {
        let html = try Fixtures.small.page("opens-campaign-spring_sale.html")
        #expect(html.contains("spring_sale: 4.1% opened within 24 hours"))
        for figure in ["days", "curve", "turn-offs", "versions"] {
            #expect(try !Fixtures.figure(figure, of: html).isEmpty)
        }
        #expect(!Fixtures.small.pages.map(\.file).contains("opens-campaign-.html"))
    }

    @Test func howOftenIsTooOftenIsSaidWithWhatItDoesNotSay() throws {
        let html = try Fixtures.figure("frequency", of: Fixtures.small.page("opens.html"))
        #expect(html.contains("How often is too often") && html.contains("9–16") && html.contains("too few (12)"))
        #expect(html.contains("An experiment"))
    }

    /// The intervals overlap, which does not make the rates the same.
    @Test func whereIntervalsOverlapNoDifferenceIsClear() throws {
        let rows = [("0", 2_000, 20), ("1-2", 3_000, 55)].map { sends, people, off in
            Row(
                [("app_id", "a"), ("sends", sends)]
                    + Fixtures.counts([("people", people), ("turned_off", off), ("openers", 90)])
                    + Fixtures.rate("turned_off_rate", off, of: people) + Fixtures.rate("opener_rate", 90, of: people))
        }
        let site = Fixtures.site([
            "opens_page": [Fixtures.opens("app", nil, nil, [4_000, 100, 300], app: "a")],
            "turn_offs_by_frequency": rows,
        ])
        let words = "No clear difference between those who were sent most and those who were sent least: the intervals "
        #expect(try site["opens.html"].figure("frequency").lines == [words + "overlap."])
    }

    /// The plot shows, where one points at it, the row at the place of the point.
    @Test func theTableOfTheCurveHasARowForEachPoint() throws {
        let rows = [(60, 12), (3_600, 2_000), (86_400, 1_900), (604_800, 9)].map { seconds, sent in
            Row(
                [("app_id", "a"), ("dimension", "all"), ("name", "")]
                    + Fixtures.counts([("seconds", seconds), ("sent", sent), ("opened", sent / 3)])
                    + Fixtures.rate("opened_rate", sent / 3, of: sent))
        }
        let site = Fixtures.site([
            "opens_page": [Fixtures.opens("app", nil, nil, [4_000, 100, 300], app: "a")], "open_curve": rows,
        ])
        let figure = try site["opens.html"].figure("curve")
        #expect(figure.rows.count == 2)
        #expect(figure.note.contains("Moments without a point are in the CSV."))
    }

    @Test func theCurveSaysThatItCanFall() throws {
        let html = try Fixtures.figure("curve", of: Fixtures.small.page("opens.html"))
        #expect(html.contains("in a young range the line can fall"))
    }
}
