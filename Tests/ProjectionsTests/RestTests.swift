import Pages
import Postgres
import Projections
import Reports
import TestSupport
import Testing

/// A report shows the largest values of a dimension, and adds up the others.
@Suite struct RestTests {
    /// Prompts of 5, 4, 3, 2 and 1 people, on as many OS versions, at as many placements with as many variants, and as many
    /// campaigns that were sent to them.
    private static let lines = (1...5).flatMap { value in
        (1...(6 - value)).flatMap { person in
            let installation = value * 10 + person
            return [
                line(
                    "prompt_shown", installation, at: 0, installation: installation, version: "17.\(value)",
                    data: ["placement": "p\(value)", "variant": "v\(value)"]),
                line("prompt_granted", 100 + installation, at: 60, installation: installation, version: "17.\(value)"),
                sent(
                    "n\(installation)", 200 + installation, at: 120, campaign: "c\(value)", installation: installation),
            ]
        }
    }

    private static func request(showing values: Int, minimumCell: Int = 0) -> ReportRequest {
        var request = ReportRequest(minimumCell: minimumCell)
        request.valuesShown = values
        return request
    }

    private static func files(_ history: History, _ request: ReportRequest) async throws -> [String: String] {
        try await history.makeReport(request).texts
    }

    /// Returns the cells of a column, and those of the first column after it that is a count, of each row of a file; of one
    /// dimension if it has any.
    private static func rows(
        _ csv: String?, _ name: String, _ count: String, of dimension: String? = nil
    ) -> [String] {
        let lines = (csv ?? "").split(separator: "\n").map {
            $0.split(separator: ",", omittingEmptySubsequences: false)
        }
        guard let head = lines.first, let key = head.firstIndex(of: name[...]),
            let number = head.firstIndex(of: count[...])
        else { return [] }
        return lines.dropFirst().filter { dimension == nil || $0[1] == dimension! }.map { "\($0[key]) \($0[number])" }
    }

    @Test func aReportAddsUpAllButTheLargestValues() async throws {
        try await History.run { history in
            try await history.ingest(Self.lines + [appOpened(999, at: 10 * day, installation: 11, os: "17.1")])
            let files = try await Self.files(history, Self.request(showing: 3))
            let versions = ["17.1 5", "17.2 4", "17.3 3", "(other) 3"]
            #expect(Self.rows(files["csv/opt_in_by_os.csv"], "os_version", "prompted") == versions)
            #expect(Self.rows(files["csv/opt_in_daily.csv"], "os_version", "prompted") == versions)
            #expect(Self.rows(files["csv/reach_daily.csv"], "os_version", "authorized").prefix(4) == versions[...])
            #expect(Self.rows(files["csv/opens_daily.csv"], "os_version", "sent").prefix(4) == versions[...])
            let variants = ["(other) 3", "v1 5", "v2 4", "v3 3"]
            #expect(Self.rows(files["csv/opt_in_by.csv"], "name", "prompted", of: "variant") == variants)
            let campaigns = ["(other) 3", "c1 5", "c2 4", "c3 3"]
            #expect(Self.rows(files["csv/opens_by_campaign.csv"], "campaign", "sent") == campaigns)
            let changes = Self.rows(files["csv/opt_in_changes.csv"], "name", "prompted")
            #expect(changes.filter { $0.hasPrefix("(other)") } == ["(other) 3", "(other) 3", "(other) 3"])
            let all = try await history.log.rows("SELECT sum(prompted), count(*) FROM analytics.opt_in_by_os")
            #expect(all == [["15", "5"]], "analysts see every value")
        }
    }

    @Test func upToThatManyValuesNothingIsAddedUp() async throws {
        try await History.run { history in
            try await history.ingest(Self.lines + [appOpened(999, at: 10 * day, installation: 11, os: "17.1")])
            #expect(
                try await Self.files(history, Self.request(showing: 5))
                    == Self.files(history, Self.request(showing: 1_000)))
        }
    }

    @Test func whatIsAddedUpIsSaid() async throws {
        try await History.run { history in
            try await history.ingest(Self.lines + [appOpened(999, at: 10 * day, installation: 11, os: "17.1")])
            let files = try await Self.files(history, Self.request(showing: 3))
            let manifest = files["manifest.json"] ?? ""
            for dimension in ["os_version", "placement", "variant", "campaign"] {
                #expect(manifest.contains("\"dimension\" : \"\(dimension)\""))
            }
            #expect(manifest.contains("\"values\" : 5"))
            #expect(
                files["index.html"]?.contains("adds up all but the 3 largest values: there are 5 campaigns") == true)
        }
    }

    @Test func theRestHasASmallBaseIfEachOfItsCampaignsWasSentToFew() async throws {
        try await History.run { history in
            let lines = (1...4).flatMap { value in
                (1...3).map {
                    sent("n\(value)\($0)", value * 10 + $0, at: 0, campaign: "c\(value)", installation: value)
                }
            }
            try await history.ingest(lines + [appOpened(999, at: 10 * day, installation: 11)])
            let files = try await Self.files(history, Self.request(showing: 2, minimumCell: 2))
            let rows = Self.rows(files["csv/opens_by_campaign.csv"], "campaign", "sent")
            #expect(rows == ["(other) ", "c1 ", "c2 "])
        }
    }

    @Test func aValueWithTheNameOfTheRestIsInIt() async throws {
        try await History.run { history in
            let lines = [5, 4, 3, 6].enumerated().flatMap { value, people in
                (1...people).map { person in
                    line(
                        "prompt_shown", value * 10 + person, at: 0, installation: value * 10 + person,
                        data: ["variant": people == 6 ? "(other)" : "v\(value)"])
                }
            }
            try await history.ingest(lines + [appOpened(999, at: 10 * day, installation: 11)])
            let files = try await Self.files(history, Self.request(showing: 2))
            let rows = Self.rows(files["csv/opt_in_by.csv"], "name", "prompted", of: "variant")
            #expect(rows == ["(other) 9", "v0 5", "v1 4"])
        }
    }

    /// 10,000 experiments of two people each, or one of 10,000 arms. A report compares two variants of 1,000 experiments
    /// and of the others, or 1,000 of 1,001 variants with the control, for two outcomes.
    @Test(arguments: [(people: 200, experiments: 100, rows: 2_002), (10_000, 1, 2_000)])
    func tenThousandExperimentsOrArmsChangeNoOtherTable(people: Int, experiments: Int, rows: Int) async throws {
        let asked = (0..<people).flatMap { person in
            [
                line("status_observed", 1, at: 0, installation: person + 1, data: ["status": "not_determined"]),
                line("prompt_shown", 2, at: 20, installation: person + 1),
                line("prompt_granted", 3, at: 30, installation: person + 1),
            ]
        }
        let assigned = (0..<people).flatMap { person in
            (0..<experiments).map { place in
                line(
                    "experiment_assigned", 10 + place, at: 10, installation: person + 1,
                    data: experiments == 1
                        ? ["experiment": "e", "variant": "v\(person)"]
                        : ["experiment": "e\(person / 2)-\(place)", "variant": "v\(person % 2)"])
            }
        }
        let (before, after) = (try await Self.tables(of: asked), try await Self.tables(of: asked + assigned))
        // The latter two count events.
        let own = ["opt_in_experiments", "opt_in_experiment_days", "data_quality", "deliveries_daily"]
        for (path, text) in before where !own.contains(where: { path.hasSuffix("/\($0).csv") }) {
            #expect(after[path] == text, "\(path)")
        }
        let compared = after["csv/opt_in_experiments.csv"]?.split(separator: "\n").dropFirst()
        #expect(compared?.count == rows)
    }

    /// Returns the CSV files of a report on events, ten days later.
    private static func tables(of lines: [String]) async throws -> [String: String] {
        try await History.run(stepSize: 100) { history in
            try await history.ingest(lines + [appOpened(9, at: 10 * day)])
            return try await files(history, ReportRequest()).filter { $0.key.hasSuffix(".csv") }
        }
    }

    /// Version 17.3 leaves the shown ones for 17.4 and 17.5.
    @Test func aVersionThatIsAddedUpThenOrNowIsNoRestatement() async throws {
        try await History.run { history in
            try await history.ingest(Self.lines + [appOpened(999, at: 10 * day, installation: 11, os: "17.1")])
            try await history.report(Self.request(showing: 3))
            let late = [4, 4, 4, 4, 5, 5, 5, 5, 5, 1].enumerated().map { place, version in
                line(
                    "prompt_shown", 500 + place, at: 30, installation: 500 + place, version: "17.\(version)",
                    received: 11 * day)
            }
            try await history.ingest(late)
            let restated = try await history.report(Self.request(showing: 3)).filter { $0.contains(",prompted,") }
            #expect(restated == ["com.example.shop,opt_in_daily,2026-03-01,iOS,17.1,prompted,5,6,10"])
        }
    }
}
