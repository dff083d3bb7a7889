extension Truth {
    /// Percentiles as SQL's `percentile_cont` defines them, in exact arithmetic.
    public enum Percentile {
        /// The `tenths`/10 percentile of spans, in seconds with 6 decimals; empty where there are none.
        ///
        /// It lies at position `(n − 1) · tenths / 10` of the ordered spans, between two of them on the straight line
        /// that joins them: at most 7 decimals, rounded half away from zero. Spans may not be negative.
        public static func seconds(_ spans: [Microseconds], tenths: Int) -> String {
            guard !spans.isEmpty else { return "" }
            let ordered = spans.sorted()
            let (place, fraction) = ((ordered.count - 1) * tenths).quotientAndRemainder(dividingBy: 10)
            let below = Int(ordered[place])
            let above = Int(ordered[min(place + 1, ordered.count - 1)])
            let inTenths = 10 * below + (above - below) * fraction
            return Decimal.text(millionths: Decimal.roundedHalfUp(inTenths, over: 10))
        }
    }
}
