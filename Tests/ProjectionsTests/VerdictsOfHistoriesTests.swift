import Pages
import Reports
import TestSupport
import Testing

/// What is told of histories, at the limits of each rule. Days are numbered from 0, 1 March 2026. The verdicts are those of
/// the 28 days up to day 69, with a horizon on day 70.
@Suite struct VerdictsOfHistoriesTests {
    @Test func aShiftThatANightToldIsToldOfTheVersionThatMoved() async throws {
        // From day 60 on, half as many allow on the first version and twice as many on the second.
        let told = try await told { history in
            for day in 20...68 {
                let (one, other) = day < 60 ? (40, 20) : (20, 40)
                try await history.ingest(
                    self.prompts(on: day, os: "17.4", granted: one, of: 60)
                        + self.prompts(on: day, os: "18.0", granted: other, of: 60))
            }
        }
        #expect(
            told.map { Array($0.prefix(4)) } == [
                ["opt_in", "os_version", "iOS 17.4", "fell"], ["opt_in", "os_version", "iOS 18.0", "rose"],
            ])
    }

    /// How many of the people asked allowed on 17.4 and 18.0, on day 20 and then on day 50, and the rates of the whole
    /// that are told.
    @Test(
        arguments: [
            // The rates on the two versions stay at 60% and 20%; the share of people asked on the first one falls from
            // two thirds to one third.
            ([(480, 800), (80, 400), (240, 400), (160, 800)], ["fell", "0.333333", "0.466667"]),
            // The rates fall from 80% to 68% and from 40% to 28%, but the share of people asked on the better version
            // rises from 10% to 90%: the whole rises from 44% to 64%.
            ([(80, 100), (360, 900), (612, 900), (28, 100)], ["rose", "0.640000", "0.440000"]),
            // The rates fall from 60% to 50% and from 40% to 30%, but the share of people asked on the better version
            // rises from 50% to 90%: the whole goes from 50% to 48%.
            ([(174, 290), (116, 290), (450, 900), (30, 100)], nil),
        ] as [([(granted: Int, people: Int)], [String]?)])
    func otherPeopleBeingAskedIsAChangeOfTheWhole(asked: [(granted: Int, people: Int)], rates: [String]?) async throws {
        let found = try await told { history in
            for (place, cell) in asked.enumerated() {
                let (day, os) = (place < 2 ? 20 : 50, place % 2 == 0 ? "17.4" : "18.0")
                try await history.ingest(prompts(on: day, os: os, granted: cell.granted, of: cell.people))
            }
        }
        #expect(found == (rates.map { [["opt_in", "all", ""] + $0] } ?? []))
    }

    @Test func aChangeOfOpensWithin24HoursIsOfTheWhole() async throws {
        let found = try await told { history in
            try await history.ingest(sends(on: 20, opened: 240, of: 400) + sends(on: 50, opened: 160, of: 400))
        }
        #expect(found == [["opens", "all", "", "fell", "0.400000", "0.600000"]])
    }

    @Test func opensAfter24HoursAndSendsOfTheLast24AreInNoComparison() async throws {
        // The horizon is 60 s after the end of day 69.
        let found = try await told { history in
            try await history.ingest(
                sends(on: 20, opened: 200, of: 400) + sends(on: 50, opened: 200, of: 400)
                    + sends(on: 69, opened: 0, of: 300, from: 120) + sends(on: 51, opened: 0, of: 1))
        }
        #expect(found.isEmpty)
    }

    @Test func aVersionThatStopsIsToldAndOneThatFadesIsNot() async throws {
        let found = try await told { history in
            for day in 50...69 {
                try await history.ingest(opens(of: "1.0", on: day, 30))
                if day <= 60 { try await history.ingest(opens(of: "1.1", on: day, 25)) }
                if day <= 60 { try await history.ingest(opens(of: "1.2", on: day, 4 * (61 - day))) }
            }
        }
        #expect(found == [["silent", "app_version", "1.1", "fell", nil, nil]])
    }

    @Test func aSilenceHasTheDaysOfItsSender() async throws {
        let since = ["since", "since_from", "since_to"].map { "\($0) - DATE '2026-03-01'" }.joined(separator: ", ")
        let found = try await told("name, \(since), cardinality(days), people[1:2]") { history in
            for day in 50...69 {
                try await history.ingest(opens(of: "1.0", on: day, 30))
                if day <= 60 { try await history.ingest(opens(of: "1.1", on: day, day == 51 ? 26 : 25)) }
            }
        }
        #expect(found == [["1.1", "61", "60", "61", "11", "{25,26}"]])
    }

    @Test func aGapThatIsUsualIsNoSilence() async throws {
        // Both versions send on five days of seven, and the last two days are without events. Version 1.1 also missed
        // the five days before.
        let found = try await told { history in
            for day in 35...67 where day % 7 < 5 {
                try await history.ingest(opens(of: "1.0", on: day, 30))
                if day < 63 { try await history.ingest(opens(of: "1.1", on: day, 30)) }
            }
        }
        #expect(found == [["silent", "app_version", "1.1", "fell", nil, nil]])
    }

    @Test func aFewStragglersAreNoSilence() async throws {
        // A release of three months ago: its opens dwindle, then come only every other day, then end.
        let found = try await told { history in
            for day in 1...69 {
                try await history.ingest(opens(of: "2.0", on: day, 40))
                let left = max(60 - 2 * day, day.isMultiple(of: 2) ? 22 : 0)
                if day < 60 { try await history.ingest(opens(of: "1.0", on: day, left)) }
            }
        }
        #expect(found.isEmpty)
    }

    @Test func eventsWithoutAVersionCountOnceForTheirApp() async throws {
        let found = try await told { history in
            for day in 50...60 {
                try await history.ingest(opens(of: nil, on: day, 12, app: "b") + opens(of: nil, on: day, 20, app: "c"))
            }
        }
        #expect(found == [["silent", "all", "", "fell", nil, nil]], "12 a day are too few to miss, 20 are not")
    }

    @Test func whatCameAfterTheHorizonNeitherBreaksASilenceNorIsLate() async throws {
        // Version 1.1 keeps sending, but its events from day 61 arrive on day 80.
        let found = try await told(asOf: 70 * day + 120) { history in
            for day in 50...69 {
                try await history.ingest(
                    opens(of: "1.0", on: day, 150) + opens(of: "1.1", on: day, 25, heldBack: day > 60))
            }
        }
        #expect(found == [["silent", "app_version", "1.1", "fell", nil, nil]])
    }

    @Test func whatAskedCountsAmongWhatAVersionSent() async throws {
        // On day 68 version 1.1 prompts a user and sends nothing else. The late event makes the query read the log.
        let found = try await told(asOf: 70 * day + 120) { history in
            for day in 50...69 {
                try await history.ingest(opens(of: "1.0", on: day, 30))
                if day < 60 { try await history.ingest(opens(of: "1.1", on: day, 25)) }
            }
            let asked = line("prompt_shown", 1, at: 68 * day).replacing(#""data":{}"#, with: #""app_version":"1.1""#)
            try await history.ingest([asked] + opens(of: "1.0", on: 40, 1, heldBack: true))
        }
        #expect(found.isEmpty)
    }

    @Test func rejectsAreOfAllAppsWhicheverAppAReportIsOf() async throws {
        let found = try await History.run { history in
            for app in ["com.example.shop", "com.example.other"] {
                try await history.ingest(
                    opens(of: nil, on: 1, 1, app: app) + prompts(on: 20, os: "17.4", granted: 240, of: 400, app: app)
                        + prompts(on: 50, os: "17.4", granted: 160, of: 400, app: app))
            }
            let good = opens(of: "1.0", on: 65, 1_000, app: "com.example.other")
            let bad = good.prefix(20).map { $0.replacing("app_opened", with: "app_closed") }
            _ = try await history.report(of: good + bad, batchSize: 1_000)
            try await history.ingest([line("app_opened", 9_999_999, at: 70 * day + 60, installation: 9_999_999)])
            return try await history.makeReport(ReportRequest(app: "com.example.shop")).findings
        }
        #expect(found.map { [$0.metric, $0.appID] } == [["rejects", nil], ["opt_in", "com.example.shop"]])
        #expect(found.allSatisfy { $0.severity == .alert }, "no report told them before")
    }

    /// Ingests events and returns what changed and is explained by no other change: metric, dimension, name, kind, value and
    /// before. Leaves out people asked, whom these histories ask on few days.
    private func told(
        _ columns: String = "metric, dimension, name, kind, value, before",
        asOf: Double? = nil, _ tell: (History) async throws -> Void
    ) async throws -> [[String?]] {
        let horizon = asOf.map { "'\(time($0))'" } ?? "NULL"
        return try await History.run { history in
            // A range before the app's first day has no numbers.
            try await history.ingest([line("app_opened", 9_999_998, at: day, installation: 9_999_998)])
            try await tell(history)
            try await history.ingest([line("app_opened", 9_999_999, at: 70 * day + 60, installation: 9_999_999)])
            try await history.project()
            return try await history.log.rows(
                """
                SELECT \(columns)
                FROM projection.verdicts_page(
                    DATE '2026-03-01' + 42, DATE '2026-03-01' + 69, (SELECT metric.cutoff(\(horizon))), 0, NULL
                ) AS verdict
                WHERE verdict.kind IN ('fell', 'rose') AND verdict.explained_by IS NULL AND verdict.metric <> 'asked'
                """)
        }
    }

    /// Returns the first prompts of this many people on a day, answered `wait` seconds later. Answers after the horizon
    /// are left out.
    private func prompts(
        on place: Int, os: String, granted: Int, of people: Int, app: String = "com.example.shop",
        after wait: Double = 10
    ) -> [String] {
        (0..<people).flatMap { person in
            let who = place * 100_000 + Int(os.split(separator: ".").joined())! * 1_000 + person
            let at = Double(place) * day + Double(person)
            let prompt = line("prompt_shown", 2 * who, at: at, installation: who, version: os, app: app)
            guard at + wait < 70 * day else { return [prompt] }
            let answer = person < granted ? "prompt_granted" : "prompt_denied"
            return [
                prompt, line(answer, 2 * who + 1, at: at + wait, installation: who, version: os, app: app),
            ]
        }
    }

    /// Returns sends to this many people on a day, from this second of it on; `count` of them are opened ten seconds
    /// later.
    private func sends(on place: Int, opened count: Int, of people: Int, from second: Double = 0) -> [String] {
        (0..<people).flatMap { person in
            let who = place * 1_000 + person
            let at = Double(place) * day + second + Double(person)
            let send = sent("n", 2 * who, at: at, installation: who)
            return person < count ? [send, opened("n", 2 * who + 1, at: at + 10, installation: who)] : [send]
        }
    }

    /// Returns app opens of an app version, or without one, on a day. Held-back events are received on day 80, others
    /// immediately.
    private func opens(
        of version: String?, on place: Int, _ count: Int, app: String = "com.example.shop", heldBack: Bool = false
    ) -> [String] {
        (0..<count).map { number in
            let release = version.map { Int($0.split(separator: ".").joined())! } ?? 0
            return engagement(
                "app_opened", place * 1_000 + number + release * 1_000_000, at: Double(place) * day + Double(number),
                received: heldBack ? 80 * day : nil, app: app, version: version)
        }
    }
}
