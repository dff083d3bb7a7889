extension Truth {
    /// What a table over a whole range counts, by the key of the row.
    struct RangeCounts<Key: RowKey, Counts: Sendable>: Sendable {
        private let empty: Counts
        private var counts: [Key: Counts] = [:]

        /// No rows; each begins as `empty`.
        init(_ empty: Counts) { self.empty = empty }

        /// Counts something in the row of a key.
        mutating func update(_ key: Key, _ change: (inout Counts) -> Void) {
            let empty = empty
            change(&counts[key, default: empty])
        }

        /// The rows in their order, with the cells that `numbers` makes of the counts.
        func rows(_ numbers: (Counts) -> [String]) -> [[String]] {
            let ordered = counts.sorted { left, right in
                left.key.app == right.key.app ? left.key.precedes(right.key) : left.key.app < right.key.app
            }
            return ordered.map { [CSV.text($0.key.app)] + $0.key.otherCells + numbers($0.value) }
        }
    }
}
