extension Truth {
    /// The tables `deliveries_daily` and `rejects`: deliveries by day of receipt and rejections by reason. They cover
    /// whole days, so deliveries after the horizon (the report's "now") but on its day are counted.
    struct DeliveryTables: Sendable {
        /// The deliveries of one day by outcome.
        private struct Counts {
            var accepted = 0
            var duplicate = 0
            var rejected = 0
        }

        private let parameters: Parameters
        private var daily: [Int: Counts] = [:]
        private var reasons: [String: Int] = [:]

        init(_ parameters: Parameters) { self.parameters = parameters }

        /// Counts a delivery if it was received in the range.
        mutating func add(_ delivery: Delivery) {
            guard parameters.covers(delivery.receivedAt) else { return }
            let day = parameters.timeZone.day(of: delivery.receivedAt)
            switch delivery.outcome {
            case .accepted: daily[day, default: Counts()].accepted += 1
            case .duplicate: daily[day, default: Counts()].duplicate += 1
            case .rejected(let reason):
                daily[day, default: Counts()].rejected += 1
                reasons[reason, default: 0] += 1
            }
        }

        var files: [File] {
            let days = daily.sorted { $0.key < $1.key }.map { day, counts in
                [CivilDate(dayNumber: day).description]
                    + [counts.accepted, counts.duplicate, counts.rejected].map(String.init)
            }
            let rejects = reasons.sorted { Text($0.key) < Text($1.key) }.map { [$0.key, "\($0.value)"] }
            return [
                File("deliveries_daily", "day accepted duplicate rejected", days),
                File("rejects", "reason count", rejects),
            ]
        }
    }
}
