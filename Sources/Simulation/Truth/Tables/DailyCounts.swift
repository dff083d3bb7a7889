extension Truth {
    /// The counts of a daily table, by row key and day.
    struct DailyCounts<Key: RowKey, Counts: Sendable>: Sendable {
        private let days: Range<Int>
        private let empty: Counts
        private var counts: [Key: [Counts]] = [:]

        /// Creates a table without rows over the day numbers `days`; new rows start as `empty`.
        init(_ days: Range<Int>, _ empty: Counts) {
            self.days = days
            self.empty = empty
        }

        /// Changes the counts of one row; does nothing if the day is outside the range.
        mutating func update(_ key: Key, on day: Int, _ change: (inout Counts) -> Void) {
            update(key, on: CollectionOfOne(day), change)
        }

        /// Changes the counts of a key's rows on all given days within the range.
        mutating func update(_ key: Key, on days: some Collection<Int>, _ change: (inout Counts) -> Void) {
            let counted = days.lazy.filter { [range = self.days] in range.contains($0) }
            guard !counted.isEmpty else { return }
            let place = place(of: key)
            for day in counted { change(&counts.values[place][day - self.days.lowerBound]) }
        }

        private mutating func place(of key: Key) -> Dictionary<Key, [Counts]>.Index {
            if let place = counts.index(forKey: key) { return place }
            counts[key] = Array(repeating: empty, count: days.count)
            return counts.index(forKey: key)!
        }

        /// Returns the rows in table order. `base` is the number of people in a row, `numbers` formats its counts; returns
        /// nil to omit the row.
        func rows(_ base: (Counts) -> Int, _ numbers: (Counts) -> [String]?) -> [CountedRow] {
            let byApp = Dictionary(grouping: counts.keys, by: \.app).sorted { $0.key < $1.key }
            return byApp.flatMap { app, keys in
                let ordered = keys.sorted { $0.precedes($1) }
                return days.flatMap { day in ordered.compactMap { row($0, day, base, numbers) } }
            }
        }

        private func row(
            _ key: Key, _ day: Int, _ base: (Counts) -> Int, _ numbers: (Counts) -> [String]?
        ) -> CountedRow? {
            guard let counted = counts[key]?[day - days.lowerBound], let cells = numbers(counted) else { return nil }
            return CountedRow(
                keys: [CSV.text(key.app), CivilDate(dayNumber: day).description] + key.otherCells, cells: cells,
                base: base(counted))
        }
    }
}
