import Foundation

/// The catalogue (`sql/catalogue/`): every list of columns, said once. SQL names its lists (`SQLLists`); reports and
/// the dictionary read its tables.
public struct Catalogue: Sendable {
    /// A table or view of `analytics`.
    public struct Table: Decodable, Sendable {
        public let name: String
        /// What its rows are.
        let meaning: String
        /// The columns that identify a row; empty if none do.
        public let keys: [String]
        /// The lists and single numbers after the keys; nil if the catalogue has only the keys.
        let columns: [String]?
        /// Those of them that the CSV file has; nil: all.
        let file: [String]?
        /// Which columns may be added up, and over what.
        public let sums: String
        /// A query that an analyst can run.
        public let example: String
    }

    /// A table as reports read it.
    public struct Reported: Decodable, Sendable {
        /// Where its rows go: a CSV file, the pages, or both.
        public enum Use: String, Decodable, Sendable { case file, pages }
        /// How its rows depend on a report's range: each belongs to a day and is the same in every range that contains
        /// the day, or all are the same for any range.
        public enum Range: String, Decodable, Sendable { case day, any }

        public let name: String
        public let keys: [String]
        /// Empty if no report has it.
        public let report: [Use]
        /// Nil if its rows are of the range.
        public let range: Range?

        private enum CodingKeys: CodingKey { case name, keys, report, range }

        public init(from decoder: any Decoder) throws {
            let row = try decoder.container(keyedBy: CodingKeys.self)
            name = try row.decode(String.self, forKey: .name)
            keys = try row.decode([String].self, forKey: .keys)
            report = try row.decodeIfPresent([Use].self, forKey: .report) ?? []
            range = try row.decodeIfPresent(Range.self, forKey: .range)
        }
    }

    /// A number, or a value of a key such as a measure, as pages call it.
    public struct Term: Sendable {
        public let name, label, meaning: String
    }

    /// Those without tables, whose columns any table may have, come first.
    let facts: [Fact]
    /// All tables, with their columns and those of their CSV files; no columns if the catalogue has only their keys.
    let tables: [(table: Table, columns: [Column], file: [Column])]

    /// Stops the program if a file is not a fact, or a table names what is not there.
    ///
    /// - Parameter files: the texts by path.
    init(_ files: [String: String]) {
        let all = files.sorted { $0.key < $1.key }.map { path, text -> Fact in
            do {
                return try JSONDecoder().decode(Fact.self, from: Data(text.utf8))
            } catch {
                preconditionFailure("sql/\(path) is not a fact of the catalogue: \(error)")
            }
        }
        let facts = all.filter(\.tables.isEmpty) + all.filter { !$0.tables.isEmpty }
        self.facts = facts
        tables = facts.flatMap { fact in
            fact.tables.map { table in
                let named = { (names: [String]?) in
                    names.map { (table.keys + $0).flatMap { Self.columns(named: $0, in: [fact] + facts) } } ?? []
                }
                return (table, named(table.columns), named(table.file ?? table.columns))
            }
        }
    }

    /// Returns what the catalogue says of a table; nil if nothing.
    public func table(_ name: String) -> Table? { tables.first { $0.table.name == name }?.table }

    /// The tables of a report, in the order in which pages list their files.
    public var reported: [Reported] { facts.flatMap(\.reported) }

    /// The names of all tables, and of all lists.
    package var tableNames: [String] { tables.map { $0.table.name } }
    package var listNames: Set<String> { Set(facts.flatMap { $0.columns + $0.dimensions }.compactMap(\.list)) }

    /// Returns the names of the columns of lists, or of dimensions, in order. Stops the program if there is no such list.
    public func names(of lists: [String]) -> [String] { lists.flatMap { columns(named: $0).map(\.name) } }

    /// Returns the names of a table's columns, in order; empty if the catalogue doesn't have them.
    package func columnNames(of table: String) -> [String] {
        tables.first { $0.table.name == table }?.columns.map(\.name) ?? []
    }

    /// Returns the names of the columns of a table's CSV file, in order.
    public func fileColumnNames(of table: String) -> [String] {
        tables.first { $0.table.name == table }?.file.map(\.name) ?? []
    }

    /// What pages show of each fact, under its label.
    public var glossary: [(topic: String, terms: [Term])] {
        facts.compactMap { fact in fact.label.map { ($0, fact.columns.flatMap(Self.terms)) } }
    }

    private static func terms(of column: Column) -> [Term] {
        let own = column.label.map { [Term(name: column.name, label: $0, meaning: column.meaning)] } ?? []
        return own
            + column.values.compactMap { value in
                value.label.map { Term(name: value.name, label: $0, meaning: value.meaning ?? "") }
            }
    }

    /// Returns the values that a column of a table can have; nil if they are no fixed list.
    public func values(of column: String, in table: String) -> [String]? {
        let values = tables.first { $0.table.name == table }?.columns.first { $0.name == column }?.values
        return values?.isEmpty == false ? values?.map(\.name) : nil
    }

    /// Returns the columns of a table, of a list or of one key or number. Stops the program if nothing has the name.
    func columns(named name: String) -> [Column] {
        tables.first { $0.table.name == name && !$0.columns.isEmpty }?.columns ?? Self.columns(named: name, in: facts)
    }

    /// Returns the columns of a list, otherwise those of one key or number, of the first fact that has it.
    private static func columns(named name: String, in facts: [Fact]) -> [Column] {
        for fact in facts {
            let list = (fact.columns + fact.dimensions).filter { $0.list == name }
            if !list.isEmpty { return list }
            if let first = fact.columns.firstIndex(where: { $0.entry == name }) {
                return Array(fact.columns[first...].prefix(fact.columns[first].hasBounds ? 3 : 1))
            }
        }
        preconditionFailure("the catalogue has no list \(name)")
    }

    /// Returns the names of the tables that have a column; none if it is of a fact without tables: any may have it.
    func tables(with column: Column) -> [String] {
        let isGeneral = facts.contains { $0.tables.isEmpty && $0.columns.contains(column) }
        return isGeneral ? [] : tables.filter { $0.columns.contains(column) }.map { $0.table.name }
    }
}
