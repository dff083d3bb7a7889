import Foundation
import Pages
import Reports
import Testing

/// The figure about restatements on the data quality page: published numbers that have changed.
@Suite struct RestatementFigureTests {
    private static let app = "com.example.reader"

    private static func restated(_ count: Int, before: String?, after: String?, os: String = "iOS") -> [Row] {
        (0..<count).map { index in
            Row([
                ("app_id", app), ("table", "opt_in_daily"), ("day", "2026-03-03"), ("os_name", os),
                ("os_version", os.isEmpty ? "" : "17.\(index)"), ("measure", "granted"), ("before", before),
                ("after", after), ("late_events", "1234"),
            ])
        }
    }

    private static func page(_ rows: [Row], compared: String? = "2026-04-30T02:00:00.5Z") throws -> String {
        var head = Fixtures.head
        head.comparedHorizon = compared
        let tables = ["data_quality": Fixtures.quality(Fixtures.measures, app: app), "restatements": rows]
        return try Fixtures.site(tables, head: head).page("quality.html")
    }

    @Test func whereNothingDiffersItSaysSoAndWithWhatItCompared() throws {
        let html = try Self.page([])
        #expect(html.contains("No published number reads differently."))
        #expect(html.contains("The report before knew what came up to 30 Apr 2026, 02:00 UTC."))
        #expect(html.contains("csv/restatements.csv"))
        #expect(try Self.page([], compared: nil).contains("There is no report before this one"))
    }

    @Test func eachNumberStandsBesideWhatItWas() throws {
        let html = try Self.page(Self.restated(1, before: "1200", after: "1201"))
        #expect(html.contains("<bdi>3 Mar 2026, iOS 17.0</bdi>"))
        #expect(html.contains(">1,200</td>") && html.contains(">1,201</td>"))
        #expect(html.contains("granted in opt_in_daily"))
        #expect(html.contains("1,234 late events came since."))
        #expect(!html.contains("No published number reads differently."))
    }

    @Test func aRowThatIsNewOrGoneHasADash() throws {
        #expect(try Self.page(Self.restated(1, before: nil, after: "7", os: "")).contains("<bdi>3 Mar 2026</bdi>"))
        #expect(try Self.page(Self.restated(1, before: "7", after: nil)).contains("data-label=\"Now\">–</td>"))
    }

    @Test func ofManyTheFirstTwentyAreShownAndThePageSaysSo() throws {
        let html = try Self.page(Self.restated(21, before: "1", after: "2"))
        #expect(html.components(separatedBy: "granted in opt_in_daily").count == 21)
        #expect(html.contains("The first 20 of 21 are here; all are in the CSV."))
        #expect(!(try Self.page(Self.restated(20, before: "1", after: "2")).contains("are here")))
    }
}
