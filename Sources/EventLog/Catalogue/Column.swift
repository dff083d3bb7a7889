/// A column that the catalogue has.
struct Column: Equatable, Sendable {
    let name: String
    /// PostgreSQL's name for its type.
    let type: String
    /// The list of its key or number.
    let list: String?
    /// The name of its key or number: that of a bound is the one that it bounds.
    let entry: String
    let meaning: String
    let count, total, of: String?
    /// The name of a value, if it is a dimension.
    let text: String?
    /// Whether it is a number with bounds, or one of these.
    let hasBounds: Bool

    /// Returns the column of a key or number, with its bounds. `usualType`: the type if the entry names none.
    static func all(of entry: Fact.Entry, usualType: String) -> [Column] {
        let hasBounds = entry.type == "interval"
        return (hasBounds ? ["", "_low", "_high"] : [""]).map { ending in
            Column(
                name: entry.name + ending, type: hasBounds ? "numeric" : entry.type ?? usualType, list: entry.list,
                entry: entry.name, meaning: entry.meaning ?? "", count: entry.count, total: entry.total, of: entry.of,
                text: entry.text, hasBounds: hasBounds)
        }
    }

    /// Whether it bounds another column.
    var isBound: Bool { name != entry }

    /// The condition of a count, the sum of a total, what a value or dimension is of, otherwise the name.
    var source: String { count ?? total ?? of ?? name }

    /// The aggregate over rows of the fact; that of a total is its sum.
    var counted: String {
        guard let count else { return source }
        return count == "true" ? "count(*)" : "count(*) FILTER (WHERE \(count))"
    }
}
