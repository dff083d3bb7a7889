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

        /// Returns the same counts without those of other rows.
        func filtered(_ isIncluded: (Key) -> Bool) -> RangeCounts {
            var filtered = self
            filtered.counts = counts.filter { isIncluded($0.key) }
            return filtered
        }

        /// Returns the rows in table order; `base` is the number of people in a row, `numbers` formats its counts.
        func rows(_ base: (Counts) -> Int, _ numbers: (Counts) -> [String]) -> [CountedRow] {
            let ordered = counts.sorted { left, right in
                left.key.app == right.key.app ? left.key.precedes(right.key) : left.key.app < right.key.app
            }
            return ordered.map {
                CountedRow(
                    keys: [CSV.text($0.key.app)] + $0.key.otherCells, cells: numbers($0.value), base: base($0.value),
                    sums: $0.key.sums)
            }
        }
    }
}
