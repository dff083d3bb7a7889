import Simulation
import Testing

@Suite struct NumberTests {
    @Test func aTieRoundsAwayFromZero() {
        #expect(Truth.Decimal.ratio(1, 2_000_000) == "0.000001")
        #expect(Truth.Decimal.ratio(1, 128) == "0.007813", "0.0078125")
        #expect(Truth.Decimal.ratio(3, 128) == "0.023438", "0.0234375, which has no nearer double than itself")
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
}
