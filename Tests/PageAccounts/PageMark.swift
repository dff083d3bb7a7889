import Pages

/// A number on a page that says which cell it is, or how it is computed from cells.
struct PageMark {
    /// A cell of a row, or the sum of a column's cells.
    struct Cell {
        let table: String
        let column: String
        let rows: [Row]
        /// The numbers of these rows in the table.
        let places: [Int]

        var value: Double? {
            let values = rows.compactMap { $0.double(column) }
            return values.count == rows.count ? values.reduce(0, +) : nil
        }
    }

    let number: Substring
    /// The cells of a difference; of each, its numerator and its denominator if it is a quotient.
    let terms: [[Cell]]
    /// The cells without the rows, such as `opt_in_changes/share - opt_in_changes/share_before`.
    let name: String

    /// Returns a mark; nil if it names a cell that does not exist.
    init?(_ number: Substring, _ cells: Substring, _ tables: PageTables) {
        self.number = number
        name = String(cells).replacing(PageAccount.rowNumbers, with: "")
        var terms: [[Cell]] = []
        for term in cells.split(separator: " - ") {
            let parts = term.split(separator: " / ")
            let cells = parts.compactMap { Cell($0, tables) }
            guard cells.count == parts.count else { return nil }
            terms.append(cells)
        }
        self.terms = terms
    }

    /// The row of a mark whose cells are all of one row.
    var row: (table: String, row: Row, places: [Int])? {
        guard let first = terms.first?.first,
            terms.joined().allSatisfy({ $0.table == first.table && $0.places == first.places && $0.rows.count == 1 })
        else { return nil }
        return (first.table, first.rows[0], first.places)
    }

    /// The app of the row or rows; nil if they are of all apps together.
    var app: String? {
        guard let row = terms.first?.first?.rows.first, row.has("app_id") else { return nil }
        return row["app_id"]
    }

    /// Every way in which a page may write it.
    var forms: [String] {
        if terms.count == 1, terms[0].count == 1, terms[0][0].rows.count == 1 {
            return PageAccount.forms(of: terms[0][0].column, in: terms[0][0].rows[0])
        }
        let values = terms.compactMap { cells -> Double? in
            let numbers = cells.compactMap(\.value)
            guard let first = numbers.first, numbers.count == cells.count else { return nil }
            return numbers.dropFirst().reduce(first, /)
        }
        guard let first = values.first, values.count == terms.count else { return [] }
        let value = values.dropFirst().reduce(first, -)
        return PageAccount.forms(of: value) + (terms[0].count == 2 ? PageAccount.forms(ofGrowth: value - 1) : [])
    }
}

extension PageMark.Cell {
    nonisolated(unsafe) private static let name = /(.+)\/([a-z0-9_]+)\/([\d+\-]+)/

    fileprivate init?(_ text: Substring, _ tables: PageTables) {
        guard let match = text.wholeMatch(of: Self.name) else { return nil }
        let (_, table, column, ranges) = match.output
        let all = tables.rows[String(table)] ?? []
        let numbers = ranges.split(separator: "+").flatMap { range in
            let ends = range.split(separator: "-").compactMap { Int($0) }
            return Array(ends[0]...max(ends[0], ends[ends.count - 1]))
        }
        guard !numbers.isEmpty,
            numbers.allSatisfy({ all.indices.contains($0 - 1) && all[$0 - 1].has(String(column)) })
        else { return nil }
        (self.table, self.column, self.places) = (String(table), String(column), numbers)
        rows = numbers.map { all[$0 - 1] }
    }
}
