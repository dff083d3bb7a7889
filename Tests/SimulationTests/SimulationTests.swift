import Simulation
import Testing

@Suite struct SimulationTests {
    private let simulation = Simulation(installations: 400, days: 100, seed: 7, apps: 3)

    @Test func theSameArgumentsGiveTheSameBytes() {
        let again = Simulation(installations: 400, days: 100, seed: 7, apps: 3)
        #expect(lines(of: simulation) == lines(of: again))
        #expect(simulation.truth().map(\.csv) == again.truth().map(\.csv))
    }

    /// Compares an FNV-1a 64-bit hash. Update the number after an intended change; if only the machine differs, it must
    /// not change.
    @Test func everyMachineGivesTheSameBytes() {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        simulation.writeEvents { for byte in $0 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 } }
        #expect(hash == 9_475_322_043_302_957_710)
    }

    @Test func anotherSeedGivesOtherEvents() {
        let other = Simulation(installations: 400, days: 100, seed: 8, apps: 3)
        #expect(lines(of: simulation) != lines(of: other))
    }

    @Test func aCampaignWithAHazardMakesPeopleTurnOff() throws {
        func turnOffs(_ hazards: [String: Double]) throws -> Int {
            let simulation = Simulation(installations: 400, days: 100, seed: 7, hazards: hazards)
            let table = try #require(simulation.truth().first { $0.name == "turn_offs_daily.csv" })
            return table.csv.split(separator: "\n").dropFirst().reduce(0) { sum, line in
                sum + (Int(line.split(separator: ",", omittingEmptySubsequences: false)[4]) ?? 0)
            }
        }
        #expect(try turnOffs(["breaking": 1]) > 2 * turnOffs([:]))
    }

    @Test func chunksHoldWholeLines() {
        var chunks = 0
        Simulation(installations: 200, days: 60, seed: 1).writeEvents {
            chunks += 1
            #expect($0.last == UInt8(ascii: "\n"))
        }
        #expect(chunks > 1)
    }

    @Test func anErrorOfTheReaderStopsTheWriting() {
        struct Full: Error {}
        #expect(throws: Full.self) { try simulation.writeEvents { _ in throw Full() } }
    }

    @Test func thereAreFifteenToTwentyLinesAnInstallation() {
        let all = lines(of: Simulation(installations: 2_000, days: 120, seed: 7))
        #expect((30_000...40_000).contains(all.count))
    }

    @Test func nothingInTheSmallestSimulationsGoesWrong() {
        let none = Simulation(installations: 0, days: 1, seed: 1)
        #expect(lines(of: none).isEmpty)
        #expect(none.truth().allSatisfy { $0.csv.split(separator: "\n").count == 1 })
        #expect(!lines(of: Simulation(installations: 1, days: 1, seed: 1, apps: 20)).isEmpty)
    }
}

/// Returns the lines of a simulation without their newlines.
private func lines(of simulation: Simulation) -> [[UInt8]] {
    var bytes: [UInt8] = []
    simulation.writeEvents { bytes += $0 }
    return bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).dropLast().map(Array.init)
}
