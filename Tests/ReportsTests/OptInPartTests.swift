import Pages
import Reports
import Testing

/// The opt-in pages of a single OS major or app version.
@Suite struct OptInPartTests {
    @Test func aMajorHasItsVersions() throws {
        let page = Fixtures.realistic["opt-in-ios-18.html"]
        #expect(page.headline.title.hasPrefix("Opt-in on iOS 18 rose "))
        let names = Set(page.figures.flatMap(\.rows).map(\.name))
        #expect(names.isSuperset(of: ["iOS 18.7", "iOS 18.4"]))
        #expect(names.isDisjoint(with: ["iOS 26.1", "iPadOS 18.7", "5.10.0"]))
        #expect(page.figures.map(\.csv) == ["opt_in_daily", "opt_in_changes"])
    }

    @Test func anAppVersionHasItsNumbers() throws {
        let page = Fixtures.realistic["opt-in-app-5.10.0.html"]
        #expect(
            page.headline.title.hasPrefix("Opt-in in app version 5.10.0 is "))
        #expect(page.figures.isEmpty)
    }

    @Test func theOptInPageLinksToThemAndTheyToEachOther() throws {
        for file in ["opt-in.html", "opt-in-ios-18.html"] {
            let html = try Fixtures.realistic.page(file)
            let current = file == "opt-in.html" ? " aria-current=\"page\"" : ""
            #expect(html.contains("<a href=\"opt-in.html\"\(current)>All"))
            #expect(html.contains("<a href=\"opt-in-ios-17.html\">iOS 17</a>"))
            #expect(html.contains("<a href=\"opt-in-app-5.10.0.html\">App version 5.10.0</a>"))
            #expect(html.contains("<a href=\"opt-in.html\" aria-current=\"page\">Opt-in</a>"))
        }
        let rows = Fixtures.realistic["index.html"].figures.flatMap(\.rows).filter { $0.name == "iOS 18" }
        #expect(rows.contains { $0.link == "opt-in-ios-18.html" })
    }

    @Test func thereAreNoMoreThanEightMajorsAndFourAppVersions() {
        let site = Fixtures.site(
            Fixtures.optInOnly((1...20).map { Version("iOS", "\($0).0", 100 + $0, 50, 1) }).merging([
                "opt_in_by": Fixtures.appVersions((1...9).map { "5.\($0)" }, app: "com.example.reader")
            ]) { $1 })
        let files = site.pages.map(\.file)
        #expect(files.filter { $0.hasPrefix("opt-in-ios") }.first == "opt-in-ios-20.html")
        #expect(files.filter { $0.hasPrefix("opt-in-ios") }.last == "opt-in-ios-13.html")
        #expect(files.filter { $0.hasPrefix("opt-in-app") }.count == 4)
    }

    @Test func aNameThatIsNoFileHasAPageUnderAnotherName() {
        let tables = [
            "opt_in_by": Fixtures.appVersions(["../x", "<b>", "a b", "5.1"], app: "com.example.reader")
        ]
        #expect(
            Set(Fixtures.site(tables).pages.map(\.file).filter { $0.hasPrefix("opt-in-") }) == [
                "opt-in-app-5.1.html", "opt-in-app-a~20b.html", "opt-in-app-~3cb~3e.html", "opt-in-app-..~2fx.html",
            ])
    }

    @Test func aSingleMajorIsTheWholeAndHasNoPage() {
        #expect(Fixtures.named("one-row").pages.count == SitePage.all.count)
    }

    @Test func everyRangeHasTheSameOnes() throws {
        var head = Fixtures.headOfSeveralRanges
        head.folder = "7-days/"
        let whole = ReportRows(Fixtures.realisticApp("com.example.reader"))
        let few = ReportRows(Fixtures.optInOnly([Version("iOS", "26.1", 400, 300, 50)]))
        let files = Site(head, few, whole: whole).pages.map(\.file)
        let all = Fixtures.realistic.pages.map(\.file).filter { !$0.hasPrefix("finding-") }
        #expect(files.map { $0.replacing("7-days/", with: "") } == all)
        let empty = Site(head, few, whole: whole)["7-days/opt-in-ios-17.html"]
        #expect(empty.headline.title == "No one was asked for permission on iOS 17")
        #expect(empty.headline.lede == "No one was asked on iOS 17 from 1 Feb 2026 to 30 Apr 2026.")
    }

    @Test func aPartIsWithheldForItselfOrForAnother() {
        let answers = Answers(granted: 6, denied: 5, undecided: 1)
        let rows = { (isWithheld: Bool) in
            ReportRows([
                "opt_in_by_os": [
                    Fixtures.optInRow("major", "a", "iOS", "17", answers),
                    Fixtures.optInRow("major", "a", "iOS", "16", answers, isWithheld: isWithheld),
                ]
            ])
        }
        var head = Fixtures.head
        head.minimumCell = 10
        let headline = Site(head, rows(true), whole: rows(false))["opt-in-ios-16.html"].headline
        #expect(headline.title == "Too few people were asked on iOS 16 to say more")
        #expect(
            headline.lede
                == "The numbers from 1 Feb 2026 to 30 Apr 2026 are withheld, because fewer than 10 people were asked, "
                + "or because they would give such a number away.")
    }

    /// Some file systems ignore case.
    @Test func versionsThatDifferOnlyByCaseHaveDifferentFiles() {
        var tables = Fixtures.optInOnly([Version("iOS", "17.4", 600, 500, 100)])
        tables["opt_in_by"]! += Fixtures.appVersions(["", "5.1-rc", "5.1-RC"], app: "com.example.reader")
        let site = Fixtures.site(tables)
        let files = Set(site.pages.map(\.file).filter { $0.hasPrefix("opt-in-app-") })
        #expect(files.count == 2 && Set(files.map { $0.lowercased() }).count == 2)
        #expect(Set(site["opt-in.html"].figures.flatMap(\.rows).compactMap(\.link)) == files)
    }
}
