import Simulation
import Testing

private let day: Int64 = 86_400_000_000

/// Simulations whose installations report settings and leave.
@Suite struct ReachStoryTests {
    private let telling = Simulation(installations: 1_500, days: 100, seed: 7, apps: 3, tellsReach: true)

    /// Returns the sums of the columns of a table of the truth by name.
    private func sums(_ simulation: Simulation, _ table: String) -> [String: Int] {
        let csv = simulation.truth().first { $0.name == table }?.csv ?? ""
        let rows = csv.split(separator: "\n").map { $0.split(separator: ",", omittingEmptySubsequences: false) }
        return rows.dropFirst().reduce(into: [:]) { sums, row in
            for (name, cell) in zip(rows[0], row) { sums[String(name), default: 0] += Int(cell) ?? 0 }
        }
    }

    @Test func everyLevelAndPeopleWhoLeftAreThere() {
        let reach = sums(telling, "reach_daily.csv")
        let levels = ["prominent", "scheduled", "quiet", "badge", "unknown"].map { reach["level_" + $0] ?? 0 }
        #expect(levels.allSatisfy { $0 > 0 } && levels.reduce(0, +) == reach["reachable"])
        #expect((reach["gone"] ?? 0) > 0)
        #expect((sums(telling, "opens_by_level.csv")["sent_24h"] ?? 0) > 0)
    }

    @Test func withoutTheOptionNobodySaysSettingsOrIsGone() {
        let silent = Simulation(installations: 1_500, days: 100, seed: 7, apps: 3)
        let reach = sums(silent, "reach_daily.csv")
        #expect(reach["gone"] == 0 && reach["level_scheduled"] == 0 && reach["level_badge"] == 0)
        #expect(silent.events.allSatisfy { $0.settings == nil && $0.type != .pushUnregistered })
    }

    @Test func theSameArgumentsGiveTheSameEvents() {
        let again = Simulation(installations: 1_500, days: 100, seed: 7, apps: 3, tellsReach: true)
        var (first, second): ([UInt8], [UInt8]) = ([], [])
        telling.writeEvents { first += $0 }
        again.writeEvents { second += $0 }
        #expect(first == second)
    }

    /// By chance alone, the ratio of the two shares has a standard deviation of 8%.
    @Test func theShareOfPeopleWhoLeaveIsSteady() {
        let simulation = Simulation(installations: 6_000, days: 120, seed: 7, tellsReach: true)
        let first: [Int64] = Dictionary(grouping: simulation.events, by: \.installation).values
            .compactMap { $0.map(\.effectiveAt).min() }
        let gone = simulation.events.filter { $0.type == .pushUnregistered }.map(\.effectiveAt)
        let end = (simulation.horizon ?? 0) / day * day
        /// Returns the share of those present that were told to be gone, a day, in 28 days.
        func share(until end: Int64) -> Double {
            let days: [Int64] = (1...28).map { end - $0 * day }
            let present = days.map { start in first.count { $0 < start } - gone.count { $0 < start } }
            return Double(gone.count { (end - 28 * day..<end).contains($0) }) / Double(present.reduce(0, +))
        }
        #expect((0.75...1.35).contains(share(until: end) / share(until: end - 28 * day)))
        #expect((0.002...0.0045).contains(share(until: end)))
    }

    @Test func onTheDayOfTheDropManyLeaveInAllApps() {
        let dropped = Simulation(installations: 1_500, days: 100, seed: 7, apps: 3, incident: .tokenDrop)
        let gone = dropped.events.filter { $0.type == .pushUnregistered }
        let days: [Int64: [Truth.Event]] = Dictionary(grouping: gone) { $0.effectiveAt / day }
        let most = days.max { $0.value.count < $1.value.count }?.value ?? []
        #expect(Set(most.map(\.app)).count == 3 && most.count > 5 * days.values.map(\.count).sorted()[days.count / 2])
    }
}
