extension Truth {
    /// Numbers of the CSV that are not whole: 6 decimals, rounded half away from zero as `round(numeric, 6)` does.
    public enum Decimal {
        /// `k / n`, worked out in whole numbers; empty where `n` is 0. Neither may be negative.
        public static func ratio(_ k: Int, _ n: Int) -> String {
            n == 0 ? "" : text(millionths: roundedHalfUp(k * 1_000_000, over: n))
        }

        /// A number from 0 on that is no tie at the seventh decimal.
        public static func text(_ value: Double) -> String {
            text(millionths: Int(value * 1_000_000 + 0.5))
        }

        /// `numerator / denominator` to the nearest whole number, halves up; for numbers from 0 on.
        static func roundedHalfUp(_ numerator: Int, over denominator: Int) -> Int {
            (2 * numerator + denominator) / (2 * denominator)
        }

        /// A number of millionths from 0 on, as `whole.decimals`.
        static func text(millionths: Int) -> String {
            let (whole, decimals) = millionths.quotientAndRemainder(dividingBy: 1_000_000)
            return "\(whole).\(String(1_000_000 + decimals).dropFirst())"
        }
    }
}
