extension Truth {
    /// Percentiles of time spans, exact to 0.4%. Spans are grouped into classes: each millisecond below 256 ms, and 128
    /// of equal width for each doubling above. A percentile is the middle of the class that contains the exact one.
    package enum Percentile {
        /// Returns the given percentile in seconds with 6 decimals; empty if there are no spans.
        package static func seconds(_ spans: [Microseconds], percent: Int) -> String {
            guard !spans.isEmpty else { return "" }
            let place = (spans.count * percent + 99) / 100
            let span = spans.sorted()[place - 1]
            return Decimal.text(millionths: span < 0 ? -middle(Int(-span) / 1_000) : middle(Int(span) / 1_000))
        }

        /// Returns the middle, in microseconds, of the class that contains a non-negative number of milliseconds.
        private static func middle(_ milliseconds: Int) -> Int {
            guard milliseconds >= 256 else { return milliseconds * 1_000 }
            var low = 256
            while low * 2 <= milliseconds { low *= 2 }
            // Each power of two of milliseconds up to the next has 128 classes.
            let width = low / 128
            let lower = low + (milliseconds - low) / width * width
            return lower * 1_000 + width * 500
        }
    }
}
