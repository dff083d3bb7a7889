import Simulation
import Testing

/// As large as the demo's simulation.
private let simulation = Simulation(installations: 20_000, days: 120, seed: 7, tellsReach: true)

private let truth = Dictionary(uniqueKeysWithValues: simulation.truth().map { ($0.name, $0.csv) })

/// Checks that the simulation contains every case that a table counts.
@Suite struct RareStoryTests {
    @Test func everyCellOfEveryTableIsFilled() throws {
        for (name, csv) in truth where !["deliveries_daily.csv", "rejects.csv"].contains(name) {
            let table = csv.split(separator: "\n").map { $0.split(separator: ",", omittingEmptySubsequences: false) }
            for (place, column) in try #require(table.first).enumerated() {
                let isAnywhereFilled = table.dropFirst().contains { !["", "0", "0.000000"].contains($0[place]) }
                #expect(isAnywhereFilled, "\(name): \(column)")
            }
        }
    }

    @Test func everyMeasureOfDataQualityCounts() {
        let values = truth["data_quality.csv"]?.split(separator: "\n").dropFirst().map { $0.split(separator: ",")[2] }
        #expect(values?.count == 10)
        #expect(values?.allSatisfy { $0 != "0" && $0 != "0.000000" } == true)
    }

    @Test func everyReasonThatALineCanHaveIsThere() {
        let rejects = truth["rejects.csv"]?.split(separator: "\n").dropFirst()
        let reasons = rejects?.map { String($0.prefix { $0 != "," }) }
        #expect(
            reasons == [
                "impossible_for_os", "invalid_field", "missing_field", "occurred_in_future", "occurred_too_early",
                "too_large", "unknown_type",
            ])
    }
}
