extension Truth {
    /// The counts of a table over a whole range, by row key.
    struct RangeCounts<Key: RowKey, Counts: Sendable>: Sendable {
        private let empty: Counts
        private var counts: [Key: Counts] = [:]

        /// Creates a table without rows; new rows start as `empty`.
        init(_ empty: Counts) { self.empty = empty }

        /// Changes the counts of a row.
        mutating func update(_ key: Key, _ change: (inout Counts) -> Void) {
            let empty = empty
            change(&counts[key, default: empty])
        }

        /// Returns the rows in table order; `numbers` formats the counts of a row.
        func rows(_ numbers: (Counts) -> [String]) -> [[String]] {
            let ordered = counts.sorted { left, right in
                left.key.app == right.key.app ? left.key.precedes(right.key) : left.key.app < right.key.app
            }
            return ordered.map { [CSV.text($0.key.app)] + $0.key.otherCells + numbers($0.value) }
        }
    }
}
