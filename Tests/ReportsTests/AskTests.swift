import Pages
import Testing

/// The ask on the opt-in page: primers, and experiments on whom, when and how to ask.
@Suite struct AskTests {
    private static let app = "com.example.reader"

    /// Returns an app's opt-in page with these tables.
    private static func site(_ tables: [String: [Row]]) -> Site {
        Fixtures.site(Fixtures.optInOnly([Version("iOS", "17.4", 9_200, 5_800, 1_000)]).merging(tables) { $1 })
    }

    private static func page(half: Double = 0.03) -> Page { site(Fixtures.primer(half: half, app: app))["opt-in.html"] }

    @Test func thePageBeginsWithTheFunnelIfTheAppShowsPrimers() throws {
        let page = Self.page()
        #expect(page.figures.first?.name == "ask")
        let funnel = try page.figure("ask")
        #expect(
            funnel.rows.map(\.name) == [
                "Came to the ask", "Saw the primer", "Accepted the primer", "Saw the dialog", "Allowed",
            ])
        #expect(funnel.cells("Came to the ask")?.last == "20,000")
        #expect(funnel.cells("Accepted the primer") == ["", "30.0%", "29.4–30.6", "6,000"])
        #expect(funnel.note.contains("310 more came within the last 7 days and are not counted yet, answered or not."))
    }

    @Test func theYieldStandsBesideTheOptInRateWithItsInterval() throws {
        let page = Self.page()
        #expect(page.sections[0].numbers(page.head).map(\.label).prefix(2) == ["Opt-in rate", "Yield"])
        let yield = try #require(page.numbers["Yield"])
        #expect(yield.value == "46.0%" && yield.interval == "45.3–46.7%")
        #expect(yield.note == "of 20,000 who came to a primer or the dialog")
    }

    @Test func anAppWithoutPrimersHasNoFunnel() {
        let row = Fixtures.ask(settled: 16_000, primed: 0, accepted: 0, prompted: 16_000, granted: 9_200, app: Self.app)
        let page = Self.site(["ask_by": [row]])["opt-in.html"]
        #expect(!page.figures.contains { $0.name == "ask" } && page.numbers["Yield"] == nil)
    }

    @Test func aFunnelThatIsWithheldIsNotShown() {
        let row = Row([("app_id", Self.app), ("dimension", "all"), ("name", ""), ("primed", nil)])
        #expect(!Self.site(["ask_by": [row]])["opt-in.html"].figures.contains { $0.name == "ask" })
    }

    @Test func dialogsThatTheSystemBlockedAreAStep() throws {
        let row = Fixtures.ask(
            settled: 900, primed: 400, accepted: 300, prompted: 600, blocked: 200, granted: 400, app: Self.app)
        #expect(
            try Self.site(["ask_by": [row]])["opt-in.html"].figure("ask").cells("Dialog blocked")
                == ["", "22.2%", "19.6–25.1", "200"])
    }

    /// More of those asked allow, but fewer people allow.
    @Test func thePageSaysFewerIfMoreOfThoseAskedAllowButFewerPeople() throws {
        let words =
            "More of those asked allow (+20.0 points, onboarding), but fewer people allow. Clear: at least 5.0 points "
            + "fewer allow than with control."
        let page = Self.page()
        #expect(try page.figure("ask").lines == ["soft_ask · primer · allowed: \(words)"])
        #expect(try page.figure("assigned").cells("soft_ask · primer · allowed")?.last == words)
        #expect(
            try page.figure("assigned").cells("soft_ask · primer · reachable")?.last
                == "Clear: at least 5.0 points fewer can be reached than with control.")
    }

    @Test func whatIsClearOfThoseAskedAloneIsOpen() throws {
        #expect(
            try Self.page(half: 0.09).figure("ask").lines == [
                "soft_ask · primer · allowed: More of those asked allow (+20.0 points, onboarding), but whether more people "
                    + "allow is open. Not clear yet: anything from \u{2212}17.0 to +1.0 points is still possible."
            ])
    }

    @Test func ofTwoBasesThoseAssignedLeadAndTheOtherSaysWhatItCantTell() throws {
        let page = Self.page()
        let names = page.figures.map(\.name).filter { ["assigned", "experiments"].contains($0) }
        #expect(names == ["assigned", "experiments"])
        #expect(try page.figure("assigned").title == "Experiments")
        let asked = try page.figure("experiments")
        #expect(asked.title == "Experiments among people who were asked")
        #expect(asked.note.contains("this table can't tell whether more people allow: see the one above."))
        #expect(asked.cells("onboarding · primer")?[2] == PageFormat.dash)
    }

    @Test func experimentsOfThoseAssignedHaveAPlotForEachOutcome() throws {
        let html = try Self.site(Fixtures.primer(half: 0.03, app: Self.app)).page("opt-in.html")
        for outcome in ["allowed", "reachable"] {
            #expect(html.contains("primer against control, soft_ask, \(outcome)"))
        }
    }

    /// Names can agree by chance, so a pair that is not the only one contradicts nothing.
    @Test func aNameThatTwoExperimentsHaveContradictsNothing() throws {
        var tables = Fixtures.primer(half: 0.03, app: Self.app)
        tables["opt_in_experiments"]?.append(
            Fixtures.comparison(
                "assigned", "timing", outcome: "allowed", (5_100, 10_000), (5_000, 10_000), half: 0.03, app: Self.app))
        let lines = try Self.site(tables)["opt-in.html"].figure("ask").lines
        #expect(lines.count == 2 && lines.allSatisfy { !$0.contains("of those asked") })
    }

    @Test func anExperimentThatOnlyHasPeopleAssignedNeedsNoPromptWithAVariant() throws {
        var tables = Fixtures.primer(half: 0.03, app: Self.app)
        tables["opt_in_experiments"]?.removeFirst()
        let page = Self.site(tables)["opt-in.html"]
        #expect(!page.figures.contains { $0.name == "experiments" })
        #expect(
            try page.figure("ask").lines == [
                "soft_ask · primer · allowed: Clear: at least 5.0 points fewer allow than with control."
            ])
    }

    /// Beside other experiments, alone, and with its people withheld.
    @Test(arguments: [(true, "1234"), (false, "1234"), (false, nil)] as [(Bool, String?)])
    func anExperimentWithOneArmShowsItsPeopleAndNoVerdict(hasOthers: Bool, settled: String?) throws {
        var tables = hasOthers ? Fixtures.primer(half: 0.03, app: Self.app) : [:]
        tables["lone_arms"] = [
            Row([
                ("app_id", Self.app), ("base", "assigned"), ("experiment", "timing"), ("variant", "control"),
                ("settled", settled),
            ])
        ]
        let page = Self.site(tables)["opt-in.html"]
        let dash = PageFormat.dash
        #expect(
            try page.figure("assigned").cells("timing · control") == [
                dash, dash, dash, settled == nil ? dash : "1,234", dash,
                "Nothing to compare with: nobody assigned at least 7 days ago has another arm yet.",
            ])
        #expect(page.figures.contains { $0.name == "experiments" } == hasOthers)
        #expect(!page.figures.contains { figure in figure.lines.contains { $0.contains("timing") } })
    }

    /// An interval without a width says nothing.
    @Test(arguments: [(0, 0, "0.0%"), (400, 300, "100.0%")])
    func ifNoOneOrEveryoneAllowsWithBothThereIsNoDifferenceSoFar(arm: Int, control: Int, rate: String) throws {
        let row = Fixtures.comparison(
            "assigned", "soft_ask", outcome: "allowed", (arm, 400), (control, 300), half: 0, app: Self.app)
        let figure = try Self.site(["opt_in_experiments": [row]])["opt-in.html"].figure("assigned")
        let cells = try #require(figure.cells("soft_ask · primer · allowed"))
        #expect(cells[2] == PageFormat.dash)
        #expect(cells.last == "No difference so far: both are at \(rate).")
    }

    @Test func theDigestSaysWhatIsClear() throws {
        let site = Fixtures.site(
            Fixtures.joined([
                Fixtures.realisticApp(Self.app), Fixtures.primer(half: 0.03, app: Self.app),
                Fixtures.common(Fixtures.days(89, from: "2026-02-01")),
            ]))
        let rows = ReportRows(Fixtures.primer(half: 0.03, app: Self.app))
        let overviews = site.pages.filter { $0.file.split(separator: "/").last == "index.html" }
        for (path, text) in try Digest(overviews, rows, address: nil).files {
            #expect(text.contains("but fewer people allow. Clear: at least 5.0 points fewer allow"), "\(path)")
            #expect(!text.contains("onboarding · primer"), "\(path): those assigned lead")
        }
    }
}
