import EventLog
import Pages
import Postgres
import Projections
import Reports
import TestSupport
import Testing

/// Which rows lose their numbers because few people are in them, or because those of another row would follow from them.
@Suite struct WithheldTests {
    /// People who were asked on one day, by OS version.
    private static func asked(_ versions: [(version: String, people: Int)]) -> [String] {
        var person = 0
        return versions.flatMap { version, people in
            (0..<people).map { _ in
                person += 1
                return line("prompt_shown", person, at: 0, installation: person, version: version)
            }
        }
    }

    private static let request = ReportRequest(
        from: Day("2026-03-01"), to: Day("2026-03-02"), minimumCell: 5)

    /// The fixed point: a row that goes with one group can leave another group with just one.
    @Test(arguments: [
        // Nothing is small; two are small; one is small, and the smallest of those that are large enough goes too.
        ("{5,6,0}", "{{a},{a},{a}}", "{}"), ("{4,6,3}", "{{a},{a},{a}}", "{1,3}"),
        ("{4,9,0,6,6}", "{{a},{a},{a},{a},{a}}", "{1,4}"),
        // Of another group nothing goes, and nothing of a group that has only rows of nobody besides.
        ("{4,6,7,6}", "{{a},{b},{a},{b}}", "{1,3}"), ("{4,0}", "{{a},{a}}", "{1}"), ("{4,9}", "{{a},{NULL}}", "{1}"),
        // The second kind of group takes the third row, with which the first kind takes the fourth.
        ("{4,9,7,8,9}", "{{a,x},{c,y},{b,x},{b,z},{b,w}}", "{1,3,4}"),
    ])
    func aRowThatIsAloneInAGroupIsWithheldWithTheSmallestOther(bases: String, groups: String, places: String)
        async throws
    {
        try await History.run { history in
            let found = try await history.log.rows(
                """
                SELECT ARRAY(SELECT unnest(metric.withheld_places('\(bases)', '\(groups)', 5)) ORDER BY 1)
                """)
            #expect(found == [[places]])
        }
    }

    @Test func aVersionBesideTheSumOfItsMajorIsWithheldWithAnother() async throws {
        try await History.run { history in
            let versions = [("15.0", 2), ("15.1", 40), ("16.4", 10), ("16.5", 12)]
            try await history.ingest(Self.asked(versions) + [appOpened(900, at: 10 * day, installation: 900)])
            let changes = try await history.report(Self.request, "opt_in_changes")
            let shown = { (name: String) in
                changes.first { $0.contains(",\(name),") }?.split(separator: ",").count ?? 0 > 3
            }
            #expect(["iOS 15", "iOS 16"].map(shown) == [true, true])
            let names = ["15.0", "15.1", "16.4", "16.5"].map { "iOS " + $0 }
            // 16.4 hides 15.0 in the sum of all, 15.1 in the sum of its major, 16.5 hides 16.4 in the sum of its own.
            #expect(names.map(shown) == [false, false, false, false])
            // The file of the OS versions has no sums of majors.
            let file = try await history.report(Self.request, "opt_in_by_os")
            #expect(file.map { $0.hasSuffix(",,,") } == [true, false, true, false])
            let page = try await history.log.rows(
                """
                SELECT page.os_version, page.is_hidden
                FROM projection.opt_in_page('2026-03-01', '2026-03-02', (SELECT analytics.horizon()), 5) AS page
                WHERE page.level <> 'app'
                ORDER BY page.level DESC, page.os_version
                """)
            #expect(page == ["15.0", "15.1", "16.4", "16.5"].map { [$0, "t"] } + [["15", "f"], ["16", "f"]])
        }
    }

    /// Of the locales of a language, and of those of a region, not just one is withheld: the table has their sums.
    @Test func aLocaleBesideTheSumOfItsLanguageOrRegionIsWithheldWithAnother() async throws {
        try await History.run { history in
            var person = 0
            let asked = [("de_DE", 2), ("de_AT", 9), ("fr_FR", 3), ("en_FR", 8), ("en_US", 7), ("es_ES", 20)]
                .flatMap { locale, people in
                    (0..<people).map { _ in
                        person += 1
                        return line("prompt_shown", person, at: 0, installation: person)
                            .replacing(#""data":{"#, with: #""locale":"\#(locale)","data":{"#)
                    }
                }
            try await history.ingest(asked + [appOpened(900, at: 10 * day, installation: 900)])
            let table = try await history.report(Self.request, "opt_in_by")
            let withheld = { (dimension: String) in
                table.filter { $0.contains(",\(dimension),") && $0.hasSuffix(",,,") }
                    .map { String($0.split(separator: ",")[2]) }
            }
            // de_DE takes de_AT, fr_FR en_FR, which takes en_US.
            #expect(withheld("locale") == ["de_AT", "de_DE", "en_FR", "en_US", "fr_FR"])
            #expect(withheld("language") == ["de", "fr"])
            #expect(withheld("region") == ["DE", "US"])
        }
    }

    /// Rows of few receipts or opens, or of a day with few active people; the others of their trigger beside them.
    @Test func aStateIsOfTheEventsOrOfThoseActiveIfTheyAreFewer() async throws {
        try await History.run { history in
            let opens = { (id: Int, at: Double, people: Int) in
                (0..<8).map { opened(nil, id + $0, at: at, installation: 1 + $0 % people) }
            }
            try await history.ingest(
                opens(1, 0, 8) + opens(20, day, 4) + [appOpened(900, at: 10 * day, installation: 900)])
            let days = ReportRequest(from: Day("2026-03-01"), to: Day("2026-03-02"), minimumCell: 5)
            let states = try await history.report(days, "notification_states_daily")
            #expect(states.map { $0.hasSuffix(",0,8") } == [true, false])
        }
    }

    /// The page adds up days whose rows are withheld, and withholds by the sum.
    @Test func aStateOnThePageIsOfAllItsDays() async throws {
        try await History.run { history in
            let open = { (id: Int, at: Double, state: String) in
                engagement(
                    "notification_opened", id, at: at, ["app_state": state, "trigger": "push"],
                    installation: id % 8 + 1)
            }
            try await history.ingest(
                (1...7).map { open($0, 0, "foreground") } + [open(8, 0, "not_running"), open(9, 0, "background")]
                    + (11...16).map { open($0, day, "background") } + (17...19).map { open($0, day, "not_running") }
                    + [appOpened(900, at: 10 * day, installation: 900)])
            let days = ReportRequest(from: Day("2026-03-01"), to: Day("2026-03-02"), minimumCell: 3)
            let report = try await history.makeReport(days)
            let rows = try #require(report.rows[""]?["notification_states"])
            #expect(rows.map { $0["remote"] } == ["7", "7", "4"])
            #expect(report.texts["csv/notification_states_daily.csv"]?.contains(",push,background,,") == true)
            let few = try await history.makeReport(ReportRequest(from: days.from, to: days.to, minimumCell: 5))
            let shown = try #require(few.rows[""]?["notification_states"]).map { $0["remote"] }
            #expect(shown.compactMap(\.self).count == 1, "one is too small, and another goes with it")
        }
    }
}
