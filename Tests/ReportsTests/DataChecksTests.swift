import Pages
import Testing

/// The line on the overview that summarizes the data quality checks.
@Suite struct DataChecksTests {
    private static let app = "com.example.reader"
    private static let fine = Fixtures.quality(Fixtures.measures.map { ($0.0, "0") }, app: app)

    private func overview(_ rows: [Row], of apps: [String] = [Self.app], findings: [Finding] = []) throws -> String {
        try Site(Fixtures.head, ReportRows(["data_quality": rows]), of: apps, findings: findings).page("index.html")
    }

    @Test func withoutAnAlertTheOverviewSaysNothing() throws {
        #expect(try !Fixtures.small.page("index.html").contains("<p class=\"quality"))
        #expect(try Fixtures.small.page("quality.html").contains("<h1>3 of 6 checks found something</h1>"))
    }

    @Test(arguments: [
        ("rejects", "More deliveries than before were rejected."), ("latency", "More events than before came late."),
        ("silent", "The app has stopped sending."),
    ])
    func aFindingAboutTheDataIsNoneThatIsFine(rule: String, words: String) throws {
        let html = try overview(
            Self.fine, findings: [Finding(.alert, rule, app: Self.app, since: "2026-04-24", before: 0.001, after: 0.1)])
        #expect(
            html.contains("<p class=\"quality\"><strong>Check the data.</strong> \(words) <a"))
    }

    @Test func aFindingAboutPeopleIsNoneAboutTheData() throws {
        let new = Finding(.info, "new_os_version", app: Self.app, subject: "iOS 27.0", since: "2026-04-24")
        let html = try overview(Self.fine, findings: [new])
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
