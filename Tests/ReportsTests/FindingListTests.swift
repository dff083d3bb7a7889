import Foundation
import Pages
import Testing

/// The overview's sentences about findings (what changed).
@Suite struct FindingListTests {
    private static let fall = Finding(
        .alert, "grant_rate", app: "com.example.reader", subject: "iOS 17.4", told: "2026-04-02",
        since: "2026-03-27", before: 0.521, after: 0.479, difference: -0.042, low: -0.056, high: -0.028)

    @Test func aFallIsNamedWithItsIntervalAndATrueMinus() {
        #expect(
            Self.fall.sentence == "On iOS 17.4, opt-in within 24 hours fell 4.2 points to 47.9%, from 52.1% in the 112 "
                + "days before 27 Mar 2026 (95% interval \u{2212}5.6 to \u{2212}2.8 points); first reported on 2 Apr 2026."
        )
    }

    private static let sentences: [(Finding, String)] = [
        (
            Finding(.alert, "silent", subject: "app version 5.1", since: "2026-04-02"),
            "App version 5.1 has sent no events since 2 Apr 2026."
        ),
        (Finding(.alert, "silent", since: "2026-04-02"), "The app has sent no events since 2 Apr 2026."),
        (
            Finding(.info, "new_os_version", subject: "iOS 27.0", since: "2026-04-02", after: 0.5),
            "iOS 27.0 is new: first asked on 2 Apr 2026, 30 or more people so far."
        ),
        (
            Finding(.notice, "mix", since: "2026-03-27", before: 0.5, after: 0.47, difference: -0.03),
            "Opt-in fell 3.0 points to 47.0%, from 50.0% in the 28 days before: more of the change comes from who "
                + "was asked than from different answers."
        ),
        (
            Finding(
                .notice, "grant_rate", since: "2026-03-27", before: 0.5, after: 0.53, difference: 0.03, low: 0.01,
                high: 0.05),
            "Opt-in within 24 hours rose 3.0 points to 53.0%, from 50.0% in the 112 days before 27 Mar 2026 (95% "
                + "interval +1.0 to +5.0 points)."
        ),
        (
            Finding(
                .notice, "open_rate_24h", subject: "iOS 26.2", since: "2026-03-27", before: 0.041, after: 0.02,
                difference: -0.021, low: -0.025, high: -0.017),
            "On iOS 26.2, opens within 24 hours fell 2.1 points to 2.0%, from 4.1% in the 28 days before (95% interval "
                + "\u{2212}2.5 to \u{2212}1.7 points)."
        ),
        (
            Finding(
                .alert, "grant_rate", subject: "placement onboarding", since: "2026-03-27", before: 0.5, after: 0.477,
                difference: -0.023, low: -0.03, high: -0.01),
            "At “onboarding”, opt-in within 24 hours fell 2.3 points to 47.7%, from 50.0% in the 112 days before 27 Mar "
                + "2026 (95% interval \u{2212}3.0 to \u{2212}1.0 points)."
        ),
    ]

    @Test(arguments: sentences) func eachRuleHasItsWords(finding: Finding, sentence: String) {
        #expect(finding.sentence == sentence)
    }

    @Test func theOverviewListsWhatChangedAndSaysWhereNothingDid() throws {
        let quiet = try #require(Fixtures.small.pages.first).render()
        #expect(quiet.contains("<p>Nothing unusual found.</p>"))
        let many = try overview(with: Array(repeating: Self.fall, count: 14))
        #expect(many.components(separatedBy: "Look at this").count == 13)
        #expect(many.contains("2 more are in analytics.findings. "))
        #expect(!many.contains("Nothing unusual"))
        let one = try overview(with: Array(repeating: Self.fall, count: 13))
        #expect(one.contains("1 more is in analytics.findings. "))
    }

    @Test func whatIsOfAllAppsSaysSoOnThePagesOfOneApp() throws {
        let rejects = Finding(.alert, "rejects", since: "2026-04-24", before: 0.001, after: 0.02)
        let tables = ["data_quality": Fixtures.quality(Fixtures.measures, app: "com.example.reader")]
        let site = Site(Fixtures.head, ReportRows(tables), findings: [rejects, Self.fall])
        let html = try site.page("index.html")
        #expect(html.contains("<bdi>All apps</bdi>: <bdi>2.0% of received events were rejected"))
        #expect(html.contains("<span><bdi>On iOS 17.4, opt-in within 24 hours fell"), "its own app needs no name")
    }

    @Test func aFindingHasItsDaysAndALinkToItsFigure() throws {
        let html = try Fixtures.realistic.overview(with: [Self.fall])
        #expect(html.contains("<span class=\"days\">since 27 Mar</span>"))
        #expect(html.contains("<a href=\"opt-in-ios-17.html\">See the figure</a>"))
    }

    @Test func hostileNamesAreTextAndBounded() throws {
        let name = "<script>alert(1)</script>" + String(repeating: "x", count: 5_000)
        let page = try overview(
            with: [Finding(.alert, "silent", app: name, subject: "app version " + name, since: "2026-04-02")])
        #expect(!page.contains("<script>alert") && !page.contains(String(repeating: "x", count: 200)))
    }

    private func overview(with findings: [Finding]) throws -> String {
        let site = Site(
            PageHead(from: Day("2026-02-01"), to: Day("2026-04-30"), horizon: "2026-05-01T02:10:00Z"), ReportRows(),
            findings: findings)
        return try #require(site.pages.first).render()
    }
}

extension Site {
    /// Returns the overview of the realistic app with these findings.
    fileprivate func overview(with findings: [Finding]) throws -> String {
        let tables = Fixtures.realisticApp("com.example.reader")
        return try Site(Fixtures.head, ReportRows(tables), findings: findings).page("index.html")
    }
}
