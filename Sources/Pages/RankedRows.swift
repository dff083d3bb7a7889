/// Rows in order of their people, most first. Those of fewer than 30 people, and those for which there is no room, are one
/// row together.
struct RankedRows {
    let rows: [Row]
    private let left: [Row]
    private let size: String

    /// Lists at most `limit` rows by the numbers in the column `size`; equal ones keep their order. If all that
    /// are not withheld are small, they are listed.
    init(_ rows: [Row], by size: String, atMost limit: Int) {
        let ranked = rows.enumerated().sorted {
            ($1.element.int(size) ?? -1, $0.offset) < ($0.element.int(size) ?? -1, $1.offset)
        }.map(\.element)
        let isSmall = { (row: Row) in row.int(size).map { $0 < ShownRate.smallestBase } ?? false }
        let large = ranked.filter { !isSmall($0) }
        let hasLarge = large.contains { $0[size] != nil }
        let (candidates, small) = hasLarge ? (large, ranked.filter(isSmall)) : (ranked, [])
        self.rows = Array(candidates.prefix(limit))
        left = candidates.dropFirst(limit) + small
        self.size = size
    }

    /// Returns the row of those that are not listed, for example `7 other app versions (93 people)`; none if all are.
    /// `one`, `other`: what the rows are; `people`: what is counted.
    func others(_ one: String, _ other: String, of people: String) -> [Table.Row] {
        guard !left.isEmpty else { return [] }
        return [
            Table.Row(
                name: PageFormat.counted(left.count, "other \(one)", "other \(other)")
                    + " (\(Row.total(size, of: left).text) \(people))", style: "others", cells: [])
        ]
    }
}
