import Pages
import Testing

/// The experiments on the opt-in page.
@Suite struct ExperimentsTests {
    @Test(arguments: [
        (difference: 0.05, width: 0.023, split: 0.4, "Clear: at least 2.7 points more allow than with control."),
        (difference: -0.05, width: 0.023, split: 0.4, "Clear: at least 2.7 points fewer allow than with control."),
        (
            difference: 0.01, width: 0.03, split: 0.001,
            "Not clear yet: anything from \u{2212}2.0 to +4.0 points is still possible."
        ),
        (
            difference: 0.05, width: 0.023, split: 0.0009,
            "No verdict: the assignment looks broken, or a variant changes who is asked. The sizes of the variants differ "
                + "more than an even split explains."
        ),
        (
            difference: 0.05, width: nil, split: 0.4,
            "Too few: 100 people are needed with each, 2,000 and 2,010 so far."
        ),
    ])
    func aVariantIsClearOrNotYetOrHasTooFewPeople(
        difference: Double, width: Double?, split: Double, sentence: String
    ) throws {
        let html = try page(difference, width, split: split)
        #expect(html.contains(">\(sentence)<"))
        #expect(html.contains("value_first against control, onboarding") == (width != nil && split >= 0.001))
    }

    @Test func thePlotOpensBelowTheVariantAndHasALineAtZero() throws {
        let html = try Fixtures.figure("experiments", of: page(0.05, 0.023, split: 0.4))
        #expect(html.contains("<details><summary>Day by day</summary><div class=\"plot\"><svg class=\"chart\""))
        #expect(html.contains("class=\"zero\"") && html.contains("+5.0 pts (+2.7 to +7.3)"))
        #expect(html.contains("data-from=\"2026-03-28T00:00\" data-to=\"2026-04-30T00:00\""))
    }

    /// Returns the opt-in page of an app with one experiment; `width` is half that of the interval.
    private func page(_ difference: Double, _ width: Double?, split: Double) throws -> String {
        var tables = Fixtures.optInOnly([Version("iOS", "17.4", 600, 500, 100)])
        let keys: [(String, String?)] = [
            ("app_id", "com.example.reader"), ("base", "asked"), ("experiment", "onboarding"),
            ("variant", "value_first"), ("outcome", "granted"),
        ]
        let ends = { (difference: Double, width: Double?) -> [(String, String?)] in
            [
                ("difference", "\(difference)"), ("difference_low", width.map { "\(difference - $0)" }),
                ("difference_high", width.map { "\(difference + $0)" }),
            ]
        }
        let counts: [(String, String?)] = [
            ("reached", "1100"), ("settled", "2000"), ("reached_control", "1000"), ("settled_control", "2010"),
        ]
        let clear = width.map { abs(difference) > $0 ? "true" : "false" }
        tables["opt_in_experiments"] = [
            Row(
                keys + counts + ends(difference, width) + [
                    ("control", "control"), ("started", "2026-03-20"), ("rate", "0.55"),
                    ("rate_control", "0.497512"), ("is_clear", clear), ("split_p", "\(split)"),
                ])
        ]
        tables["opt_in_experiment_days"] = [("2026-03-28", 0.04, 0.06), ("2026-04-30", difference, width ?? 0)].map {
            Row(keys + counts + ends($0.1, $0.2) + [("day", $0.0)])
        }
        return try Fixtures.site(tables).page("opt-in.html")
    }
}
