/// Tells tests which cell of a table a number on a page comes from. While `isOn`, texts made from a `Row` name their
/// cell as an interlinear annotation (Unicode 23.8): U+FFF9, the number, U+FFFA, `table.column@row`, U+FFFB. Rows are
/// numbered from 0. A sum of a column's cells is `table.column@row+row`; computed numbers join two of these with ` - `
/// or ` / `. Reports are made with it off.
package enum CellMark {
    @TaskLocal package static var isOn = false

    /// Returns the text, with the mark if marks are on and the cell is known.
    static func mark(_ text: String, _ cell: String?) -> String {
        guard isOn, let cell, text != PageFormat.dash else { return text }
        return "\u{FFF9}\(text)\u{FFFA}\(cell)\u{FFFB}"
    }

    /// Returns the name of the difference of two cells; nil if either is nil.
    static func difference(_ cell: String?, _ other: String?) -> String? {
        cell.flatMap { cell in other.map { "\(cell) - \($0)" } }
    }

    /// Returns the name of the quotient of two cells; nil if either is nil.
    static func quotient(_ cell: String?, _ other: String?) -> String? {
        cell.flatMap { cell in other.map { "\(cell) / \($0)" } }
    }
}
