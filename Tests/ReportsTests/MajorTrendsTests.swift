import Foundation
import Pages
import Testing

/// The figure that compares the daily opt-in rates of OS majors.
@Suite struct MajorTrendsTests {
    private static let app = "com.example.reader"

    /// Returns the figure on the overview.
    private func figure(_ site: Site) throws -> Substring {
        try Fixtures.figure("majors", of: site.page("index.html"))
    }

    private func site(_ trends: [Row]) -> Site {
        var tables = Fixtures.optInOnly(Fixtures.versions)
        tables["opt_in_trend"] = Fixtures.trend(20, from: "2026-04-01", base: 90, app: Self.app, open: 0) + trends
        return Fixtures.site(tables)
    }

    private func trend(of version: String, base: Int) -> [Row] {
        Fixtures.trend(20, from: "2026-04-01", base: base, app: Self.app, of: ("iOS", version))
    }

    @Test func eachOfTheLargestMajorsHasAPlotOnTheScaleOfAll() throws {
        let shown = try figure(Fixtures.realistic)
        let plots = shown.components(separatedBy: "<svg class=\"chart\"").dropFirst()
        let scales = plots.map { $0.matches(of: /<text class="level"[^>]*>[^<]*<\/text>/).map { String($0.output) } }
        #expect(plots.count == 4 && scales.allSatisfy { $0.count > 1 && $0 == scales[0] })
        #expect(plots.allSatisfy { $0.components(separatedBy: "<path class=\"ghost\"").count == 4 })
        let names = shown.matches(of: /<p><bdi><strong>([^<]*)<\/strong>/).map { String($0.output.1) }
        #expect(names == ["iOS 26", "iOS 18", "iOS 17", "iPadOS 26"])
        #expect(shown.contains("3 smaller OS versions are not shown."))
    }

    @Test func everyLineIsNamedWhereItEndsAndItsOwnStandsOut() throws {
        let columns = try figure(Fixtures.realistic).components(separatedBy: "<div class=\"ends\"").dropFirst()
        let all = ["iOS 26", "iOS 18", "iOS 17", "iPadOS 26"]
        try #require(columns.count == all.count)
        for (column, own) in zip(columns, all) {
            let labels = column.matches(of: /<span class="(main|other)">([^<]*)<\/span>/)
            #expect(labels.map { String($0.output.2) }.sorted() == all.sorted())
            #expect(labels.filter { $0.output.1 == "main" }.map { String($0.output.2) } == [own])
        }
    }

    @Test func aLongNameIsClipped() throws {
        let name = String(repeating: "long", count: 12)
        var tables = Fixtures.optInOnly([Version(name, "1.0", 600, 500, 100), Version("iOS", "26.1", 600, 500, 100)])
        let own = Fixtures.trend(20, from: "2026-04-01", base: 90, app: Self.app, open: 0, of: (name, "1"))
        let whole = Fixtures.trend(20, from: "2026-04-01", base: 90, app: Self.app, open: 0)
        tables["opt_in_trend"] = whole + own + trend(of: "26", base: 40)
        #expect(try figure(Fixtures.site(tables)).contains("<span class=\"main\">longlonglonglong…</span>"))
    }

    @Test func eachSaysItsLatestSettledRateAndHoldsItsDaysInTheTable() throws {
        let shown = try figure(Fixtures.small)
        #expect(shown.contains("<p><bdi><strong>iOS 17</strong></bdi> 58.2% ("))
        #expect(shown.contains(") in the 7 days to 27 Apr 2026</p>"))
        let data = try Fixtures.small["index.html"].figure("majors")
        #expect(data.data?.columns.map(\.label).contains("iOS 17, opt-in rate") == true)
        let cells = data.rows.map { $0.cells.map(\.text) }
        try #require(cells.count == 10 && cells.allSatisfy { $0.count == 6 })
        #expect(Array(cells[0][3...4]) == ["12", "too few (12)"])
        #expect(Array(cells[6][0...1]) == ["196", "58.2%"])
        #expect(Array(cells[6][3...4]) == ["84", "47.6%"])
    }

    @Test func aMajorWithoutPeopleInSevenDaysHasAGap() throws {
        let (whole, cut) = (trend(of: "18", base: 40), trend(of: "26", base: 40))
        let site = self.site(whole + cut.prefix(6) + cut.suffix(4))
        let shown = try figure(site)
        let lines = shown.matches(of: /<path class="line" d="([^"]*)"/).map { String($0.output.1) }
        #expect(lines.map { $0.filter { $0 == "M" }.count } == [2, 1])
        let cells = try site["index.html"].figure("majors").rows.map { $0.cells.map(\.text) }
        #expect(cells.contains { $0.contains(["0", "–"]) })
    }

    @Test func aSingleMajorThatHasARateIsTheWhole() throws {
        let (one, few) = (trend(of: "26", base: 40), trend(of: "18", base: 4))
        for trends in [one, one + few] {
            #expect(!site(trends)["index.html"].figures.contains { $0.name == "majors" })
        }
    }

    @Test func manyAppsHaveRoomForItOnTheirOwnPagesAlone() throws {
        let apps = (10..<22).map { "com.example.app\($0)" }
        let site = Fixtures.site(Fixtures.joined(apps.map(Fixtures.realisticApp)))
        #expect(try !site.page("index.html").contains("-majors\""))
        #expect(try site.page("com.example.app10/index.html").contains("id=\"app-1-majors\""))
    }
}
