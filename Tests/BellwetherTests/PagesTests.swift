import Foundation
import TestSupport
import Testing

/// The ranges of a report.
@Suite struct PagesTests {
    @Test func theTablesOfAShorterRangeAreThoseOfAReportOfItAlone() async throws {
        try await withProgram { bench in
            try bench.fill(installations: 3_000, days: 60, apps: 2)
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
            try bench.fill(installations: 2_000, days: 120)
            try bench.run("report", "--quiet", "--out", "r")
            for (folder, pages, isCovered) in [
                ("", "90-days/", false), ("28-days/", "", true), ("7-days/", "7-days/", true),
            ] {
                let rows = try bench.rows(of: "r/latest/\(folder)csv/verdicts.csv").filter { $0["dimension"] == "all" }
                let large = rows.filter { $0["kind"] != "too_few" }
                #expect(!large.isEmpty)
                for row in large {
                    #expect((row["kind"] == "nothing_before") == !isCovered, "\(folder) \(row["metric"]!)")
                }
                let page = try bench.read("r/latest/\(pages)index.html")
                #expect(page.contains("There is no earlier period to compare with") == !isCovered)
            }
        }
    }
}

extension String {
    /// Returns the date `days` days later; both dates are `yyyy-mm-dd`.
    fileprivate func adding(days: Int) -> String? {
        let style = Date.ISO8601FormatStyle().year().month().day()
        return (try? style.parse(self)).map { style.format($0.addingTimeInterval(Double(days) * 86_400)) }
    }
}

extension Workbench {
    /// Returns the rows of a table, as cells by column name. Doesn't handle quoted cells.
    fileprivate func rows(of table: String) throws -> [[String: String]] {
        let lines = try read(table).split(separator: "\n").map {
            $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        }
        return lines.dropFirst().map { Dictionary(uniqueKeysWithValues: zip(lines[0], $0)) }
    }

    /// Returns the last day of a report's range.
    fileprivate func lastDay(of folder: String) throws -> String {
        let manifest = try read(folder + "manifest.json")
        return String(try #require(manifest.firstMatch(of: /"to"\s*:\s*"([0-9-]*)"/)).output.1)
    }
}
