import Simulation
import Testing

/// As large as the demo's simulation.
private let simulation = Simulation(installations: 20_000, days: 120, seed: 7)

/// The events grouped by installation.
private let histories: [[Event]] = simulation.events.reduce(into: []) { histories, event in
    if let last = histories.last?.first, last.installation == event.installation, last.app == event.app {
        histories[histories.count - 1].append(event)
    } else {
        histories.append([event])
    }
}

private let truth = tables()

/// Returns the CSV tables by file name, with changed parameters or events.
private func tables(
    _ change: (inout Truth.Parameters) -> Void = { _ in }, _ edit: (inout Event) -> Void = { _ in }
) -> [String: String] {
    var parameters = Truth.Parameters(horizon: simulation.horizon)
    change(&parameters)
    var tables = Truth.Tables(parameters)
    for history in histories { tables.add(installation: history.map { $0.with(edit) }) }
    return Dictionary(uniqueKeysWithValues: tables.files.map { ($0.name, $0.csv) })
}

/// Checks that the simulation contains the boundary case of every rule: shifting a boundary by a microsecond must
/// change a table.
@Suite struct RareStoryTests {
    private func differing(_ other: [String: String]) -> Set<String> {
        Set(truth.keys.filter { truth[$0] != other[$0] })
    }

    @Test(arguments: [-1, 1] as [Microseconds]) func windowsAMicrosecondOffGiveOtherTables(error: Microseconds) {
        let decidedAndOpened = tables {
            $0.conversionWindow += error
            $0.openWindow += error
        }
        #expect(differing(decidedAndOpened).isSuperset(of: ["opt_in_daily.csv", "opens_daily.csv"]))
        #expect(differing(tables { $0.influenceWindow += error }).contains("opens_by_campaign.csv"))
    }

    /// Tests the boundaries that are not parameters by moving the events by a microsecond.
    @Test(arguments: [-1, 1] as [Microseconds]) func theFixedEdgesAreThere(error: Microseconds) {
        func moved(_ types: Set<Truth.EventType>) -> Set<String> {
            differing(
                tables { _ in
                } _: {
                    if types.contains($0.type) { $0.effectiveAt += error }
                })
        }
        let received = moved([.notificationReceived, .settingsOpened])
        #expect(received.contains("opens_daily.csv"), "60 s before the send, the window after")
        #expect(received.contains("win_back_by_os.csv"), "24 hours")
        let opened = moved([.appOpened])
        #expect(opened.contains("opens_by_campaign.csv"), "30 s, 12 hours")
        if error < 0 { #expect(opened.contains("activity_daily.csv"), "midnight") }
    }

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
        #expect(values?.count == 9)
        #expect(values?.allSatisfy { $0 != "0" && $0 != "0.000000" } == true)
    }

    @Test func everyReasonThatALineCanHaveIsThere() {
        let rejects = simulation.truth().first { $0.name == "rejects.csv" }?.csv.split(separator: "\n").dropFirst()
        let reasons = rejects?.map { String($0.prefix { $0 != "," }) }
        #expect(
            reasons == [
                "impossible_for_os", "invalid_field", "missing_field", "occurred_in_future", "occurred_too_early",
                "too_large", "unknown_type",
            ])
    }
}
