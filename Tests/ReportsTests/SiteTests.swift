import Foundation
import Pages
import Reports
import Testing

/// Properties of every page, for any data.
@Suite struct SiteTests {
    private static func write(to folder: URL) throws {
        for (name, site) in Fixtures.all {
            let below = folder.appending(path: name)
            try FileManager.default.createDirectory(at: below, withIntermediateDirectories: true)
            for page in site.pages {
                let file = below.appending(path: page.file)
                try FileManager.default.createDirectory(
                    at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
                try page.render().write(to: file, atomically: true, encoding: .utf8)
            }
        }
    }

    /// `PAGES_DIR` names a folder for all fixtures' pages, to view in a browser.
    @Test func thereAreThePagesOfTheDesign() throws {
        let folder = ProcessInfo.processInfo.environment["PAGES_DIR"]
        if let folder { try Self.write(to: URL(fileURLWithPath: folder)) }
        #expect(
            Fixtures.small.pages.map(\.file) == [
                "index.html", "opt-in.html", "provisional.html", "win-back.html", "opens.html", "reach.html",
                "quality.html", "glossary.html", "opt-in-ios-17.html", "opt-in-ios-16.html", "opt-in-app-5.10.0.html",
                "opt-in-app-5.9.0.html", "opt-in-app-5.10.1-beta.html", "opens-campaign-weekly_digest.html",
                "opens-campaign-spring_sale.html",
            ])
    }

    /// The markup of headline, key numbers, figures, tables and links. `RECORD_GOLDEN=1` writes the page again.
    @Test func thePageOfWinBackIsTheGoldenOne() throws {
        let golden = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "Golden/win-back.html")
        let html = try Fixtures.small.page("win-back.html")
        let (start, end) = (html.firstRange(of: "<body>"), html.firstRange(of: "<script>"))
        let body = try String(html[#require(start).lowerBound..<#require(end).lowerBound])
        if ProcessInfo.processInfo.environment["RECORD_GOLDEN"] != nil {
            try body.write(to: golden, atomically: true, encoding: .utf8)
        }
        #expect(try body == String(contentsOf: golden, encoding: .utf8))
    }

    @Test(arguments: ["small", "too-few", "several-apps", "empty"]) func noTwoPagesOfAFolderHaveTheSameTitle(
        name: String
    ) throws {
        var titles: Set<String> = []
        for page in Fixtures.named(name).pages {
            let html = try page.render()
            let title = try #require(html.firstMatch(of: /<title>([^<]*)<\/title>/)).output.1
            let folder = page.file.split(separator: "/").dropLast().joined(separator: "/")
            let isNew = titles.insert("\(folder) \(title)").inserted
            #expect(isNew, "\(page.file)")
        }
    }

    @Test(arguments: Fixtures.all.map(\.name)) func noPageIsOver200KilobytesAndTheSameInputGivesTheSameBytes(
        name: String
    ) throws {
        for (page, html) in try #require(Fixtures.rendered[name]) {
            #expect((1...200_000).contains(html.utf8.count), "\(page.file)")
            #expect(try html == page.render(), "\(page.file)")
        }
    }

    @Test func theOrderOfRowsDoesNotMatter() throws {
        var tables = Fixtures.optInOnly(Fixtures.versions)
        tables["opt_in_trend"] = Fixtures.trends("com.example.reader")
        let straight = Fixtures.site(tables)
        for (name, rows) in tables { tables[name] = Array(rows.filter { $0.has("level") }.sorted { _, _ in false }) }
        tables["opt_in_by_os"] = Fixtures.optIn(
            Fixtures.versions.filter { $0.os == "iOS" }.reversed() + Fixtures.versions.filter { $0.os != "iOS" },
            app: "com.example.reader")
        tables["opt_in_by"] = Fixtures.groups(Fixtures.versions.reversed(), app: "com.example.reader")
        tables["opt_in_trend"] = Fixtures.trends("com.example.reader").reversed()
        #expect(try Fixtures.site(tables).page("index.html") == straight.page("index.html"))
        #expect(try Fixtures.site(tables).page("opt-in.html") == straight.page("opt-in.html"))
    }

    @Test func pagesOfManyAppsVersionsAndDaysStaySmallAndSayWhatIsLeftOut() throws {
        let versions = (0..<300).map { Version("iOS", "\($0 / 10).\($0 % 10)", 40 + $0 % 97, 30, 5, open: 1) }
        let apps = (0..<40).map { index in
            let app = String(repeating: "\"", count: 150) + "\(index)"
            return Fixtures.everything(
                versions, trend: Fixtures.trend(1000, from: "2022-01-01", base: 50, app: app, open: 3),
                days: Fixtures.days(500, from: "2022-01-01"), app: app)
        }
        let site = Fixtures.site(Fixtures.joined(apps))
        for page in site.pages {
            let html = try page.render()
            #expect(html.utf8.count <= 200_000, "\(page.file)")
            if !["glossary.html", "index.html"].contains(page.file) {
                #expect(html.contains("of 40 apps; all are in the CSV."))
            }
        }
        let html = try site.page("opt-in.html")
        #expect(html.contains("The CSV has all."))
        let list = try #require(
            html.components(separatedBy: "<nav class=\"contents\"").last?.split(separator: "</nav>").first)
        #expect(list.components(separatedBy: "<li>").count == 41, "the list has every app")
        #expect(try site.page("index.html").components(separatedBy: "<th scope=\"row\">").count == 41)
    }

    @Test func theOverviewOfSeveralAppsIsOneTable() throws {
        let page = Fixtures.severalApps["index.html"]
        #expect(page.headline.title == "Opt-in rose in 1 of 3 apps")
        #expect(
            page.headline.looks.map { $0.before + $0.link } == [
                "com.example.reader: Opt-in rose 5.8 points to 57.7%"
            ])
        let apps = ["com.example.mail", "com.example.notes", "com.example.reader"]
        #expect(page.figures.count == 1 && page.figures[0].rows.map(\.name) == apps)
        #expect(page.figures[0].rows.map(\.link) == apps.map { "\($0)/index.html" })
        #expect(page.headline.lede.contains("The table says how small a change could be seen."))
    }

    @Test func whereNothingIsComparedTheOverviewSaysNothingOfSmallChanges() throws {
        let apps = ["a", "b"].map { Fixtures.optInOnly([Version("iOS", "17.4", 20, 15, 3)], app: $0) }
        let page = Fixtures.site(Fixtures.joined(apps))["index.html"]
        #expect(page.headline.title == "Nothing to compare in 2 apps")
        #expect(page.headline.lede == "1 Feb–30 Apr 2026 against the 89 days before.")
        #expect(try !page.render().contains("Visible from"))
    }

    @Test func severalAppsHaveALinkAndASectionEach() throws {
        let page = Fixtures.severalApps["opt-in.html"]
        #expect(page.headline.title == "Answers to the prompt, in 3 apps")
        let html = try page.render()
        for (number, app) in [(1, "com.example.mail"), (2, "com.example.notes"), (3, "com.example.reader")] {
            #expect(html.contains("<a href=\"#app-\(number)\"><bdi>\(app)</bdi></a>"))
            #expect(html.contains("<section class=\"app\" id=\"app-\(number)\">\n<h2><bdi>\(app)</bdi></h2>"))
        }
        #expect(html.contains("No one was asked from 1 Feb 2026 to 30 Apr 2026."))
    }

    @Test func eachOfSeveralAppsHasPagesAlone() throws {
        let site = Fixtures.severalApps
        let main = site.pages.filter { !$0.file.contains("/opt-in-") && !$0.file.contains("/opens-campaign-") }
        #expect(main.count == 4 * 8)
        let html = try site.page("com.example.reader/opens.html")
        let title = site["com.example.reader/opens.html"].headline.title
        #expect(title == "Opens within 24 hours held at 2.8%")
        #expect(html.contains("<a href=\"../opens.html\"><bdi>All apps</bdi></a>"))
        #expect(html.contains("<a href=\"../csv/opens_daily.csv\">Download CSV</a>"))
        #expect(html.contains("<a href=\"reach.html\""))
        #expect(try site.page("opens.html").contains("<a href=\"com.example.reader/opens.html\">This app alone</a>"))
    }

    @Test func everyAppHasAFolderThatNothingElseHas() throws {
        let apps = [
            "csv", "..", ".", ".hidden", "index.html", "30-days", "report-card", "latest", "con", "2026-11-28", "Shop",
            "shop",
        ]
        let site = Fixtures.site(
            Fixtures.joined(apps.map { ["data_quality": Fixtures.quality(Fixtures.measures, app: $0)] }))
        let folders = site.pages.map(\.file).filter { $0.hasSuffix("/quality.html") }.map { String($0.dropLast(13)) }
        #expect(
            folders == [
                "~.", "~..", "~.hidden", "~2026-11-28", "~30-days", "Shop", "~con", "~csv", "~index.html", "~latest",
                "~report-card", "shop~",
            ])
        // No event has such an app.
        #expect(!Fixtures.hostile.pages.contains { $0.file.contains("<") })
    }

    @Test func everyLinkToAPageOfAnAppHasItsPage() throws {
        for name in ["several-apps", "hostile"] {
            let site = Fixtures.named(name)
            let files = Set(site.pages.map(\.file))
            for page in site.pages where !page.file.contains("/") {
                for link in try page.render().matches(of: /href="([^"#.\/][^"#\/]*\/[^"#\/]*\.html)/) {
                    let path = String(link.output.1)
                    #expect(files.contains(path) || path.contains("-days/"), "\(page.file): \(path)")
                }
            }
        }
    }

    @Test func everyVersionOfAnAppHasAFileName() throws {
        let versions = ["5.12 (beta)", "5.0-days", "a/b", "../x", String(repeating: "é", count: 100)]
        var tables = Fixtures.optInOnly(Fixtures.versions)
        tables["opt_in_by"] = Fixtures.appVersions(Array(versions.prefix(4)), app: "com.example.reader")
        let files = Set(Fixtures.site(tables).pages.map(\.file).filter { $0.hasPrefix("opt-in-app") })
        #expect(
            files == [
                "opt-in-app-5.12~20~28beta~29.html", "opt-in-app-5.0-days.html", "opt-in-app-a~2fb.html",
                "opt-in-app-..~2fx.html",
            ])
        tables["opt_in_by"] = Fixtures.appVersions(Array(versions.suffix(2)), app: "com.example.reader")
        #expect(Fixtures.site(tables).pages.allSatisfy { $0.file.utf8.count < 100 })
    }

    @Test(arguments: Fixtures.all.map(\.name)) func headingsAreInOrderAndIdsUnique(name: String) throws {
        for (page, html) in try #require(Fixtures.rendered[name]) {
            let levels = html.matches(of: /<h([1-6])/).compactMap { Int($0.output.1) }
            #expect(levels.first == 1 && levels.filter { $0 == 1 }.count == 1, "\(page.file)")
            #expect(zip(levels, levels.dropFirst()).allSatisfy { $1 <= $0 + 1 }, "\(page.file): \(levels)")
            let ids = html.matches(of: /\ id="([^"]*)"/).map { String($0.output.1) }
            #expect(ids.count == Set(ids).count, "\(page.file)")
        }
    }

    @Test func everyFigureHasItsFileAndItsDataAsATable() throws {
        for page in Fixtures.realistic.pages {
            for figure in try page.render().components(separatedBy: "<figure ").dropFirst() {
                #expect(figure.contains("<table ") || figure.contains("<p class=\"empty\">"), "\(page.file)")
                let file = figure.firstMatch(of: /<a href="csv\/[a-z_]+\.csv">Download CSV<\/a>/)
                // Days and versions of a campaign are in no file.
                #expect(file != nil || page.file.hasPrefix("opens-campaign-"), "\(page.file)")
            }
        }
    }

    /// On narrow pages the table head is hidden, so cells carry the name of their column.
    @Test func ratesAndIntervalsOfTablesWhoseHeadIsHiddenAreNamed() throws {
        for page in Fixtures.realistic.pages {
            for table in try page.render().components(separatedBy: "<table class=\"versions").dropFirst() {
                let end = try #require(table.firstRange(of: "</table>")).lowerBound
                let unnamed = table[..<end].firstMatch(of: /<td class="n (rate|few|interval)">/)
                #expect(unnamed == nil, "\(page.file)")
            }
        }
        let html = try Fixtures.small.page("index.html")
        #expect(html.contains("<td class=\"n rate\" data-label=\"Of asked\">92.6%</td>"))
        #expect(html.contains("<td class=\"n rate\" data-label=\"Opt-in rate\">58.6%</td>"))
        #expect(html.contains("<td class=\"n interval\" data-label=\"95% interval\">56.6–60.6</td>"))
        #expect(html.contains("<td class=\"n rate\">55.0%</td>"), "where the head is seen it is enough")
    }

    @Test func pagesLinkToEachOtherAndToEveryTable() throws {
        for page in Fixtures.small.pages {
            let html = try page.render()
            for other in Fixtures.small.pages.prefix(SitePage.all.count) {
                #expect(html.contains("<a href=\"\(other.file)\""))
            }
            #expect(html.contains("<a href=\"\(page.file)\" aria-current=\"page\">"))
            for table in ["opt_in_by_os", "win_back_by_os", "rejects"] {
                #expect(html.contains("<a href=\"csv/\(table).csv\">\(table)</a>"))
            }
            #expect(!html.contains("csv/opens_page.csv"))
        }
    }

    @Test(arguments: Fixtures.all.map(\.name)) func noNumberIsNaNOrInfinite(name: String) throws {
        for (page, html) in try #require(Fixtures.rendered[name]) {
            let isNone = html.range(of: ">-?(nan|inf)<", options: [.regularExpression, .caseInsensitive])
            #expect(isNone == nil, "\(page.file)")
        }
    }

    @Test(arguments: [
        ("opt-in.html", "No one was asked from"), ("provisional.html", "No one started a provisional trial"),
        ("win-back.html", "No one was asked again"), ("opens.html", "Nothing was sent"),
        ("reach.html", "No one was seen"), ("quality.html", "No events came"), ("index.html", "No one was asked from"),
    ])
    func anEmptyReportSaysSoOnEveryPage(file: String, words: String) throws {
        #expect(try Fixtures.named("empty").page(file).contains(words))
        let never = Fixtures.site([:], head: PageHead(from: nil, to: nil, horizon: nil))
        #expect(try never.page(file).contains(words.components(separatedBy: " from")[0]))
        #expect(try never.page(file).contains("The log has no events. Store some with bellwether ingest"))
    }
}
