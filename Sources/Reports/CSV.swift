import Postgres

/// A table as CSV: RFC 4180 with `\n`, header first, NULL as an empty field.
enum CSV {
    /// The text of a result's first columns, all of them by default.
    ///
    /// - Parameters:
    ///   - level: of a result with a column `level`, the rows of that level alone.
    ///   - first: of a result with a column `day`, the rows from that day on.
    static func text(
        of table: borrowing QueryResult, columns: Int? = nil, level: String? = nil, since first: Day? = nil
    ) -> String {
        let names = table.columnNames
        let count = columns ?? names.count
        let levelColumn = level == nil ? nil : names.firstIndex(of: "level")
        let dayColumn = first == nil ? nil : names.firstIndex(of: "day")
        let firstDay = first?.description ?? ""
        var text = names.prefix(count).joined(separator: ",") + "\n"
        let isText = (0..<count).map { table.isText($0) }
        for row in 0..<table.rowCount {
            if let levelColumn, table.text(row, levelColumn) != level { continue }
            if let dayColumn, table.text(row, dayColumn) ?? "" < firstDay { continue }
            for column in isText.indices {
                if column > 0 { text += "," }
                let cell = table.text(row, column) ?? ""
                text += field(isText[column] ? withoutFormula(cell) : cell)
            }
            text += "\n"
        }
        return text
    }

    /// Quoted where it holds a comma, a quote or an end of line.
    static func field(_ cell: String) -> String {
        let needsQuotes = cell.utf8.contains { byte in
            byte == UInt8(ascii: ",") || byte == UInt8(ascii: "\"") || byte == 0x0A || byte == 0x0D
        }
        guard needsQuotes else { return cell }
        return "\"" + cell.unicodeScalars.reduce(into: "") { $0 += $1 == "\"" ? "\"\"" : String($1) } + "\""
    }

    /// A leading `'` keeps a spreadsheet from taking a word for a formula: some look behind white space and byte order marks,
    /// and take full-width signs for signs.
    static func withoutFormula(_ cell: String) -> String {
        let first = cell.unicodeScalars.first { isFormula($0) || !isPassedOver($0) }
        return first.map(isFormula) == true ? "'" + cell : cell
    }

    private static func isFormula(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "=", "+", "-", "@", "\u{FF1D}", "\u{FF0B}", "\u{FF0D}", "\u{FF20}", "\t", "\r", "\n": true
        default: false
        }
    }

    private static func isPassedOver(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isWhitespace || scalar == "\u{FEFF}"
    }
}
