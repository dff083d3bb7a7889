import Simulation
import Testing

@Suite struct RangeTests {
    private func isCounted(promptAt offset: Microseconds, _ parameters: Truth.Parameters) -> Bool {
        !rows("opt_in_by_os", [event(.promptShown, at: offset).with { $0.receivedAt = start }], parameters).isEmpty
    }

    @Test func theDefaultRangeIsTheNinetyDaysBeforeTheHorizonsDay() {
        let parameters = parameters(horizon: 90 * day + 5 * second)
        #expect(!isCounted(promptAt: -1, parameters))
        #expect(isCounted(promptAt: 0, parameters))
        #expect(isCounted(promptAt: 90 * day - 1, parameters))
        #expect(!isCounted(promptAt: 90 * day, parameters))
    }

    @Test func toAloneMovesFromWithIt() {
        let parameters = parameters(horizon: 200 * day, to: 100)
        #expect(!isCounted(promptAt: 11 * day - 1, parameters))
        #expect(isCounted(promptAt: 11 * day, parameters))
        #expect(!isCounted(promptAt: 101 * day, parameters))
    }

    @Test func noRowLiesAfterTheHorizonsDay() {
        let parameters = parameters(horizon: 10 * day, from: 0, to: 50)
        #expect(isCounted(promptAt: 11 * day - 1, parameters))
        #expect(!isCounted(promptAt: 11 * day, parameters))
        let days = rows("reach_daily", [event(.statusObserved, at: 9 * day, status: .authorized)], parameters)
        #expect(days.count == 2, "the ninth and the horizon's")
    }

    @Test func anEventIsKnownIfItWasReceivedByTheHorizon() {
        func rowCount(receivedAt: Microseconds) -> Int {
            let shown = event(.promptShown, at: 0).with { $0.receivedAt = start + receivedAt }
            return rows("opt_in_by_os", [shown], parameters(horizon: 5 * day)).count
        }
        #expect(rowCount(receivedAt: 5 * day) == 1)
        #expect(rowCount(receivedAt: 5 * day + 1) == 0)
    }

    @Test func withoutAnyHorizonEveryTableIsItsHeaderAlone() {
        let files = Truth.Tables([], [], Truth.Parameters(horizon: nil)).files
        #expect(files.count == 18)
        #expect(files.allSatisfy { $0.csv.split(separator: "\n").count == 1 })
    }
}
