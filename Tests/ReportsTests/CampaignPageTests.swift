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

    @Test func theCurveSaysThatItCanFall() throws {
        let html = try Fixtures.figure("curve", of: Fixtures.small.page("opens.html"))
        #expect(html.contains("in a young range the line can fall"))
    }
}
