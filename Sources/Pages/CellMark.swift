/// Names the cell of a table that a number on a page comes from. While a page is rendered (`isOn`), texts made from a
/// `Row` have the name beside the number: U+0001, the number, U+0002, the name, U+0003. In HTML it becomes the attribute
/// `data-cell`; attributes and drawings leave it out. Texts of others have no control characters (`PageFormat.name`).
///
/// A name is `TABLE/COLUMN/ROW`, with the folder of the table's range before it. ROW is `3`, or `3-9+12` for the sum of
/// these rows. The name of a computed number joins two of these with ` - ` or ` / `.
enum CellMark {
    @TaskLocal static var isOn = false

    /// Returns the number with its name, if pages are rendered and the cell is known.
    static func mark(_ text: String, _ cell: String?) -> String {
        guard isOn, let cell, text != PageFormat.dash else { return text }
        return "\u{1}\(text)\u{2}\(cell)\u{3}"
    }

    /// Returns the name of the difference of two cells; nil if either is nil.
    static func difference(_ cell: String?, _ other: String?) -> String? {
        cell.flatMap { cell in other.map { "\(cell) - \($0)" } }
    }

    /// Returns the name of the quotient of two cells; nil if either is nil.
    static func quotient(_ cell: String?, _ other: String?) -> String? {
        cell.flatMap { cell in other.map { "\(cell) / \($0)" } }
    }

    /// Splits the name of a cell into `TABLE/COLUMN` and `ROW`; nil if it is that of a computed number.
    static func split(_ cell: String) -> (column: Substring, row: Substring)? {
        guard !cell.utf8.contains(UInt8(ascii: " ")), let slash = cell.utf8.lastIndex(of: UInt8(ascii: "/")) else {
            return nil
        }
        return (cell[..<slash], cell[slash...].dropFirst())
    }
}

extension CellMark {
    /// Returns escaped text with an element around each number that has a name, and around the words of each verdict.
    /// `place` is the name that the element around the text has already.
    static func written(_ markup: String, in place: String?) -> String {
        // Most texts with a name are one number, and the element around it has the name.
        if let place, let whole = parts(of: markup), whole.cell == place {
            return VerdictMark.written(String(whole.number))
        }
        return VerdictMark.written(
            rewritten(markup) { number, cell in
                cell == place ? number : "<span data-cell=\"\(cell)\">\(number)</span>"
            })
    }

    /// Returns the text without names, and without the keys of verdicts.
    static func unmarked(_ text: String) -> String { VerdictMark.unmarked(rewritten(text) { number, _ in number }) }

    /// Returns the name of the number if it is all of the text; otherwise nil.
    static func cell(of text: String) -> String? { parts(of: text).map { String($0.cell) } }

    /// Returns the number and its name if they are all of the text; otherwise nil.
    private static func parts(of text: String) -> (number: Substring, cell: Substring)? {
        guard text.utf8.first == 1, text.utf8.last == 3, let middle = text.utf8.firstIndex(of: 2) else { return nil }
        let (number, cell) = (text.utf8[..<middle].dropFirst(), text.utf8[middle...].dropFirst().dropLast())
        return number.contains(where: isOfMark) || cell.contains(where: isOfMark)
            ? nil : (Substring(number), Substring(cell))
    }

    /// Whether the text has a digit outside of the numbers that have names.
    static func hasOtherNumber(_ text: String) -> Bool {
        rewritten(text) { _, _ in "" }.utf8.contains { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }

    /// Returns the text with each number and its name as `write` returns them. Leaves out characters of marks that
    /// `mark` did not write.
    private static func rewritten(_ text: String, _ write: (_ number: String, _ cell: String) -> String) -> String {
        guard text.utf8.contains(where: isOfMark) else { return text }
        let pieces = text.utf8.split(separator: 1, omittingEmptySubsequences: false)
        return pieces.dropFirst().reduce(into: plain(pieces[0])) { written, piece in
            let parts = piece.split(separator: 3, maxSplits: 1, omittingEmptySubsequences: false)
            let mark = parts[0].split(separator: 2, omittingEmptySubsequences: false).map { String(Substring($0)) }
            let isMark = parts.count == 2 && mark.count == 2
            written += isMark ? write(mark[0], mark[1]) + plain(parts[1]) : plain(piece)
        }
    }

    private static func plain(_ text: Substring.UTF8View) -> String {
        text.contains(where: isOfMark)
            ? String(decoding: text.filter { !isOfMark($0) }, as: UTF8.self) : String(Substring(text))
    }

    private static func isOfMark(_ byte: UInt8) -> Bool { 1...3 ~= byte }
}
