import Foundation
import Reports
import Testing

/// What the first page of a report says, and what no data may make it do.
@Suite struct IndexPageTests {
    private static let here = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    private static let environment = ProcessInfo.processInfo.environment

    /// `RECORD_GOLDEN=1` writes the golden page anew; `PAGES_DIR` gets every fixture's page, for a browser.
    @Test func theSmallPageIsTheGoldenOne() throws {
        let golden = Self.here.appending(path: "Golden/index.html")
        let page = try Fixtures.small.render()
        if Self.environment["RECORD_GOLDEN"] != nil { try page.write(to: golden, atomically: true, encoding: .utf8) }
        if let folder = Self.environment["PAGES_DIR"] {
            for (name, page) in Fixtures.all {
                let file = URL(fileURLWithPath: folder).appending(path: "\(name).html")
                try page.render().write(to: file, atomically: true, encoding: .utf8)
            }
        }
        #expect(try page == String(contentsOf: golden, encoding: .utf8))
    }

    @Test func theSameInputGivesTheSameBytes() throws {
        for (name, page) in Fixtures.all { #expect(try page.render() == page.render(), "\(name)") }
    }

    @Test func theOrderOfRowsWithinAnOSDoesNotMatter() throws {
        var turned = Fixtures.small
        turned.sections[0].rows.reverse()
        turned.sections[0].days.reverse()
        #expect(try turned.render() == Fixtures.small.render())
    }

    @Test(arguments: Fixtures.all.map(\.name)) func noPageIsOver200Kilobytes(name: String) throws {
        let page = try #require(Fixtures.all.first { $0.name == name }).page
        #expect(try page.render().utf8.count <= 200_000)
    }

    @Test func aPageOfManyAppsVersionsAndDaysStaysSmallAndSaysWhatIsLeftOut() throws {
        var page = Fixtures.manyVersions
        page.sections[0].days = Fixtures.days(4_000, from: Day("2020-01-01")!, base: 50)
        page.sections = (0..<40).map { index in
            var section = page.sections[0]
            section.appID = String(repeating: "\"", count: 150) + "\(index)"
            return section
        }
        let html = try page.render()
        #expect(html.utf8.count <= 200_000)
        #expect(html.contains("of 40 apps are here; all are in the CSV."))
        #expect(html.contains("more OS versions"))
    }

    @Test func tenThousandVersionsListThoseWithMostPeopleAndCountTheRest() throws {
        let html = try Fixtures.manyVersions.render()
        #expect(html.contains("are in the CSV; the table lists those with most people asked."))
    }

    @Test func theHeadlineHasTheRateAndItsBase() throws {
        let html = try Fixtures.realistic.render()
        #expect(html.contains("<h1>57.7\u{202F}% of people we ask allow notifications</h1>"))
        #expect(html.contains("12,191 of 21,123 people"))
        #expect(html.contains("1 Feb 2026 to 30 Apr 2026, days in UTC"))
        #expect(html.contains("Events received up to 1 May 2026, 02:10 UTC"))
    }

    @Test func newerVersionsComeFirstUnderTheirMajor() throws {
        let html = try Fixtures.realistic.render()
        let labels = ["iOS 26", "iOS 26.2", "iOS 26.1", "iOS 26.0", "iOS 18", "iOS 18.7", "iOS 16.7", "iPadOS 26.1"]
        let places = labels.compactMap { html.firstRange(of: "<bdi>\($0)</bdi>")?.lowerBound }
        #expect(places.count == labels.count)
        #expect(places == places.sorted())
    }

    @Test func aMajorWithOneVersionIsThatVersionAlone() throws {
        #expect(try !Fixtures.small.render().contains("<bdi>iOS 16</bdi>"))
    }

    @Test func thirtyEightPeopleHaveARateAndTwentyNineAreTooFew() throws {
        let shown = try html("one-row")
        #expect(shown.contains("52.6\u{202F}%"))
        let few = try html("too-few")
        #expect(few.contains("too few (29)"))
        #expect(few.contains("Too few answers for a rate yet"))
        #expect(!few.contains("55.2"))
    }

    @Test func anIntervalTooWideForTheAppsRateIsTooFew() throws {
        let rare = Fixtures.cell(granted: 2, denied: 36, undecided: 0)
        let common = Fixtures.cell(granted: 500, denied: 9_500, undecided: 0)
        let html = try Fixtures.page([Fixtures.section([("iOS", "17.4", rare), ("iOS", "17.3", common)])]).render()
        #expect(html.contains("too few (38)"))
    }

    @Test func aZeroBaseIsADash() throws {
        let open = try html("all-open")
        #expect(open.contains("Everyone asked can still answer"))
        #expect(open.contains(#"<td class="n rate">–</td>"#))
        #expect(!open.lowercased().contains(">nan"))
    }

    @Test func anEmptyReportSaysThatNoOneWasAsked() throws {
        #expect(try html("empty").contains("No one was asked from 1 Feb 2026 to 30 Apr 2026."))
        #expect(try html("no-one").contains("No one was asked from 1 Feb 2026 to 30 Apr 2026."))
        let never = IndexPage(
            from: nil, to: nil, timeZone: "UTC", horizon: nil, conversionWindowDays: 7, minimumCell: 0, sections: [])
        #expect(try never.render().contains("No one was asked yet."))
    }

    @Test func aWithheldRowShowsDashesAndWhy() throws {
        let html = try html("withheld")
        #expect(html.contains("A row of dashes is withheld: fewer than 10 people"))
        #expect(html.contains("Rows of fewer than 10 people are withheld"))
        let row = try #require(html.split(separator: "\n").first { $0.contains("<bdi>iOS 26.2</bdi>") })
        #expect(row.components(separatedBy: ">–<").count == 8)
    }

    @Test func severalAppsHaveALinkAndASectionEach() throws {
        let html = try html("several-apps")
        #expect(html.components(separatedBy: "<h1").count == 2)
        for number in 1...3 {
            #expect(html.contains("href=\"#app-\(number)\""))
            #expect(html.contains("id=\"app-\(number)\""))
        }
    }

    @Test func headingsAreInOrderAndIdsUnique() throws {
        for (name, page) in Fixtures.all {
            let html = try page.render()
            let levels = html.matches(of: /<h([1-6])/).compactMap { Int($0.output.1) }
            #expect(levels.first == 1 && levels.filter { $0 == 1 }.count == 1, "\(name)")
            #expect(zip(levels, levels.dropFirst()).allSatisfy { $1 <= $0 + 1 }, "\(name): \(levels)")
            let ids = html.matches(of: /\ id="([^"]*)"/).map { String($0.output.1) }
            #expect(ids.count == Set(ids).count, "\(name)")
        }
    }

    @Test func aGapInTheDaysIsAGapInTheLine() throws {
        let days = Fixtures.days(20, from: Day("2026-04-01")!, base: 60, open: 0, gap: 8..<11)
        let section = Fixtures.section(
            [("iOS", "17.4", Fixtures.cell(granted: 600, denied: 500, undecided: 100))], days: days)
        let html = try Fixtures.page([section]).render()
        let line = try #require(html.firstMatch(of: /<path class="line" d="(M[0-9][^"]*)"\/><\/svg><text/))
        #expect(line.output.1.filter { $0 == "M" }.count == 2)
    }

    private func html(_ name: String) throws -> String {
        try #require(Fixtures.all.first { $0.name == name }).page.render()
    }
}
