extension Truth {
    /// Percentiles of spans that were put into classes, by the contract's section of that name.
    package enum Percentile {
        /// The `percent`/100 percentile of spans, in seconds with 6 decimals; empty where there are none.
        package static func seconds(_ spans: [Microseconds], percent: Int) -> String {
            guard !spans.isEmpty else { return "" }
            let place = (spans.count * percent + 99) / 100
            let span = spans.sorted()[place - 1]
            return Decimal.text(millionths: span < 0 ? -middle(Int(-span) / 1_000) : middle(Int(span) / 1_000))
        }

        /// The middle of the class of a span in whole milliseconds that is not negative; in microseconds.
        private static func middle(_ milliseconds: Int) -> Int {
            guard milliseconds >= 256 else { return milliseconds * 1_000 }
            var low = 256
            while low * 2 <= milliseconds { low *= 2 }
            // 128 classes up to twice of it.
            let width = low / 128
            let lower = low + (milliseconds - low) / width * width
            return lower * 1_000 + width * 500
        }
    }
}
