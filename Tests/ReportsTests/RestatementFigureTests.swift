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

    private static func figure(_ rows: [Row], compared: String? = "2026-04-30T02:00:00.5Z") throws -> Figure {
        var head = Fixtures.head
        head.comparedHorizon = compared
        let tables = ["data_quality": Fixtures.quality(Fixtures.measures, app: app), "restatements": rows]
        return try Fixtures.site(tables, head: head)["quality.html"].figure("restatements")
    }

    @Test func whereNothingDiffersItSaysSoAndWithWhatItCompared() throws {
        let figure = try Self.figure([])
        #expect(figure.empty == "No earlier number has changed." && figure.csv == "restatements")
        #expect(figure.days == "The previous report knew events received up to 30 Apr 2026, 02:00 UTC")
        #expect(try Self.figure([], compared: nil).days?.hasPrefix("There is no earlier report") == true)
    }

    @Test func eachNumberStandsBesideWhatItWas() throws {
        let figure = try Self.figure(Self.restated(1, before: "1200", after: "1201"))
        #expect(figure.cells("3 Mar 2026, iOS 17.0") == ["1,200", "1,201", "granted in opt_in_daily"])
        #expect(figure.note.hasPrefix("1,234 late events came since.") && figure.empty.isEmpty)
    }

    @Test func aRowThatIsNewOrGoneHasADash() throws {
        let new = try Self.figure(Self.restated(1, before: nil, after: "7", os: ""))
        #expect(new.cells("3 Mar 2026")?.prefix(2) == ["–", "7"])
        #expect(try Self.figure(Self.restated(1, before: "7", after: nil)).rows[0].cells[1].text == "–")
    }

    @Test func ofManyTheFirstTwentyAreShownAndThePageSaysSo() throws {
        let many = try Self.figure(Self.restated(21, before: "1", after: "2"))
        #expect(many.rows.count == 20 && many.note.contains("The first 20 of 21 are here; all are in the CSV."))
        #expect(try !Self.figure(Self.restated(20, before: "1", after: "2")).note.contains("are here"))
    }
}
