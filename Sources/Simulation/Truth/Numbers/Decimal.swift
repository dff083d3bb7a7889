extension Truth {
    /// Numbers of the CSV that are not whole: 6 decimals, rounded half away from zero as `round(numeric, 6)` does.
    package enum Decimal {
        /// `k / n`, worked out in whole numbers; empty where `n` is 0. Neither may be negative.
        package static func ratio(_ k: Int, _ n: Int) -> String {
            n == 0 ? "" : text(millionths: rounded(k * 1_000_000, over: n))
        }

        /// A number from 0 on that is no tie at the seventh decimal.
        package static func text(_ value: Double) -> String {
            text(millionths: Int(value * 1_000_000 + 0.5))
        }

        /// A number that is no tie at the seventh decimal.
        static func signed(_ value: Double) -> String {
            text(millionths: Int((value * 1_000_000).rounded(.toNearestOrAwayFromZero)))
        }

        /// `numerator / denominator` to the nearest whole number, halves away from 0; the denominator is above 0.
        static func rounded(_ numerator: Int, over denominator: Int) -> Int {
            let size = (2 * abs(numerator) + denominator) / (2 * denominator)
            return numerator < 0 ? -size : size
        }

        /// A number of millionths, as `whole.decimals`.
        static func text(millionths: Int) -> String {
            let (whole, decimals) = abs(millionths).quotientAndRemainder(dividingBy: 1_000_000)
            return "\(millionths < 0 ? "-" : "")\(whole).\(String(1_000_000 + decimals).dropFirst())"
        }
    }
}
