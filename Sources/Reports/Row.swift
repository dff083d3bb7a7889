package import Postgres

/// One row of a table of the report, by the names of its columns; what is absent or withheld is nil.
package struct Row: Sendable, Equatable {
    private let places: [String: Int]
    private let cells: [String?]

    /// A row of these cells in PostgreSQL's text form.
    package init(_ cells: [(column: String, cell: String?)]) {
        places = Dictionary(cells.enumerated().map { ($1.column, $0) }, uniquingKeysWith: { $1 })
        self.cells = cells.map(\.cell)
    }

    private init(places: [String: Int], cells: [String?]) {
        (self.places, self.cells) = (places, cells)
    }

    /// All rows of a result.
    package static func all(of result: borrowing QueryResult) -> [Row] {
        let places = Dictionary(result.columnNames.enumerated().map { ($1, $0) }, uniquingKeysWith: { $1 })
        return result.rows().map { Row(places: places, cells: $0) }
    }

    /// Whether the table has the column.
    package func has(_ column: String) -> Bool { places[column] != nil }

    /// The cell as it is. A column that the table does not have is a defect and stops the program.
    package subscript(_ column: String) -> String? {
        guard let place = places[column] else { preconditionFailure("no column \(column)") }
        return cells[place]
    }

    /// The cell as text, empty where it is absent.
    package func text(_ column: String) -> String { self[column] ?? "" }

    /// The cell as a whole number.
    package func int(_ column: String) -> Int? { self[column].flatMap { Int($0) } }

    /// The cell as a number.
    package func double(_ column: String) -> Double? { self[column].flatMap { Double($0) } }

    /// Whether the cell is true.
    package func isTrue(_ column: String) -> Bool { self[column] == "t" }

    /// The cell as a day.
    package func day(_ column: String) -> Day? { self[column].flatMap { Day($0) } }

    /// The proportion of a column with the bounds of its interval, in the columns of its name and `_low`, `_high`.
    package func rate(_ column: String) -> Rate? {
        guard let value = double(column), let low = double(column + "_low"), let high = double(column + "_high") else {
            return nil
        }
        return Rate(value: value, low: low, high: high)
    }
}

extension Row {
    /// The count as pages write it; a dash where it is withheld.
    func count(_ column: String) -> String { int(column).map(PageFormat.count) ?? PageFormat.dash }

    /// The rate of a column as a page shows it, given its base and the rate's usual size.
    func shown(_ column: String, of base: Int?, usual: Rate? = nil) -> ShownRate {
        ShownRate(rate(column), base: base ?? 0, usual: usual)
    }
}

/// The rows that pages show, by table.
package struct ReportRows: Sendable {
    private var tables: [String: [Row]] = [:]

    package init(_ tables: [String: [Row]] = [:]) { self.tables = tables }

    /// Adds a table.
    mutating func add(_ rows: [Row], of table: String) { tables[table] = rows }

    /// Adds the rows of each table.
    mutating func add(_ other: ReportRows) { tables.merge(other.tables) { $0 + $1 } }

    /// The rows of a table, of all apps.
    package subscript(_ table: String) -> [Row] { tables[table] ?? [] }

    /// The rows of a table that are of one app, told apart byte by byte.
    package subscript(_ table: String, app app: String) -> [Row] {
        self[table].filter { $0.text("app_id").utf8.elementsEqual(app.utf8) }
    }

    /// Every app with a row in any table, in the order of the tables.
    package var apps: [String] {
        var seen: Set<[UInt8]> = []
        for rows in tables.values where rows.first?.has("app_id") == true {
            for row in rows { seen.insert(Array(row.text("app_id").utf8)) }
        }
        return seen.sorted { $0.lexicographicallyPrecedes($1) }.map { String(decoding: $0, as: UTF8.self) }
    }
}
