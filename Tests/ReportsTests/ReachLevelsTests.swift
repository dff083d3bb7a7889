import PageAccounts
import Pages
import Testing

/// The reach page says who will see a notification, and who left.
@Suite struct ReachLevelsTests {
    private let day = Day("2026-04-30")!

    /// Returns the site of one app whose people have these levels on its last day. `goneBefore`: how many were gone on
    /// an earlier day; nil if there is none.
    private func site(
        _ statuses: [Int], gone: Int = 0, goneBefore: Int? = nil, levels: [Int]?, opens: [Row] = []
    ) -> Site {
        let days: [(Day, Int?)] = [(Day("2026-04-03")!, goneBefore), (day, gone)]
        let rows = days.compactMap { day, gone in
            gone.map { Fixtures.reach("day", nil, nil, statuses, app: "a", day: day, gone: $0, levels: levels) }
        }
        return Fixtures.site([
            "reach_page": rows, "verdicts": [Fixtures.verdict("reach", "held", app: "a")], "opens_by_level": opens,
            "activity_daily": Fixtures.activity([day], app: "a"),
        ])
    }

    @Test func thePageBeginsWithWhoCanBeReachedAndWhoAtOnce() {
        let page = site([560, 60, 0, 380, 0, 0], gone: 250, levels: [410, 120, 80, 10, 0])["reach.html"]
        #expect(page.headline.title == "62.0% can be reached, 41.0% at once")
        #expect(page.numbers["Reached at once"]?.value == "41.0%")
        #expect(page.numbers["Gone"]?.value == "250")
        let some = site([560, 60, 0, 380, 0, 0], levels: [410, 0, 60, 0, 150])["reach.html"]
        #expect(some.headline.title == "62.0% can be reached, at least 41.0% at once")
    }

    @Test func theFirstScreenSaysHowManySeeAnAlertAndHowManyLeft() throws {
        let site = site([560, 60, 0, 380, 0, 0], gone: 250, goneBefore: 210, levels: [410, 120, 75, 10, 5])
        let page = site["reach.html"]
        #expect(
            page.headline.lede == """
                620 of 1,000 installations with a known status could be sent notifications at the end of 30 Apr 2026, \
                410 with an alert that is seen at once, as a banner or on the lock screen; 120 in the scheduled summary, \
                75 where only those who look find them, 10 as a badge or a sound at most, 5 in a way that is not known. \
                250 have left; 40 more than at the end of 3 Apr 2026.
                """)
        #expect(page.numbers["Reached at once"]?.note == "410 of 1,000 with a known status; 5 did not say")
        #expect(page.numbers["Gone"]?.note.hasSuffix("valid; 40 more than at the end of 3 Apr 2026") == true)
        #expect(PageAccount(try page.render(), PageTables(site)).faults == [])
    }

    @Test(
        arguments: [
            (1, 3, "; 2 fewer than at the end of 3 Apr 2026", ". 1 has left; 2 fewer than at the end of 3 Apr 2026."),
            (7, 7, "no longer valid", ". 7 have left."),
        ])
    func howManyLeftIsSaidWithoutSettingsToo(gone: Int, before: Int, note: String, lede: String) throws {
        let site = site([560, 60, 0, 380, 0, 0], gone: gone, goneBefore: before, levels: nil)
        let page = site["reach.html"]
        #expect(page.numbers["Gone"]?.note.hasSuffix(note) == true && page.headline.lede.hasSuffix(lede))
        #expect(PageAccount(try page.render(), PageTables(site)).faults == [])
    }

    /// The fall is told as the push service's, not as the app's.
    @Test(arguments: [("push_service", false), (nil, true)] as [(String?, Bool)])
    func aFallThatThePushServiceExplainsIsNotToldAsTheApps(explainedBy: String?, isOfApp: Bool) {
        let service = Fixtures.verdict(
            "push_service", "rose", "all", "",
            ["value": "0.041", "before": "0.002", "from_day": "2026-04-02", "told": "2026-04-02"], app: nil)
        let reach = Fixtures.verdict("reach", "fell", "all", "", ["explained_by": explainedBy], app: "a")
        let site = Fixtures.site([
            "reach_page": [Fixtures.reach("day", nil, nil, [560, 60, 0, 380, 0, 0], app: "a", day: day)],
            "verdicts": [reach, service], "activity_daily": Fixtures.activity([day], app: "a"),
        ])
        let rest = site["reach.html"].headline.rest
        #expect(rest.contains("The push service dropped 4.1% of the people") && rest.contains("not the apps."))
        #expect(rest.contains("Reach of active people fell") == isOfApp)
    }

    @Test func withoutSettingsThePageSaysNothingOfLevels() throws {
        let none = site([560, 60, 0, 380, 0, 0], levels: nil)
        #expect(none["reach.html"].headline.title == "47.0% of active people can be reached")
        #expect(none["reach.html"].numbers["Reached at once"] == nil && none["reach.html"].numbers["Gone"] == nil)
        #expect(try !none.page("reach.html").contains("id=\"levels\""))
        #expect(none["index.html"].numbers["Reach of active people"]?.note.contains("at once") == false)
    }

    @Test func theOverviewSaysBoth() {
        let page = site([560, 60, 0, 380, 0, 0], levels: [410, 120, 80, 10, 0])["index.html"]
        let note = page.numbers["Reach of active people"]?.note
        #expect(note?.hasSuffix("; 41.0% of all are reached at once") == true)
        let some = site([560, 60, 0, 380, 0, 0], levels: [410, 0, 60, 0, 150])["index.html"]
        let atLeast = some.numbers["Reach of active people"]?.note
        #expect(atLeast?.hasSuffix("; at least 41.0% of all are reached at once") == true)
    }

    @Test func opensAreToldByLevelInTheOrderOfTheLevels() throws {
        let sends = [("", 40, 1), ("prominent", 900, 90), ("quiet", 300, 6), ("unknown", 100, 5)]
        let opens = sends.map { level, sent, opened in
            Row(
                [
                    ("app_id", "a"), ("level", level.isEmpty ? nil : level), ("sent_24h", "\(sent)"),
                    ("opened_24h", "\(opened)"),
                ] + Fixtures.rate("open_rate_24h", opened, of: sent))
        }
        let html = try site([560, 60, 0, 380, 0, 0], levels: [410, 120, 80, 10, 0], opens: opens).page("reach.html")
        let names = ["At once", "Quietly", "Unknown", "Not reachable"]
        let places = names.map { html.range(of: ">\($0)<", from: "level-opens") }
        #expect(!places.contains(nil) && places == places.sorted { $0! < $1! })
    }
}

extension String {
    /// Returns the offset of `text` after that of `start`; nil if either is not there.
    fileprivate func range(of text: String, from start: String) -> Int? {
        guard let first = firstRange(of: start), let found = self[first.upperBound...].firstRange(of: text) else {
            return nil
        }
        return distance(from: startIndex, to: found.lowerBound)
    }
}
