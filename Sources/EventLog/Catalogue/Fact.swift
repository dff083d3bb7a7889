/// A file of `sql/catalogue/`: what is counted of one fact, such as people who were asked, what divides it, and the
/// tables that publish it. How a number is counted, and what it and a key mean, is said only there.
struct Fact: Decodable, Sendable {
    /// A key or a number.
    struct Entry: Decodable {
        /// The list with which tables and SQL name it; nil: they name it alone.
        let list: String?
        let name: String
        /// PostgreSQL's name for its type, or `interval`: a number with the bounds `_low` and `_high`. Nil: text for a
        /// key, bigint for a number.
        let type: String?
        /// The condition on the rows of the fact that count.
        let count: String?
        /// The numbers of the same row that it adds up.
        let total: String?
        /// What a value of the fact is; of a dimension, the value that it is made of.
        let of: String?
        /// The name of a value of a dimension.
        let text: String?
        /// What pages call it; nil if they don't show it.
        let label: String?
        /// Nil for what is no column of a table.
        let meaning: String?
        /// The values that it can have, if they are a fixed list.
        let values: [Value]?
    }

    /// A value of a key, such as a measure.
    struct Value: Decodable, Equatable {
        let name: String
        let label, meaning: String?
    }

    /// The topic of the glossary that has its numbers; nil if pages show none.
    let label: String?

    /// The columns of all keys and numbers, in order.
    let columns: [Column]
    /// What rows of a fact can be told apart by: its values, and the dimensions that are made of them. Not columns: the
    /// tables that have a dimension have its name and the value's.
    let dimensions: [Column]
    let tables: [Catalogue.Table]
    /// Those of them that a report has, and the tables of its queries that only pages show.
    let reported: [Catalogue.Reported]

    private enum Part: CodingKey {
        case label, keys, dimensions, numbers, tables, pages
    }

    init(from decoder: any Decoder) throws {
        let parts = try decoder.container(keyedBy: Part.self)
        label = try parts.decodeIfPresent(String.self, forKey: .label)
        let keys = try parts.decode([Entry].self, forKey: .keys)
        let numbers = try parts.decode([Entry].self, forKey: .numbers)
        columns =
            keys.flatMap { Column.all(of: $0, usualType: "text") }
            + numbers.flatMap { Column.all(of: $0, usualType: "bigint") }
        let dimensions = try parts.decodeIfPresent([Entry].self, forKey: .dimensions) ?? []
        self.dimensions = dimensions.flatMap { Column.all(of: $0, usualType: "integer") }
        tables = try parts.decode([Catalogue.Table].self, forKey: .tables)
        let pages = try parts.decodeIfPresent([Catalogue.Reported].self, forKey: .pages) ?? []
        reported = try parts.decode([Catalogue.Reported].self, forKey: .tables).filter { !$0.report.isEmpty } + pages
    }
}
