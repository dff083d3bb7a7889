import Foundation
import Simulation
import Testing

private let simulation = Simulation(installations: 3_000, days: 120, seed: 3, apps: 3)
private let truth = simulation.truth()

/// Every delivery that is not rejected.
nonisolated(unsafe) private let accepted = lines(of: simulation).compactMap(ReadEvent.init)

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

    /// Shuffled lines can accept another copy of an event, so the delivery tables are not compared.
    @Test(arguments: [nil, UInt64(1), 2]) func theLinesInAnyOrderGiveTheTablesOfTheTruth(shuffle: UInt64?) throws {
        var deliveries = accepted
        if let shuffle {
            var random = SeededNumbers(state: shuffle)
            deliveries.shuffle(using: &random)
        }
        var seen: Set<[AnyHashable]> = []
        let events = deliveries.filter { seen.insert($0.identity).inserted }.map(\.event)
        let horizon = try #require(deliveries.map(\.receivedAt).max())
        let tables = Truth.Tables(events, [], Truth.Parameters(horizon: horizon)).files
        // The accepted copy also decides what was known at the earlier horizon of `opt_in_changes`.
        let ofDeliveries = ["deliveries_daily.csv", "rejects.csv"] + (shuffle == nil ? [] : ["opt_in_changes.csv"])
        #expect(tables.map(\.name) == truth.map(\.name))
        for (table, known) in zip(tables, truth) where !ofDeliveries.contains(known.name) {
            #expect(known.csv.split(separator: "\n").count > 2)
            let isEqual = table.csv == known.csv
            #expect(isEqual, "\(known.name)")
        }
    }

    @Test func theDeliveriesOfTheTruthAreThoseOfTheLines() throws {
        var seen: Set<[AnyHashable]> = []
        var days: [Int: (accepted: Int, duplicate: Int)] = [:]
        for event in accepted {
            let isNew = seen.insert(event.identity).inserted
            days[Int(event.receivedAt / 86_400_000_000), default: (0, 0)].accepted += isNew ? 1 : 0
            days[Int(event.receivedAt / 86_400_000_000), default: (0, 0)].duplicate += isNew ? 0 : 1
        }
        let table = try rows("deliveries_daily.csv")
        #expect(table.count == 90)
        for (place, row) in table.enumerated() {
            let counted = days[20_484 + place] ?? (0, 0)
            #expect(row["accepted"] == "\(counted.accepted)" && row["duplicate"] == "\(counted.duplicate)")
        }
        let rejected = sum("rejected", table)
        #expect(rejected == sum("count", try rows("rejects.csv")))
        #expect(rejected > 100)
    }

    @Test func theStepsAddUp() throws {
        for row in try rows("opt_in_by_os.csv") + rows("opt_in_daily.csv") {
            let undecided = sum("undecided", [row]) + sum("open_window", [row])
            #expect(sum("decided", [row]) + undecided == sum("prompted", [row]))
            #expect(sum("granted", [row]) + sum("denied", [row]) == sum("decided", [row]))
            #expect(sum("prompted", [row]) > 0)
        }
        for row in try rows("opt_in_by_os.csv") {
            #expect(sum("granted", [row]) >= sum("eligible_7d", [row]))
            #expect(sum("eligible_7d", [row]) >= sum("eligible_30d", [row]))
            #expect(sum("eligible_7d", [row]) >= sum("retained_7d", [row]))
            #expect(sum("eligible_30d", [row]) >= sum("opened_30d", [row]))
        }
    }

    @Test func theDaysAddUpToTheRange() throws {
        func cell(_ row: [String: String]) -> [String?] { ["app_id", "os_name", "os_version"].map { row[$0] } }
        let daily = Dictionary(grouping: try rows("opt_in_daily.csv"), by: cell)
        let byOS = Dictionary(grouping: try rows("opt_in_by_os.csv"), by: cell)
        #expect(Set(daily.keys) == Set(byOS.keys))
        for (cell, days) in daily {
            for step in ["prompted", "decided", "granted", "denied", "undecided", "open_window"] {
                #expect(sum(step, days) == sum(step, byOS[cell] ?? []))
            }
        }
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

/// A small linear congruential generator (Knuth, MMIX) for shuffling.
private struct SeededNumbers: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state ^ state >> 33
    }
}
