extension Truth {
    /// Formats fractional numbers with 6 decimals, rounding halves away from zero as PostgreSQL's `round(numeric, 6)`
    /// does.
    package enum Decimal {
        /// Returns `k / n`, computed exactly with integers; empty if `n` is 0. Neither may be negative.
        package static func ratio(_ k: Int, _ n: Int) -> String {
            n == 0 ? "" : text(millionths: rounded(k * 1_000_000, over: n))
        }

        /// Formats a non-negative number. A value exactly halfway between two results may round the other way than in
        /// PostgreSQL, because a `Double` is not exact.
        package static func text(_ value: Double) -> String {
            text(millionths: Int(value * 1_000_000 + 0.5))
        }

        /// Formats a number of either sign; the same caveat about halfway values applies.
        static func signed(_ value: Double) -> String {
            text(millionths: Int((value * 1_000_000).rounded(.toNearestOrAwayFromZero)))
        }

        /// Returns `numerator / denominator` rounded to the nearest integer, halves away from zero; the denominator
        /// must be positive.
        static func rounded(_ numerator: Int, over denominator: Int) -> Int {
            let size = (2 * abs(numerator) + denominator) / (2 * denominator)
            return numerator < 0 ? -size : size
        }

        /// Formats a number of millionths as a decimal number.
        static func text(millionths: Int) -> String {
            let (whole, decimals) = abs(millionths).quotientAndRemainder(dividingBy: 1_000_000)
            return "\(millionths < 0 ? "-" : "")\(whole).\(String(1_000_000 + decimals).dropFirst())"
        }
    }
}
