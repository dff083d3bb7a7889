/// One row of a report table, with its cells by column name. A cell is nil if its value is missing or withheld for
/// privacy (see `PageHead.minimumCell`).
package struct Row: Sendable, Equatable {
    private let places: [String: Int]
    private let cells: [String?]
    /// The table, after the folder of its range, and the row's number in it, or the numbers of the rows that it is the
    /// sum of; nil outside of `ReportRows`.
    fileprivate(set) var place: (table: String, numbers: [Int])?

    package static func == (first: Row, second: Row) -> Bool {
        first.places == second.places && first.cells == second.cells
    }

    /// Creates a row from cells in PostgreSQL's text format.
    package init(_ cells: [(column: String, cell: String?)]) {
        places = Dictionary(cells.enumerated().map { ($1.column, $0) }, uniquingKeysWith: { $1 })
        self.cells = cells.map(\.cell)
    }

    /// Creates a row of sums of other rows' cells.
    init(_ cells: [(column: String, cell: String?)], sumOf rows: [Row]) {
        self.init(cells)
        place = rows.first?.place.map { ($0.table, rows.flatMap { $0.place?.numbers ?? [] }) }
    }

    private init(places: [String: Int], cells: [String?]) {
        (self.places, self.cells) = (places, cells)
    }

    /// Returns the rows of a table. They share one dictionary of column names.
    package static func all(_ columns: [String], _ rows: some Sequence<[String?]>) -> [Row] {
        let places = Dictionary(columns.enumerated().map { ($1, $0) }, uniquingKeysWith: { $1 })
        return rows.map { Row(places: places, cells: $0) }
    }

    /// The row as pages show it: of a row that is hidden there beside its sums, only what it is of is left.
    package var onPages: Row {
        guard let place = places["is_hidden"], cells[place] == "t" else { return self }
        let kept = Set(["app_id", "os_name", "os_version", "level"].compactMap { places[$0] })
        return Row(places: places, cells: cells.indices.map { kept.contains($0) ? cells[$0] : nil })
    }

    /// Whether the table's CSV file has the row, if there is a file. It has no rows of a whole app, a major OS version
    /// or another level.
    package var isInFile: Bool { !has("level") || self["level"] == "version" }

    /// Each column with its cell.
    package var all: [(column: String, cell: String?)] { places.map { ($0.key, cells[$0.value]) } }

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
        return Rate(value: value, low: low, high: high, cell: cell(column))
    }

    /// Returns the name of the sum of a column's cells for `CellMark`; nil if no page is rendered.
    static func sum(_ column: String, of rows: [Row]) -> String? { Row([], sumOf: rows).cell(column) }

    /// Returns the cell's name for `CellMark`; nil if no page is rendered.
    func cell(_ column: String) -> String? {
        guard CellMark.isOn, let place else { return nil }
        return "\(place.table)/\(column)/\(Self.ranges(place.numbers))"
    }

    /// Returns numbers as ranges, such as `3-9+12`.
    private static func ranges(_ numbers: [Int]) -> String {
        let ranges = numbers.sorted().reduce(into: [ClosedRange<Int>]()) { ranges, number in
            if let last = ranges.last, last.upperBound == number - 1 {
                ranges[ranges.count - 1] = last.lowerBound...number
            } else {
                ranges.append(number...number)
            }
        }
        return ranges.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)" }
            .joined(separator: "+")
    }
}

extension Row {
    /// Returns a count formatted for a page; a dash if it is nil.
    func count(_ column: String) -> String {
        CellMark.mark(int(column).map(PageFormat.count) ?? PageFormat.dash, cell(column))
    }

    /// Returns a fraction in percent; a dash if it is nil.
    func percent(_ column: String) -> String { marked(column, PageFormat.percent) }

    /// Returns a fraction in percentage points without its sign, such as `3.7 points`; a dash if it is nil.
    func points(_ column: String) -> String { marked(column, PageFormat.points) }

    /// Returns a limit in percentage points, such as `3.7 points`; a dash if it is nil.
    func limit(_ column: String) -> String { marked(column) { "\(PageFormat.limit($0)) points" } }

    /// Returns seconds as a duration; a dash if they are nil.
    func duration(_ column: String) -> String { marked(column) { PageFormat.duration(seconds: $0) } }

    /// Returns a number as `format` writes it; a dash if it is nil.
    func marked(_ column: String, _ format: (Double) -> String) -> String {
        CellMark.mark(double(column).map(format) ?? PageFormat.dash, cell(column))
    }

    /// Returns a column's rate as a page shows it. `base` is the rate's denominator, `usual` the whole app's rate,
    /// against which `ShownRate` compares the width of the interval.
    func shown(_ column: String, of base: Count?, usual: Rate? = nil) -> ShownRate {
        ShownRate(rate(column), base: base, usual: usual)
    }

    /// Returns a cell that is a count; nil if it is nil or not an integer.
    func counted(_ column: String) -> Count? { int(column).map { Count(value: $0, cell: cell(column)) } }

    /// Returns what is left of one count without another; nil if either is nil.
    func counted(_ column: String, without other: String) -> Count? {
        guard let all = int(column), let some = int(other) else { return nil }
        return Count(value: all - some, cell: CellMark.difference(cell(column), cell(other)))
    }

    /// Returns the sum of a column's cells, without those that are nil.
    static func total(_ column: String, of rows: [Row]) -> Count {
        let known = rows.filter { $0.int(column) != nil }
        return Count(value: known.reduce(0) { $0 + ($1.int(column) ?? 0) }, cell: sum(column, of: known))
    }
}

/// The rows that the pages show, by table name.
package struct ReportRows: Sendable {
    private var tables: [String: [Row]] = [:]
    /// The rows of each table by the UTF-8 bytes of their app; of tables without apps none.
    private var ofApps: [String: [[UInt8]: [Row]]] = [:]
    /// The folder of the range's tables, empty or with a slash at the end.
    package let folder: String

    package init(_ tables: [String: [Row]] = [:], folder: String = "") {
        self.folder = folder
        for (name, rows) in tables { add(rows, of: name) }
    }

    /// Sets a table's rows, and numbers them: those of the CSV file from 1, as there, then the others.
    package mutating func add(_ rows: [Row], of table: String) {
        var (inFile, others) = (0, rows.count(where: \.isInFile))
        let placed = rows.map { row in
            var row = row
            if row.isInFile { inFile += 1 } else { others += 1 }
            row.place = (folder + table, [row.isInFile ? inFile : others])
            return row
        }
        tables[table] = placed
        guard rows.first?.has("app_id") == true else { return }
        ofApps[table] = Dictionary(grouping: placed) { Array($0.text("app_id").utf8) }
    }

    /// The names of the tables.
    package var names: [String] { tables.keys.sorted() }

    /// Appends the other's rows to each table.
    package mutating func add(_ other: ReportRows) {
        tables.merge(other.tables) { $0 + $1 }
        ofApps.merge(other.ofApps) { $0.merging($1) { $0 + $1 } }
    }

    /// Returns a table's rows for all apps; empty if there is no such table.
    package subscript(_ table: String) -> [Row] { tables[table] ?? [] }

    /// Returns a table's rows for one app. App ids are compared byte by byte, because Swift's `==` treats canonically
    /// equivalent Unicode strings as equal.
    package subscript(_ table: String, app app: String) -> [Row] { ofApps[table]?[Array(app.utf8)] ?? [] }

    /// Every app with a row in a table whose rows are counts of events, sorted by bytes, as the tables are (`COLLATE "C"`).
    package var apps: [String] {
        let seen = ofApps.reduce(into: Set<[UInt8]>()) { seen, table in
            if !Self.withoutEvents.contains(table.key) { seen.formUnion(table.value.keys) }
        }
        return seen.sorted { $0.lexicographicallyPrecedes($1) }.map { String(decoding: $0, as: UTF8.self) }
    }

    /// The tables that have rows of apps without any event in the range: experiments count the people of all days, and
    /// some tables are about the last days before the horizon, also for a range after it.
    private static let withoutEvents: Set = [
        "key_numbers", "lone_arms", "marks", "opt_in_experiment_days", "opt_in_experiments", "targets",
        "turn_offs_by_frequency", "verdicts",
    ]
}
