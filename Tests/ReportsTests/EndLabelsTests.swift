import Pages
import Testing

/// The positions of the line names beside a plot.
@Suite struct EndLabelsTests {
    private static let places: [([Double], [Int])] = [
        ([], []), ([70], [70]), ([10, 60, 120], [10, 60, 120]), ([10.4, 24.4], [10, 24]),
        ([50, 52], [44, 58]), ([50, 50, 50], [36, 50, 64]), ([20, 90, 92, 140], [20, 84, 98, 140]),
        ([0, 0, 0], [0, 14, 28]), ([149, 150], [136, 150]), ([3, 10, 150], [0, 14, 150]),
    ]

    @Test(arguments: places)
    func labelsStandWhereLinesEndOrApartAroundTheirMiddle(ends: [Double], places: [Int]) {
        #expect(EndLabels.middles(of: ends, within: 150) == places)
    }

    @Test func labelsAreNeverNearerThanALineNorOutsideThePlot() throws {
        for seed in 0..<500 {
            let ends = (0..<(seed % 11 + 1)).map { Double((seed * 37 + $0 * $0 * 53) % 151) }.sorted()
            let places = try #require(EndLabels.middles(of: ends, within: 150))
            #expect(places.count == ends.count && places.allSatisfy { (0...150).contains($0) }, "\(ends)")
            #expect(zip(places, places.dropFirst()).allSatisfy { $1 - $0 >= EndLabels.line }, "\(ends)")
        }
    }

    @Test func moreLabelsThanThePlotIsHighHaveNoPlace() {
        #expect(EndLabels.middles(of: Array(repeating: 75, count: 11), within: 150) != nil)
        #expect(EndLabels.middles(of: Array(repeating: 75, count: 12), within: 150) == nil)
    }
}
