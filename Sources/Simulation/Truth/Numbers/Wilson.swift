import Glibc

extension Truth {
    /// The 95% Wilson score interval of a proportion, without continuity correction.
    ///
    /// E. B. Wilson, "Probable inference, the law of succession, and statistical inference", JASA 22 (1927).
    package struct Wilson: Sendable, Equatable {
        /// The lower bound; exactly 0 if k = 0.
        package let low: Double

        /// The upper bound; exactly 1 if k = n.
        package let high: Double

        /// Computes the interval of `k` successes in `n` trials; nil if `n` is 0.
        package init?(_ k: Int, of n: Int) {
            guard n > 0 else { return nil }
            let z = 1.959963984540054
            let count = Double(n)
            let proportion = Double(k) / count
            let denominator = 1 + z * z / count
            let center = proportion + z * z / (2 * count)
            let variance = proportion * (1 - proportion) / count + z * z / (4 * count * count)
            let half = z * sqrt(variance)
            low = k == 0 ? 0 : (center - half) / denominator
            high = k == n ? 1 : (center + half) / denominator
        }
    }
}
