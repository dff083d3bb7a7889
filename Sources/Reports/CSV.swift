import Pages
import Postgres

/// Formats query results as CSV: RFC 4180 with `\n` line ends, a header line, and NULL as an empty field.
enum CSV {
    /// Returns a result as CSV. If it has a column `level` that the file has not (`version` for an OS version, `major` for a
    /// major OS version, `app` for the whole app), writes only the rows of level `version`.
    ///
    /// - Parameters:
    ///   - count: how many columns to write, from the left.
    ///   - first: writes only the rows from this day on, if the result has a column `day`; nil: all rows.
    static func text(of table: borrowing QueryResult, columns count: Int, since first: Day?) -> String {
        let names = table.columnNames
        // Among the columns that are written it is the level of settings.
        let levelColumn = names.dropFirst(count).firstIndex(of: "level")
        let dayColumn = first == nil ? nil : names.firstIndex(of: "day")
        let firstDay = first?.description ?? ""
        var text = names.prefix(count).joined(separator: ",") + "\n"
        let isText = (0..<count).map { table.isText($0) }
        let isNumeric = (0..<count).map { table.isNumeric($0) }
        for row in 0..<table.rowCount {
            if let levelColumn, table.text(row, levelColumn) != "version" { continue }
            if let dayColumn, table.text(row, dayColumn) ?? "" < firstDay { continue }
            for column in isText.indices {
                if column > 0 { text += "," }
                let cell = table.text(row, column) ?? ""
                text +=
                    isNumeric[column] ? Decimal.published(cell) : field(isText[column] ? withoutFormula(cell) : cell)
            }
            text += "\n"
        }
        return text
    }

    /// Quotes a field if it contains a comma, a quote or a line break.
    static func field(_ cell: String) -> String {
        let needsQuotes = cell.utf8.contains { byte in
            byte == UInt8(ascii: ",") || byte == UInt8(ascii: "\"") || byte == 0x0A || byte == 0x0D
        }
        guard needsQuotes else { return cell }
        return "\"" + cell.unicodeScalars.reduce(into: "") { $0 += $1 == "\"" ? "\"\"" : String($1) } + "\""
    }

    /// Prepends `'` to text that a spreadsheet might run as a formula. Some spreadsheets skip leading white space and
    /// byte order marks, and accept full-width `＝`, `＋`, `－` and `＠`.
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
