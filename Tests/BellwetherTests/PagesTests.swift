import Foundation
import Testing

/// Numbers of pages against the tables beside them: every page, app and range.
@Suite struct PagesTests {
    @Test func everyNumberOfAPageIsThatOfItsTable() async throws {
        try await withProgram { bench in
            try bench.simulate(installations: 6_000, days: 90, apps: 3)
            try bench.run("ingest", "--quiet", "events.ndjson")
            try bench.run("project", "--quiet")
            try bench.run("report", "--quiet", "--out", "r")
            let apps = try bench.apps(of: "r/latest/")
            #expect(apps.count == 3)
            for folder in ["r/latest/", "r/latest/28-days/", "r/latest/7-days/"] {
                for (number, app) in apps.enumerated() {
                    let report = ShownReport(bench: bench, folder: folder, app: app)
                    try report.expectPages(in: folder, section: number + 1, sections: 3, withSums: true)
                    try report.expectPages(in: folder + app + "/", section: 1, sections: 1, withSums: true)
                }
            }
            for app in apps { try ShownReport(bench: bench, folder: "r/latest/", app: app).expectParts() }
        }
    }

    @Test func aWithheldNumberIsADash() async throws {
        try await withProgram { bench in
            try bench.simulate(installations: 4_000, days: 90)
            try bench.run("ingest", "--quiet", "events.ndjson")
            try bench.run("project", "--quiet")
            try bench.run("report", "--quiet", "--out", "r", "--minimum-cell", "12")
            let apps = try bench.apps(of: "r/latest/")
            for folder in ["r/latest/", "r/latest/7-days/"] {
                try ShownReport(bench: bench, folder: folder, app: apps[0])
                    .expectPages(in: folder, section: 1, sections: 1, withSums: false)
            }
        }
    }

    @Test func theTablesOfAShorterRangeAreThoseOfAReportOfItAlone() async throws {
        try await withProgram { bench in
            try bench.simulate(installations: 3_000, days: 60, apps: 2)
            try bench.run("ingest", "--quiet", "events.ndjson")
            try bench.run("project", "--quiet")
            for options in [[], ["--minimum-cell", "12"]] {
                #expect(try bench.attempt(["report", "--quiet", "--out", "r"] + options).status == 0)
                let to = try bench.lastDay(of: "r/latest/")
                for days in [7, 28] {
                    let from = try #require(to.adding(days: 1 - days))
                    let range = ["--from", from, "--to", to]
                    #expect(try bench.attempt(["report", "--quiet", "--out", "alone"] + range + options).status == 0)
                    let tables = try FileManager.default.contentsOfDirectory(
                        atPath: bench.folder + "/alone/latest/csv")
                    #expect(tables.count > 15)
                    for table in tables {
                        let alone = try bench.read("alone/latest/csv/" + table)
                        let isEqual = try bench.read("r/latest/\(days)-days/csv/" + table) == alone
                        #expect(isEqual, "\(days) days \(options): \(table)")
                    }
                }
            }
        }
    }

    @Test func aRangeBeforeThatTheLogDoesNotCoverIsNotComparedWith() async throws {
        try await withProgram { bench in
            try bench.simulate(installations: 2_000, days: 120)
            try bench.run("ingest", "--quiet", "events.ndjson")
            try bench.run("project", "--quiet")
            try bench.run("report", "--quiet", "--out", "r")
            for (folder, isCovered) in [("", false), ("28-days/", true), ("7-days/", true)] {
                for row in try bench.table("key_numbers", in: "r/latest/" + folder, app: "") {
                    #expect(row["part_before"]!.isEmpty == !isCovered, "\(folder) \(row["measure"]!)")
                }
                let page = try bench.read("r/latest/\(folder)index.html")
                #expect(page.contains("do not reach back over all of the") == !isCovered)
                #expect(page.contains("Changes are against") == isCovered)
            }
        }
    }
}

extension String {
    /// The day so many days after this one, both as `yyyy-mm-dd`.
    fileprivate func adding(days: Int) -> String? {
        let style = Date.ISO8601FormatStyle().year().month().day()
        return (try? style.parse(self)).map { style.format($0.addingTimeInterval(Double(days) * 86_400)) }
    }
}

extension Workbench {
    /// The last day of a report.
    fileprivate func lastDay(of folder: String) throws -> String {
        let manifest = try read(folder + "manifest.json")
        return String(try #require(manifest.firstMatch(of: /"to"\s*:\s*"([0-9-]*)"/)).output.1)
    }

    /// The apps of a report, in the order of its pages.
    fileprivate func apps(of folder: String) throws -> [String] {
        let lines = try read(folder + "csv/opt_in_by_os.csv").split(separator: "\n").dropFirst()
        return Set(lines.map { String($0.prefix { $0 != "," }) }).sorted()
    }
}
