import Foundation
import Simulation
import Testing

private let simulation = Simulation(installations: 3_000, days: 120, seed: 3, apps: 3)
private let truth = simulation.truth()

@Suite struct TruthTests {
    /// Returns the rows of a table, each as its cells by column name.
    private func rows(_ name: String, of other: Simulation? = nil) throws -> [[String: String]] {
        let csv = try #require((other?.truth() ?? truth).first { $0.name == name }?.csv)
        let table = csv.split(separator: "\n").map { $0.components(separatedBy: ",") }
        return table.dropFirst().map { Dictionary(uniqueKeysWithValues: zip(table[0], $0)) }
    }

    private func sum(_ column: String, _ rows: [[String: String]]) -> Int {
        rows.reduce(0) { $0 + (Int($1[column] ?? "") ?? 0) }
    }

    private func grantRate(_ rows: [[String: String]]) -> Double {
        Double(sum("granted", rows)) / Double(sum("decided", rows) + sum("undecided", rows))
    }

    @Test func clientsAreUnreliable() throws {
        let days = try rows("deliveries_daily.csv")
        let all = Double(sum("accepted", days) + sum("duplicate", days) + sum("rejected", days))
        #expect((0.003...0.007).contains(Double(sum("rejected", days)) / all))
        #expect((0.02...0.05).contains(Double(sum("duplicate", days)) / all))
        #expect(sum("rejected", days) == sum("count", try rows("rejects.csv")))
    }

    @Test(arguments: [1, 2, 3] as [UInt64]) func halfToThreeFifthsOfTheAskedAllow(seed: UInt64) throws {
        let other = Simulation(installations: 3_000, days: 120, seed: seed)
        #expect((0.50...0.60).contains(grantRate(try rows("opt_in_by_os.csv", of: other))))
    }

    @Test func newerSystemsAreAllowedMore() throws {
        let phones = try rows("opt_in_by_os.csv").filter { $0["os_name"] == "iOS" }
        let old = phones.filter { $0["os_version"]!.hasPrefix("15.") || $0["os_version"]!.hasPrefix("16.") }
        let new = phones.filter { $0["os_version"]!.hasPrefix("26.") }
        #expect(grantRate(new) - grantRate(old) > 0.05)
        #expect(Set(phones.map { $0["os_version"] }).count >= 14)
    }

    @Test func aReleaseHasNoRowBeforeItIsOut() throws {
        let days = try rows("opt_in_daily.csv").filter { $0["os_name"] == "iOS" && $0["os_version"] == "26.4" }
        let first = try #require(days.compactMap { $0["day"] }.min())
        #expect(("2026-03-22"..."2026-04-10").contains(first))
    }

    @Test func theRangeEndsWithTheLastSimulatedDay() throws {
        let days = try rows("opt_in_daily.csv").compactMap { $0["day"] }
        #expect(days.min() == "2026-01-31")
        #expect(days.max() == "2026-04-30")
    }

    @Test func everyAppHasRows() throws {
        let apps = Set(try rows("opt_in_by_os.csv").map { $0["app_id"] })
        #expect(apps == ["com.example.reader", "com.example.shop", "com.example.travel"])
    }
}
