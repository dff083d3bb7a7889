/// One row of a report table, with its cells by column name. A cell is nil if its value is missing or withheld for
/// privacy (see `PageHead.minimumCell`).
package struct Row: Sendable, Equatable {
    private let places: [String: Int]
    private let cells: [String?]

    /// Creates a row from cells in PostgreSQL's text format.
    package init(_ cells: [(column: String, cell: String?)]) {
        places = Dictionary(cells.enumerated().map { ($1.column, $0) }, uniquingKeysWith: { $1 })
        self.cells = cells.map(\.cell)
    }

    private init(places: [String: Int], cells: [String?]) {
        (self.places, self.cells) = (places, cells)
    }

    /// Returns the rows of a table. They share one dictionary of column names.
    package static func all(_ columns: [String], _ rows: some Sequence<[String?]>) -> [Row] {
        let places = Dictionary(columns.enumerated().map { ($1, $0) }, uniquingKeysWith: { $1 })
        return rows.map { Row(places: places, cells: $0) }
    }

    /// Whether the table has the column.
    package func has(_ column: String) -> Bool { places[column] != nil }

    /// Returns the cell's text. Stops the program if the table has no such column, because that is a bug.
    package subscript(_ column: String) -> String? {
        guard let place = places[column] else { preconditionFailure("no column \(column)") }
        return cells[place]
    }

    /// Returns the cell's text, or an empty string if it is nil.
    package func text(_ column: String) -> String { self[column] ?? "" }

    /// Returns the cell as an integer; nil if it is nil or not an integer.
    package func int(_ column: String) -> Int? { self[column].flatMap { Int($0) } }

    /// Returns the cell as a number; nil if it is nil or not a number.
    package func double(_ column: String) -> Double? { self[column].flatMap { Double($0) } }

    /// Whether the cell is PostgreSQL's `t` (true).
    package func isTrue(_ column: String) -> Bool { self[column] == "t" }

    /// Returns the cell as a day; nil if it is nil or not a date.
    package func day(_ column: String) -> Day? { self[column].flatMap { Day($0) } }

    /// Returns the proportion or difference in a column, with the interval bounds in the columns of the same name plus
    /// `_low` and `_high`. Nil if any of the three is nil.
    package func rate(_ column: String) -> Rate? {
        guard let value = double(column), let low = double(column + "_low"), let high = double(column + "_high") else {
            return nil
        }
        return Rate(value: value, low: low, high: high)
    }
}

extension Row {
    /// Returns a count formatted for a page; a dash if it is nil.
    func count(_ column: String) -> String { int(column).map(PageFormat.count) ?? PageFormat.dash }

    /// Returns a column's rate as a page shows it. `base` is the rate's denominator, `usual` the whole app's rate,
    /// against which `ShownRate` compares the width of the interval.
    func shown(_ column: String, of base: Int?, usual: Rate? = nil) -> ShownRate {
        ShownRate(rate(column), base: base ?? 0, usual: usual)
    }
}

/// The rows that the pages show, by table name.
package struct ReportRows: Sendable {
    private var tables: [String: [Row]] = [:]

    package init(_ tables: [String: [Row]] = [:]) { self.tables = tables }

    /// Sets a table's rows.
    package mutating func add(_ rows: [Row], of table: String) { tables[table] = rows }

    /// Appends the other's rows to each table.
    package mutating func add(_ other: ReportRows) { tables.merge(other.tables) { $0 + $1 } }

    /// Returns a table's rows for all apps; empty if there is no such table.
    package subscript(_ table: String) -> [Row] { tables[table] ?? [] }

    /// Returns a table's rows for one app. App ids are compared byte by byte, because Swift's `==` treats canonically
    /// equivalent Unicode strings as equal.
    package subscript(_ table: String, app app: String) -> [Row] {
        self[table].filter { $0.text("app_id").utf8.elementsEqual(app.utf8) }
    }

    /// Every app with a row in a table whose rows are counts of events, sorted by bytes, as the tables are (`COLLATE "C"`).
    package var apps: [String] {
        var seen: Set<[UInt8]> = []
        for (name, rows) in tables where rows.first?.has("app_id") == true && !Self.withoutEvents.contains(name) {
            for row in rows { seen.insert(Array(row.text("app_id").utf8)) }
        }
        return seen.sorted { $0.lexicographicallyPrecedes($1) }.map { String(decoding: $0, as: UTF8.self) }
    }

    /// The tables that have rows of apps without any event in the range. `key_numbers` has the reach of the last day
    /// before the horizon, also for days after it.
    private static let withoutEvents: Set = ["key_numbers", "marks", "targets"]
}
