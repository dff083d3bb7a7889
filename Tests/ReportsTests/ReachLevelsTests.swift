import Pages
import Testing

/// The reach page says who will see a notification, and who left.
@Suite struct ReachLevelsTests {
    private let day = Day("2026-04-30")!

    /// Returns the site of one app whose people have these levels on its only day.
    private func site(_ statuses: [Int], gone: Int = 0, levels: [Int]?, opens: [Row] = []) -> Site {
        let row = Fixtures.reach("day", nil, nil, statuses, app: "a", day: day, gone: gone, levels: levels)
        return Fixtures.site([
            "reach_page": [row], "verdicts": [Fixtures.verdict("reach", "held", app: "a")], "opens_by_level": opens,
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
