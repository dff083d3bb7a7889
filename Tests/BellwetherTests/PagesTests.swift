import Foundation
import Testing

/// Numbers of pages against the tables beside them.
@Suite struct PagesTests {
    @Test func everyNumberOfAPageIsThatOfItsTable() async throws {
        try await withProgram { bench in
            try bench.simulate(installations: 4_000, days: 90)
            try bench.run("ingest", "--quiet", "events.ndjson")
            try bench.run("project", "--quiet")
            for options in [[], ["--minimum-cell", "12"]] {
                #expect(try bench.attempt(["report", "--quiet", "--out", "r"] + options).status == 0)
                for table in Self.byVersion { try Self.expectRows(of: table, in: bench) }
            }
            try bench.run("report", "--quiet", "--out", "r")
            for table in Self.byDay { try Self.expectDays(of: table, in: bench) }
        }
    }

    /// A table, the page and figure that show its rows, the base of its rate, and the counts in the order of the cells.
    private typealias Shown = (table: String, page: String, figure: String, rate: String, counts: [String])

    private static let answers = ["granted", "denied", "undecided", "open_window", "prompted"]
    private static let byVersion: [Shown] = [
        ("opt_in_by_os", "opt-in", "versions", "grant_rate", answers),
        ("opt_in_by_app_version", "opt-in", "app-versions", "grant_rate", answers),
        (
            "provisional_by_os", "provisional", "outcomes", "keep_rate",
            [
                "kept_prominent", "kept_quiet", "kept_unspecified", "upgraded", "turned_off", "refused", "pending",
                "started",
            ]
        ),
        ("win_back_by_os", "win-back", "returns", "return_rate", ["asked", "went", "returned"]),
    ]

    private static let byDay: [(table: String, page: String, figure: String, counts: [String])] = [
        ("opens_daily", "opens", "direct", ["sent", "direct_opens"]),
        ("opens_daily", "opens", "influenced", ["sent", "influenced_opens"]),
        ("reach_daily", "reach", "moves", ["gained", "lost"]),
        ("activity_daily", "reach", "living", ["active_28d", "reachable_28d"]),
    ]

    /// Each row of the table has the same counts on the page, and the same rate and interval where they are shown.
    private static func expectRows(of shown: Shown, in bench: Workbench) throws {
        let cells = try cells(of: shown.figure, on: shown.page, in: bench)
        let rows = try table(shown.table, in: bench)
        #expect(rows.count > 3)
        for row in rows {
            let name = row["os_name"].map { "\($0) \(row["os_version"]!)" } ?? row["app_version"]!
            let found = try #require(cells[name.isEmpty ? "no version" : name], "\(shown.table): \(name)")
            #expect(found.dropFirst(2) == shown.counts.map { count(row[$0]!) }[...], "\(shown.table): \(name)")
            guard let rate = Double(row[shown.rate]!), found[0].hasSuffix("%") else { continue }
            #expect(found[0] == percent(rate) + "\u{202F}%", "\(shown.table): \(name)")
            let ends = ["_low", "_high"].map { percent(Double(row[shown.rate + $0]!)!) }
            #expect(found[1] == ends.joined(separator: "–"), "\(shown.table): \(name)")
        }
        #expect(cells.values.contains { $0[0].hasSuffix("%") })
    }

    /// The rows of a day add up to the page's row of it.
    private static func expectDays(
        of shown: (table: String, page: String, figure: String, counts: [String]), in bench: Workbench
    ) throws {
        let cells = try cells(of: shown.figure, on: shown.page, in: bench)
        let days = Dictionary(grouping: try table(shown.table, in: bench)) { $0["day"]! }
        #expect(!cells.isEmpty)
        for (day, rows) in days {
            let sums = shown.counts.map { column in rows.reduce(0) { $0 + Int($1[column]!)! } }
            guard let found = cells[name(ofDay: day)] else {
                #expect(sums[0] == 0, "\(shown.table): \(day) is not on the page")
                continue
            }
            #expect(found.prefix(sums.count) == sums.map { count(String($0)) }[...], "\(shown.figure): \(day)")
        }
    }
}

extension PagesTests {
    /// Rows by their columns; the tables read here need no quotes.
    private static func table(_ name: String, in bench: Workbench) throws -> [[String: String]] {
        let lines = try bench.read("r/latest/csv/\(name).csv").split(separator: "\n").map {
            $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        }
        return lines.dropFirst().map { Dictionary(uniqueKeysWithValues: zip(lines[0], $0)) }
    }

    /// The cells with numbers of a figure's table by the name of their row.
    private static func cells(of figure: String, on page: String, in bench: Workbench) throws -> [String: [String]] {
        let html = try bench.read("r/latest/\(page).html")
        let start = try #require(html.range(of: "id=\"app-1-\(figure)\"")).upperBound
        let end = try #require(html.range(of: "</figure>", range: start..<html.endIndex)).lowerBound
        let rows = html[start..<end].components(separatedBy: "<tr").filter { $0.contains("scope=\"row\"") }
        return Dictionary(
            rows.map { row in
                (
                    String(row.firstMatch(of: /<bdi>([^<]*)<\/bdi>/)!.output.1),
                    row.matches(of: /<td class="n[^>]*>([^<]*)<\/td>/).map { String($0.output.1) }
                )
            }, uniquingKeysWith: { first, _ in first })
    }

    private static func count(_ text: String) -> String {
        guard let number = Int(text) else { return "–" }
        return number < 1000 ? text : "\(number / 1000),\(String(format: "%03d", number % 1000))"
    }

    private static func percent(_ fraction: Double) -> String {
        String(format: "%.1f", (fraction * 1000).rounded() / 10)
    }

    private static func name(ofDay day: String) -> String {
        let parts = day.split(separator: "-").map { Int($0)! }
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        return "\(parts[2]) \(months[parts[1] - 1]) \(parts[0])"
    }
}
