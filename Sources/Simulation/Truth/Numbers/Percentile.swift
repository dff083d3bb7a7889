extension Truth {
    /// Percentiles as SQL's `percentile_cont` defines them, in exact arithmetic.
    package enum Percentile {
        /// The `percent`/100 percentile of spans, in seconds with 6 decimals; empty where there are none.
        ///
        /// It lies at position `(n − 1) · percent / 100` of the ordered spans, between two of them on the straight line
        /// that joins them: at most 8 decimals, rounded half away from zero.
        package static func seconds(_ spans: [Microseconds], percent: Int) -> String {
            guard !spans.isEmpty else { return "" }
            let ordered = spans.sorted()
            let (place, fraction) = ((ordered.count - 1) * percent).quotientAndRemainder(dividingBy: 100)
            let below = Int(ordered[place])
            let above = Int(ordered[min(place + 1, ordered.count - 1)])
            let inHundredths = 100 * below + (above - below) * fraction
            return Decimal.text(millionths: Decimal.rounded(inHundredths, over: 100))
        }
    }
}
