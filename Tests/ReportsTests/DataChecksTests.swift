import Reports
import Testing

/// The line on the overview that summarizes the data quality checks.
@Suite struct DataChecksTests {
    private static let app = "com.example.reader"
    private static let fine = Fixtures.quality(Fixtures.measures.map { ($0.0, "0") }, app: app)
    private static let link = "<a href=\"quality.html\">See data quality</a>"

    private func overview(_ rows: [Row], of apps: [String] = [Self.app], findings: [Finding] = []) throws -> String {
        try Site(Fixtures.head, ReportRows(["data_quality": rows]), of: apps, findings: findings).page("index.html")
    }

    @Test func whatTheChecksFoundIsNamedAsOnTheQualityPage() throws {
        let html = try Fixtures.small.page("index.html")
        #expect(
            html.contains(
                "<p class=\"quality\"><strong>3 of 6 data checks found something.</strong> Opens without a send "
                    + "(85), answers after the window (208), ids used for two events (304). \(Self.link)</p>"))
        #expect(try Fixtures.small.page("quality.html").contains("<h1>3 of 6 checks found something</h1>"))
    }

    @Test func whereAllIsWellTheLineIsShort() throws {
        let html = try overview(Self.fine)
        #expect(html.contains("<p class=\"quality\"><strong>No data check found anything.</strong>  \(Self.link)</p>"))
    }

    @Test(arguments: [
        ("rejects", "More deliveries than before were rejected."), ("latency", "More events than before came late."),
        ("silent", "What sent events before has stopped."),
    ])
    func aFindingAboutTheDataIsNoneThatIsFine(rule: String, words: String) throws {
        let html = try overview(
            Self.fine, findings: [Finding(.alert, rule, app: Self.app, since: "2026-04-24", before: 0.001, after: 0.1)])
        #expect(
            html.contains("<p class=\"quality alert\"><strong>The data is to be looked at.</strong> \(words) <a"))
    }

    @Test func aFindingAboutPeopleIsNoneAboutTheData() throws {
        let new = Finding(.info, "new_os_version", app: Self.app, subject: "iOS 27.0", since: "2026-04-24")
        let html = try overview(Self.fine, findings: [new])
        #expect(html.contains("No data check found anything."))
    }

    @Test func anAppWithoutEventsHasNothingToCheck() throws {
        let html = try overview([])
        #expect(html.contains("<p class=\"quality alert\"><strong>No events came in these days.</strong>"))
        #expect(try !Fixtures.named("empty").page("index.html").contains("<p class=\"quality"), "there is no app")
    }

    @Test func ofSeveralAppsItSaysHowMany() throws {
        let odd = Fixtures.quality(Fixtures.measures, app: "com.example.notes")
        let html = try overview(Self.fine + odd, of: [Self.app, "com.example.notes", "com.example.mail"])
        #expect(
            html.contains(
                "<strong>Data checks found something in 1 of 3 apps.</strong> 1 app has no event in these days. <a"))
    }

    @Test func theOverviewAloneHasTheLine() throws {
        for page in Fixtures.small.pages where page.file != "index.html" {
            #expect(try !page.render().contains("See data quality"), "\(page.file)")
        }
    }
}
