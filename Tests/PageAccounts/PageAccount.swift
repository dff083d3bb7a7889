import Reports

/// Accounts for the numbers of a page that was rendered with `CellMark` on: each marked number must be the named cell, or
/// be computed from the named cells, formatted, and stand where the row and the app it comes from are named. Each other
/// number must be that of some cell of the page's rows, a sum of them, or belong to a phrase that names a setting.
package struct PageAccount {
    /// The smallest element with a text, or the row of a table.
    package struct Piece {
        package var markup: Substring
        /// The heads of the table's columns.
        let heads: [String]
        /// The heading of the section, which has the name of the app if the page is of several.
        let heading: String

        var isRow: Bool { markup.hasPrefix("<tr") }
        var isStrip: Bool { markup.contains("<dt>") }
    }

    package let pieces: [Piece]
    let tables: PageTables
    /// The name of the page and the app in its title.
    let title: String
    /// Whether the page is about a part of an app's people.
    var isPart: Bool { title.starts(with: /([A-Za-z]*OS|Android) \d|App version/) }

    package init(_ html: String, _ tables: PageTables) {
        self.tables = tables
        let body = html.replacing(/<(style|script)\b.*?<\/\1>/.dotMatchesNewlines(), with: "")
            .replacing(/<div class="plot">.*?(?=<div class="wide"|<p class="note")/.dotMatchesNewlines()) {
                "<div>\(Self.drawing)\(Self.text($0.output))</div>"
            }.replacing(/<svg\b[^>]*\/>|<svg\b.*?<\/svg>/.dotMatchesNewlines(), with: "")
        let title = Self.text(body.firstMatch(of: /<title>(.*?)<\/title>/)?.output.1 ?? "")
        self.title = title.split(separator: " – ").dropFirst().joined(separator: " – ")
        var (heads, heading): ([String], String) = ([], "")
        let elements = body.replacing(/<(?=(tr|p|li|h[1-6]|figcaption|div|summary|section)\b)/, with: "\u{1E}<")
        pieces = elements.split(separator: "\u{1E}").map { element in
            if element.contains("scope=\"col\"") {
                heads = element.split(separator: "<th").dropFirst().map { Self.text("<th" + $0).trimmed }
            }
            if element.hasPrefix("<h2") { heading = Self.text(element) }
            return Piece(markup: element, heads: heads, heading: heading)
        }
    }

    /// What is wrong, as sentences.
    package var faults: [String] { pieces.flatMap(faults) }

    /// Where the marked numbers stand: under the head of each column the cells `table.column`, and without cells the
    /// texts that have cells in place of their numbers.
    package var places: [String: Set<String>] {
        pieces.reduce(into: [:]) { places, piece in
            for (head, cell) in piece.cells {
                for match in cell.matches(of: Self.mark) {
                    places[head, default: []].insert(String(match.output.2).replacing(/@[\d+]+/, with: ""))
                }
            }
            let text = Self.text(piece.markup)
            if piece.isRow || text.contains(Self.drawing) || piece.markup.contains("<title>") { return }
            let named = text.replacing(Self.mark) { "[\($0.output.2.replacing(/@[\d+]+/, with: ""))]" }
            if named != text { places[named.replacing(/[0-9][0-9,.]*/, with: "#").trimmed] = [] }
        }
    }
}

extension PageAccount.Piece {
    /// The cells of a row after its name, each with the head of its column.
    var cells: [(head: String, markup: Substring)] {
        isRow ? Array(zip(heads.dropFirst(), markup.split(separator: "<td").dropFirst())).map { ($0, $1) } : []
    }
}

extension PageAccount {
    /// A marked number and its cells.
    nonisolated(unsafe) package static let mark = /\x{FFF9}([^\x{FFFA}]*)\x{FFFA}([^\x{FFFB}]*)\x{FFFB}/

    /// Returns the page without its marks.
    package static func unmarked(_ html: String) -> String { html.replacing(mark) { $0.output.1 } }

    /// Returns the text of markup.
    static func text(_ markup: Substring) -> String {
        [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&")].reduce(
            markup.replacing(/<[^>]*>/, with: " ")
        ) { $0.replacing($1.0, with: $1.1) }.split(separator: "\n").joined(separator: " ")
    }

    /// Begins the text of a plot, whose axes have numbers.
    static let drawing = "\u{1D}"

    /// Returns seconds as the curve of decisions writes them.
    static func moment(_ seconds: Int) -> String {
        let (length, unit) = [(86_400, "d"), (3600, "h"), (60, "min"), (1, "s")].first { seconds % $0.0 == 0 }!
        return "\(seconds / length) \(unit)"
    }

    /// Returns whether a text has a name that does not go on with a number, as iOS 17 in iOS 17.4 does.
    static func names(_ name: String, in text: String) -> Bool {
        text.ranges(of: name).contains { text[$0.upperBound...].prefixMatch(of: /\.?\d/) == nil }
    }

    /// Returns a cell; nil if the table has no such column.
    static func cell(_ column: String, of row: Row) -> String? { row.has(column) ? row[column] : nil }
}

extension String {
    /// The text without the spaces around it.
    var trimmed: String { split(separator: " ").joined(separator: " ") }
}
