import Pages
import Testing

/// The line on the overview that summarizes the data quality checks.
@Suite struct DataChecksTests {
    private static let app = "com.example.reader"
    private static let fine = Fixtures.quality(Fixtures.measures.map { ($0.0, "0") }, app: app)

    private func overview(_ rows: [Row], of apps: [String] = [Self.app], verdicts: [Row] = []) throws -> String {
        try Site(Fixtures.head, ReportRows(["data_quality": rows, "verdicts": verdicts]), of: apps).page("index.html")
    }

    @Test func withoutAnAlertTheOverviewSaysNothing() throws {
        #expect(try !Fixtures.small.page("index.html").contains("<p class=\"quality"))
        #expect(try Fixtures.small.page("quality.html").contains("<h1>3 of 7 checks found something</h1>"))
    }

    @Test(arguments: [
        ("rejects", "More deliveries than before were rejected."), ("latency", "More events than before came late."),
        ("silent", "The app has stopped sending."),
    ])
    func aChangeOfTheDataIsNoneThatIsFine(metric: String, words: String) throws {
        let verdict = Fixtures.verdict(metric, metric == "silent" ? "fell" : "rose", app: Self.app)
        let html = try overview(Self.fine, verdicts: [verdict])
        #expect(html.contains("<p class=\"quality\"><strong>Check the data.</strong> "))
        #expect(html.contains(words))
    }

    @Test func aChangeOfPeopleIsNoneOfTheData() throws {
        let html = try overview(Self.fine, verdicts: [Fixtures.verdict("opt_in", "fell", app: Self.app)])
        #expect(!html.contains("<p class=\"quality"))
    }

    @Test func anAppWithoutEventsHasNothingToCheck() throws {
        let html = try overview([])
        #expect(html.contains("<p class=\"quality\"><strong>No events came in these days.</strong>"))
        #expect(try !Fixtures.named("empty").page("index.html").contains("<p class=\"quality"), "there is no app")
    }

    @Test func ofSeveralAppsItSaysHowMany() throws {
        let odd = Fixtures.quality(Fixtures.measures, app: "com.example.notes")
        let html = try overview(Self.fine + odd, of: [Self.app, "com.example.notes", "com.example.mail"])
        #expect(
            html.contains(
                "<strong>Check the data.</strong> Data checks found something in 1 of 3 apps. 1 app has no event in these "
                    + "days. <a"))
    }

    @Test func theOverviewAloneHasTheLine() throws {
        for page in Fixtures.small.pages where page.file != "index.html" {
            #expect(try !page.render().contains("See data quality"), "\(page.file)")
        }
    }
}
