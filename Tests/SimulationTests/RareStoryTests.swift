import Simulation
import Testing

/// The size of the demo; the first seed of the tests.
private let simulation = Simulation(installations: 20_000, days: 120, seed: 7)
private let events = simulation.events

/// The edges of every rule are there: a rule with another edge gives another table.
@Suite struct RareStoryTests {
    private func tables(
        _ change: (inout Truth.Parameters) -> Void = { _ in }, _ edit: (inout Event) -> Void = { _ in }
    ) -> [String: String] {
        var parameters = Truth.Parameters(horizon: simulation.horizon)
        change(&parameters)
        let files = Truth.Tables(events.map { $0.with(edit) }, [], parameters).files
        return Dictionary(uniqueKeysWithValues: files.map { ($0.name, $0.csv) })
    }

    private func differing(_ one: [String: String], _ other: [String: String]) -> Set<String> {
        Set(one.keys.filter { one[$0] != other[$0] })
    }

    @Test(arguments: [-1, 1] as [Microseconds]) func windowsAMicrosecondOffGiveOtherTables(error: Microseconds) {
        let truth = tables()
        #expect(differing(truth, tables { $0.conversionWindow += error }).contains("opt_in_daily.csv"))
        #expect(differing(truth, tables { $0.openWindow += error }).contains("opens_daily.csv"))
        #expect(differing(truth, tables { $0.influenceWindow += error }).contains("opens_by_campaign.csv"))
    }

    /// The margins that are no parameters: events moved by so little give other tables.
    @Test func theFixedEdgesAreThere() {
        let truth = tables()
        func moved(_ type: Truth.EventType, _ by: Microseconds) -> Set<String> {
            differing(
                truth,
                tables { _ in
                } _: {
                    if $0.type == type { $0.effectiveAt += by }
                })
        }
        for by in [-1, 1] as [Microseconds] {
            #expect(moved(.notificationReceived, by).contains("opens_daily.csv"), "60 s before, the window after")
            #expect(moved(.appOpened, by).contains("opens_by_campaign.csv"), "30 s, 12 hours")
            #expect(moved(.settingsOpened, by).contains("win_back_by_os.csv"), "24 hours")
        }
        #expect(moved(.appOpened, -1).contains("activity_daily.csv"), "midnight")
    }

    @Test func everyCellOfEveryTableIsFilled() throws {
        for (name, csv) in tables() where name != "deliveries_daily.csv" && name != "rejects.csv" {
            let table = csv.split(separator: "\n").map { $0.split(separator: ",", omittingEmptySubsequences: false) }
            for (place, column) in try #require(table.first).enumerated() where name != "opens_by_campaign.csv" {
                let isAnywhereFilled = table.dropFirst().contains { !["", "0", "0.000000"].contains($0[place]) }
                #expect(isAnywhereFilled, "\(name): \(column)")
            }
        }
    }

    @Test func everyMeasureOfDataQualityCounts() {
        let values = tables()["data_quality.csv"]?.split(separator: "\n").dropFirst().map {
            $0.split(separator: ",")[2]
        }
        #expect(values?.count == 9)
        #expect(values?.allSatisfy { $0 != "0" && $0 != "0.000000" } == true)
    }
}
