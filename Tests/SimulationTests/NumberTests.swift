import Simulation
import Testing

@Suite struct NumberTests {
    @Test(arguments: [(1, 3, "0.333333"), (2, 3, "0.666667"), (0, 7, "0.000000"), (7, 7, "1.000000"), (0, 0, "")])
    func aRatioHasSixDecimals(k: Int, n: Int, text: String) {
        #expect(Truth.Decimal.ratio(k, n) == text)
    }

    @Test func aTieRoundsAwayFromZero() {
        #expect(Truth.Decimal.ratio(1, 2_000_000) == "0.000001")
        #expect(Truth.Decimal.ratio(1, 128) == "0.007813", "0.0078125")
        #expect(Truth.Decimal.ratio(3, 128) == "0.023438", "0.0234375, which has no nearer double than itself")
    }

    @Test func percentilesLieOnTheLineBetweenTheirNeighbours() {
        #expect(Truth.Percentile.seconds([], percent: 50) == "")
        #expect(Truth.Percentile.seconds([3_000_001], percent: 90) == "3.000001")
        #expect(Truth.Percentile.seconds([4 * second, second, 2 * second], percent: 50) == "2.000000")
        #expect(Truth.Percentile.seconds([4 * second, second, 2 * second], percent: 90) == "3.600000")
        #expect(Truth.Percentile.seconds([0, 10 * second], percent: 50) == "5.000000")
    }

    @Test func aPercentilesTieAtTheSeventhDecimalRoundsUp() {
        #expect(Truth.Percentile.seconds([1, 2], percent: 50) == "0.000002", "0.0000015")
        #expect(Truth.Percentile.seconds([2, 3], percent: 50) == "0.000003", "0.0000025")
        #expect(Truth.Percentile.seconds([0, 4], percent: 10) == "0.000000", "0.0000004")
        #expect(Truth.Percentile.seconds([0, 5], percent: 10) == "0.000001", "0.0000005")
    }

    @Test func negativeNumbersRoundAwayFromZeroToo() {
        #expect(Truth.Percentile.seconds([-2, -1], percent: 50) == "-0.000002", "-0.0000015")
        #expect(Truth.Percentile.seconds([-1_500_000], percent: 95) == "-1.500000")
        #expect(Truth.Percentile.seconds([-4, 0], percent: 90) == "0.000000", "-0.0000004 has no sign left")
    }

    @Test func theNinetyFifthLiesAtItsPlace() {
        let spans = (0...20).map { Microseconds($0) * second }
        #expect(Truth.Percentile.seconds(spans, percent: 95) == "19.000000")
        #expect(Truth.Percentile.seconds([0, second], percent: 95) == "0.950000")
    }

    /// Newcombe, "Two-sided confidence intervals for the single proportion" (1998), table I, method 3.
    @Test(
        arguments: [
            (81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0, 0.1611), (1, 29, 0.0061, 0.1718),
        ])
    func wilsonAgreesWithPublishedIntervals(k: Int, n: Int, low: Double, high: Double) throws {
        let interval = try #require(Truth.Wilson(k, of: n))
        #expect(abs(interval.low - low) < 0.00005)
        #expect(abs(interval.high - high) < 0.00005)
    }

    @Test func wilsonIsExactAtTheEndsAndUndefinedForNone() {
        #expect(Truth.Wilson(0, of: 5)?.low == 0)
        #expect(Truth.Wilson(5, of: 5)?.high == 1)
        #expect(Truth.Wilson(0, of: 0) == nil)
    }
}
