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

    @Test func aPercentileIsTheMiddleOfTheClassThatHoldsIt() {
        func seconds(_ milliseconds: [Microseconds], _ percent: Int) -> String {
            Truth.Percentile.seconds(milliseconds.map { $0 * 1_000 }, percent: percent)
        }
        #expect(seconds([], 50) == "")
        #expect(seconds([255], 50) == "0.255000", "a separate class")
        #expect(seconds([256], 50) == "0.257000" && seconds([257], 50) == "0.257000", "two milliseconds")
        #expect(seconds([511], 50) == "0.511000" && seconds([512], 50) == "0.514000")
        #expect(seconds([86_400_000], 50) == "86245.376000")
        #expect(seconds([-300], 50) == "-0.301000")
        #expect(Truth.Percentile.seconds([-999], percent: 50) == "0.000000", "rounded down by its absolute value")
        #expect(seconds([4, 1, 2], 50) == "0.002000" && seconds([4, 1, 2], 90) == "0.004000")
        #expect(seconds([0, 10], 50) == "0.000000", "the first of two")
        #expect(seconds(Array(0...20), 95) == "0.019000" && seconds(Array(1...20), 95) == "0.019000")
    }

    /// Published values: Newcombe, "Two-sided confidence intervals for the single proportion" (1998), table I, method
    /// 3.
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
