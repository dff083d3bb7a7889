/// A column that the catalogue has.
struct Column: Equatable, Sendable {
    let name: String
    /// PostgreSQL's name for its type.
    let type: String
    /// The list of its key or number.
    let list: String?
    /// The name of its key or number: that of a bound is the one that it bounds.
    let entry: String
    /// What pages call it; nil for a bound, and if they don't show it.
    let label: String?
    /// What it means, with the values that it can have.
    let meaning: String
    /// None if they are no fixed list.
    let values: [Fact.Value]
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
                entry: entry.name, label: ending.isEmpty ? entry.label : nil,
                meaning: (entry.meaning ?? "") + (entry.values.map(sentence) ?? ""), values: entry.values ?? [],
                count: entry.count, total: entry.total, of: entry.of, text: entry.text, hasBounds: hasBounds)
        }
    }

    /// Returns a sentence on the values that a column can have, or one for each if they have meanings.
    private static func sentence(_ values: [Fact.Value]) -> String {
        guard values.contains(where: { $0.meaning != nil }) else {
            return " One of: \(values.map(\.name).joined(separator: ", "))."
        }
        return values.map { " \($0.name): \($0.meaning ?? "")" }.joined()
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
