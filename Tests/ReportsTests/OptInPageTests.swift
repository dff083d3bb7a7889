import Foundation
import Pages
import Reports
import Testing

/// The contents of the overview and the opt-in page.
@Suite struct OptInPageTests {
    @Test func tenThousandVersionsListThoseWithMostPeopleAndCountTheRest() throws {
        let notes = Fixtures.manyVersions["opt-in.html"].figures.map(\.note)
        #expect(notes.contains { $0.contains("are in the CSV; the table lists those with most people asked.") })
    }

    @Test func majorsWhoseVersionsAreFoldedAreCountedIfTheTableHasNoRoom() throws {
        let versions = (0..<50).flatMap { major in
            [Version("iOS", "\(major).0", 10, 8, 2), Version("iOS", "\(major).1", 10, 8, 2)]
        }
        let figure = try Fixtures.site(Fixtures.optInOnly(versions))["opt-in.html"].figure("versions")
        #expect(figure.cells("Other iOS (100 versions, 2,000 people)") != nil)
        #expect(figure.note.contains("2 more OS versions (80 people asked) are in the CSV"))
    }

    @Test func besideAWithheldVersionTheFoldedOnesHaveNoNumberOfPeople() throws {
        let versions = [
            Version("iOS", "17.4", 300, 200, 0), Version("iOS", "16.7", 15, 14, 0), Version("iOS", "15.8", 3, 2, 0),
        ]
        let rows = { Fixtures.optIn(versions, app: "a", minimumCell: $0) }
        let names = { try Fixtures.site(["opt_in_by_os": rows($0)])["opt-in.html"].figure("versions").rows.map(\.name) }
        #expect(try names(0).contains("Other iOS (2 versions, 34 people)"))
        #expect(try names(10).contains("Other iOS (2 versions)"))
    }

    @Test func theHeadlineIsTheChangeAndTheLedeItsParts() throws {
        let page = Fixtures.realistic["index.html"]
        #expect(page.headline.title == "Opt-in rose 5.8 points to 57.7%")
        #expect(
            page.headline.lede
                == "1 Feb–30 Apr 2026 against the 89 days before (51.9%), 95% interval +4.8 to +6.7.")
        #expect(
            page.headline.strong
                == "+2.1 of the +5.8 points came from who was asked, +0.4 from other answers on the same OS version.")
        let html = try page.render()
        #expect(html.contains("1 Feb 2026 to 30 Apr 2026, days in UTC"))
        #expect(html.contains("Events received up to 1 May 2026, 02:10 UTC"))
    }

    @Test func aChangeIsInPointsOrNotClearAndAbsentWithoutABaseBefore() throws {
        let numbers = Fixtures.realistic["index.html"].numbers
        #expect(numbers["Opt-in rate"]?.change == "▲ 2.5 pts")
        #expect(numbers["Opened within 24 h"]?.change == "no clear change")
        #expect(numbers["People asked"]?.change == "▲ 4%")
        #expect(numbers["People asked"]?.note == "20,711 in the 89 days before")
        #expect(numbers["Provisional kept"]?.change == "")
    }

    @Test func aSettledRateSaysNothingOfAnswersToCome() throws {
        var settled = Fixtures.optInOnly([Version("iOS", "17.4", 600, 500, 100)])
        settled["key_numbers"] = Fixtures.keyNumbers(app: "com.example.reader")
        #expect(Fixtures.site(settled)["index.html"].numbers["Opt-in rate"]?.note == "of 21,123 asked")
    }

    @Test func aRateOfTooFewHasNoChange() throws {
        let keys: [(String, String?)] = [
            ("app_id", "com.example.reader"), ("measure", "open_rate_24h"), ("part", "3"), ("base", "38"),
            ("part_before", "900"), ("base_before", "1000"), ("difference", "-0.82"), ("difference_low", "-0.87"),
            ("difference_high", "-0.69"),
            ("p", "0.0004"), ("mix", nil), ("rates", nil), ("is_covered", "t"), ("first_day", "2025-11-04"),
        ]
        let row = Row(keys + Fixtures.rate("rate", 3, of: 38) + Fixtures.rate("before", 900, of: 1000))
        var tables = Fixtures.optInOnly([Version("iOS", "17.4", 600, 500, 100)])
        tables["key_numbers"] = [row]
        let number = try #require(Fixtures.site(tables)["index.html"].numbers["Opened within 24 h"])
        #expect(number.value == "too few" && number.style == "value none")
        #expect(number.change.isEmpty && number.interval.isEmpty)
    }

    @Test(arguments: [
        ("versions", ["iOS 26", "iOS 26.1", "iOS 26.0", "iOS 26.2", "iOS 18", "iOS 18.7", "iPadOS 26.1", "iOS 16.7"]),
        ("app-versions", ["5.10.1-beta", "5.10.0", "5.9.0"]),
    ])
    func versionsWithMostPeopleComeFirstUnderTheirMajor(figure: String, labels: [String]) throws {
        let names = try Fixtures.realistic["opt-in.html"].figure(figure).rows.map(\.name)
        let places = labels.compactMap { names.firstIndex(of: $0) }
        #expect(places.count == labels.count && places == places.sorted())
    }

    @Test func versionsOfEqualNumbersHaveOneOrder() throws {
        let names = ["iOS 17.0", "iOS 16.0", "iOS 15.0", "iPadOS 18.0", "iPadOS 17.0", "iPadOS 16.0"]
        let versions = names.reversed().map { name in
            Version(name.hasPrefix("iPad") ? "iPadOS" : "iOS", String(name.suffix(4)), 60, 40, 0)
        }
        let site = Fixtures.site(["opt_in_by_os": Fixtures.optIn(versions, app: "a", minimumCell: 0)])
        let rows = try site["opt-in.html"].figure("versions").rows.map(\.name)
        #expect(rows.filter { $0.contains(".") }.prefix(6) == names[...])
    }

    @Test func aMajorWithOneVersionIsThatVersionAlone() throws {
        #expect(try Fixtures.small["opt-in.html"].figure("versions").cells("iOS 16") == nil)
    }

    @Test func theOverviewHasMajorsAlone() throws {
        let names = Fixtures.realistic["index.html"].figures.flatMap(\.rows).map(\.name)
        #expect(names.contains("iOS 26") && !names.contains("iOS 26.1"))
    }

    @Test func thirtyEightPeopleHaveARateAndTwentyNineAreTooFew() throws {
        #expect(try Fixtures.named("one-row").page("opt-in.html").contains("52.6%"))
        for file in ["index.html", "opt-in.html"] {
            let few = try Fixtures.named("too-few").page(file)
            #expect(few.contains("too few (29)"))
            #expect(Fixtures.named("too-few")[file].headline.title == "Too few people to tell: 29 asked")
            #expect(!few.contains("55.2"))
        }
    }

    @Test func anIntervalTooWideForTheAppsRateIsTooFew() throws {
        let site = Fixtures.site(
            Fixtures.optInOnly([Version("iOS", "17.4", 2, 36, 0), Version("iOS", "17.3", 500, 9_500, 0)]))
        #expect(try site.page("opt-in.html").contains("too few (38)"))
    }

    @Test func permissionKeptIsMarkedWhereMoreCanBecomeEligible() throws {
        let words = "Open: not all who allowed did so 7 days before the last event, so the row can still change."
        let open = try Fixtures.small.page("opt-in.html")
        let rows = open.split(separator: "\n").filter { $0.contains("data-label=\"Eligible\"") }
        #expect(open.contains(words) && rows.count == 6 && rows.allSatisfy { $0.contains("<small>open</small>") })
        // A twelfth of nine rounds down to 0, so all nine people are eligible after 7 days.
        let settled = try Fixtures.site(Fixtures.optInOnly([Version("iOS", "17.4", 9, 800, 100)])).page("opt-in.html")
        let row = try #require(settled.split(separator: "\n").first { $0.contains("data-label=\"Eligible\">9</td>") })
        #expect(!settled.contains(words) && !row.contains("<small>"))
        #expect(settled.contains("“Too few”: under 30 eligible"))
    }

    @Test func aZeroBaseIsADash() throws {
        let open = try Fixtures.named("all-open").page("opt-in.html")
        #expect(open.contains("Everyone asked can still answer"))
        #expect(!open.contains(#"data-label="Opt-in rate""#), "a column without a number is left out")
    }

    @Test func aWithheldRowShowsDashesAndWhy() throws {
        let html = try Fixtures.withheld.page("opt-in.html")
        #expect(html.contains("A row of dashes is withheld: fewer than 10 people"))
        #expect(html.contains("Rows of fewer than 10 people are withheld"))
        let versions = try Fixtures.figure("versions", of: html)
        let row = try #require(versions.split(separator: "\n").first { $0.contains("<bdi>iOS 26.2</bdi>") })
        #expect(row.components(separatedBy: ">–<").count == 9)
    }

    @Test func aGapInTheDaysIsAGapInTheLine() throws {
        var tables = Fixtures.optInOnly([Version("iOS", "17.4", 600, 500, 100)])
        tables["opt_in_trend"] = Fixtures.trend(
            20, from: "2026-04-01", base: 60, app: "com.example.reader", open: 0, gap: 8..<11)
        let html = try Fixtures.site(tables).page("index.html")
        let line = try #require(html.firstMatch(of: /<path class="line" d="(M[0-9][^"]*)"\/><\/svg><text/))
        #expect(line.output.1.filter { $0 == "M" }.count == 2)
    }

    @Test func aVersionIsComparedWithTheOneBeforeItOfItsSystem() throws {
        let versions = [
            Version("iOS", "17.10", 600, 400, 0), Version("iOS", "17.9", 500, 500, 0),
            Version("iOS", "16.7", 490, 510, 0), Version("iPadOS", "17.5", 50, 50, 0),
            Version("iPadOS", "17.4", 15, 14, 0),
        ]
        let html = try Fixtures.site(Fixtures.optInOnly(versions)).page("opt-in.html")
        let cells = { (name: String) in
            let row = html.split(separator: "\n").first { $0.contains("<bdi>\(name)</bdi>") } ?? ""
            return row.matches(of: /<td class="n"[^>]*>([^<]*)<\/td>/).last.map { String($0.output.1) }
        }
        #expect(cells("iOS 17.10") == "+10.0 pts (+5.6 to +14.3)")
        #expect(cells("iOS 17.9") == "no clear difference")
        for name in ["iOS 17", "iOS 16.7", "iPadOS 17", "iPadOS 17.5"] { #expect(cells(name) == "–", "\(name)") }
        #expect(html.contains(#"<th scope="row" colspan="99"><bdi>Other iPadOS (1 version, 29 people)</bdi></th>"#))
        let lines = try Fixtures.figure("versions", of: html).split(separator: "\n")
        let tests = lines.filter { $0.contains("data-label=\"p\"") }
        #expect(tests.count == 2 && tests[0].components(separatedBy: ">&lt; 0.001</td>").count == 3)
    }

    @Test func whereNoVersionCanBeComparedThereAreNoColumnsOfIt() throws {
        let few = [Version("iOS", "17.5", 50, 50, 0), Version("iOS", "17.4", 15, 14, 0)]
        let html = try Fixtures.site(Fixtures.optInOnly(few)).page("opt-in.html")
        #expect(!html.contains("p adjusted") && !html.contains("Difference: opt-in rate"))
    }

    @Test func aVariantIsComparedWithTheControlOfItsPlacement() throws {
        let html = try Fixtures.small.page("opt-in.html")
        let lines = try Fixtures.figure("variants", of: html).split(separator: "\n")
        let rows = lines.filter { $0.contains("data-label=\"Difference\"") && !$0.contains("data-label=\"p\"") }
        try #require(rows.count == 4)
        #expect(rows[0].contains("<bdi>onboarding · control</bdi>") && rows[0].contains(">control</td>"))
        #expect(rows[1].contains("<bdi>value_first</bdi>") && rows[1].contains("no clear difference"))
        #expect(rows[3].contains("<bdi>no variant</bdi>") && rows[3].contains("no clear difference"))
        let tests = lines.filter { $0.contains("data-label=\"p\"") }
        try #require(tests.count == 2)
        #expect(tests[0].contains(">0.012</td>") && tests[0].contains(">0.025</td>"))
    }

    /// Returns the opt-in page for a control and a variant whose difference would be clear.
    private func variants(_ control: Answers, _ variant: Answers) throws -> String {
        let keys = { (name: String, isControl: Bool) -> [(String, String?)] in
            [("app_id", "a"), ("placement", "p"), ("variant", name), ("is_control", isControl ? "t" : "f")]
        }
        let columns = ["difference", "difference_low", "difference_high", "p", "p_adjusted"]
        let untested: [(String, String?)] = columns.map { ($0, nil) }
        let tested: [(String, String?)] = zip(columns, ["0.4", "0.2", "0.6", "0.001", "0.001"]).map { ($0, $1) }
        let rows = [
            Row(keys("control", true) + untested + control.cells),
            Row(keys("other", false) + tested + variant.cells),
        ]
        var tables = Fixtures.optInOnly([Version("iOS", "17.4", 600, 500, 100)], app: "a")
        tables["opt_in_variants"] = rows
        return try Fixtures.site(tables).page("opt-in.html")
    }

    @Test func aVariantIsNotComparedWithAControlOfTooFew() throws {
        let many = Answers(granted: 90, denied: 10, undecided: 0)
        let thirty = try variants(Answers(granted: 15, denied: 15, undecided: 0), many)
        #expect(thirty.contains("+40.0 pts (+20.0 to +60.0)"))
        #expect(try !variants(Answers(granted: 14, denied: 15, undecided: 0), many).contains("+40.0 pts"))
    }

    @Test func variantsThatCanStillChangeAreMarked() throws {
        let settled = Answers(granted: 50, denied: 50, undecided: 0)
        let html = try variants(settled, Answers(granted: 50, denied: 50, undecided: 0, open: 3))
        #expect(html.contains("<bdi>other</bdi> <small>open</small>"))
        #expect(html.contains("Open: some were asked less than 7 days before the last event"))
        #expect(!html.contains("<bdi>p · control</bdi> <small>"))
        #expect(try !variants(settled, settled).contains("Open: some were asked"))
    }
}
