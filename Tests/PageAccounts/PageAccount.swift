import Pages

/// Accounts for the numbers of a page. Each number whose cell the page names (`data-cell`, see docs/dashboards.md) must
/// be that cell, or be computed from the named cells, formatted, and stand where the row and the app it comes from are
/// named. Each other number must belong to a phrase that names a setting. Here a number with its cells is a mark:
/// U+FFF9, the number, U+FFFA, the cells, U+FFFB.
package struct PageAccount {
    /// The smallest element with a text, or the row of a table.
    package struct Piece {
        package var markup: Substring
        /// The heads of the table's columns.
        let heads: [String]
        /// The heading of the section, which has the name of the app if the page is of several.
        let heading: String
        /// The rows that are shown above it in its table, as `table/row`.
        let listed: Set<String>

        var hasMarks: Bool { markup.unicodeScalars.contains("\u{FFF9}") }
        var isRow: Bool { markup.hasPrefix("<tr") }
        /// Whether its numbers need no cell: heads of columns name days and hours, the title is that of the page, and
        /// plots have axes.
        package var isExempt: Bool { ["scope=\"col\"", "<head>", Markup.drawing].contains { markup.contains($0) } }
        var isStrip: Bool { markup.contains("<dt>") }
    }

    package let pieces: [Piece]
    let tables: PageTables
    /// The largest open rate of the hours in a table of the page, by app.
    let warmest: [String: Double]
    /// The name of the page and the app in its title.
    let title: String
    /// Whether the page is about a part of an app's people.
    let isPart: Bool

    package init(_ html: String, _ tables: PageTables) {
        self.tables = tables
        let elements = Markup.elements(of: Markup.marked(html))
        let title = elements.first { $0.contains("<title>") }.flatMap { $0.firstMatch(of: /<title>(.*?)<\/title>/) }
        self.title = Markup.text(title?.output.1 ?? "").split(separator: " – ").dropFirst().joined(separator: " – ")
        isPart = self.title.starts(with: /([A-Za-z]*OS|Android) \d|App version/)
        var (heads, columns, heading, listed): ([String], [Substring?], String, Set<String>) = ([], [], "", [])
        pieces = elements.map { element in
            if element.contains("scope=\"col\"") {
                let parts = element.split(separator: "<th").dropFirst()
                heads = parts.map { Markup.text("<th" + $0).trimmed }
                columns = parts.map { Markup.cells(of: $0) }
                listed = []
            }
            if element.hasPrefix("<h2") { heading = Markup.text(element) }
            let markup = element.hasPrefix("<tr") ? Markup.marked(element, columns) : element
            let piece = Piece(markup: markup, heads: heads, heading: heading, listed: listed)
            if piece.isRow, piece.hasMarks {
                listed.formUnion(markup.matches(of: Self.listed).map { "\($0.output.1)/\($0.output.2)" })
            }
            return piece
        }
        let ofHours = pieces.filter { $0.isRow && $0.markup.contains("opens_by_hour/direct_open_rate/") }
        warmest = ofHours.flatMap { $0.markup.matches(of: Self.mark) }.reduce(into: [:]) { warmest, match in
            let cell = PageMark(match.output.1, match.output.2, tables)?.terms[0][0]
            guard let cell, cell.column == "direct_open_rate", let app = cell.rows[0]["app_id"] else { return }
            warmest[app] = max(warmest[app] ?? 0, cell.value ?? 0)
        }
    }

    /// What is wrong, as sentences.
    package var faults: [String] { pieces.flatMap(faults) }

    /// Where the marked numbers stand: under the head of each column the cells `table/column`, and without cells the
    /// texts that have cells in place of their numbers.
    package var places: [String: Set<String>] {
        pieces.reduce(into: [:]) { places, piece in
            guard piece.hasMarks else { return }
            for (head, cell) in piece.cells {
                for match in cell.matches(of: Self.mark) {
                    places[head, default: []].insert(String(match.output.2).replacing(Self.rowNumbers, with: ""))
                }
            }
            let text = Markup.text(piece.markup)
            if piece.isRow || text.contains(Markup.drawing) || piece.markup.contains("<title>") { return }
            let named = text.replacing(Self.mark) { "[\($0.output.2.replacing(Self.rowNumbers, with: ""))]" }
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

    /// The table and the row of a marked cell.
    nonisolated(unsafe) private static let listed = /\x{FFFA}([^\x{FFFB} ]+)\/[a-z0-9_]+\/(\d+)\x{FFFB}/

    /// The name of a table's row.
    nonisolated(unsafe) static let rowHead = /<th [^>]*row.*?<\/th>/

    /// The rows in the name of a cell.
    nonisolated(unsafe) package static let rowNumbers = /\/\d[\d+\-]*(?= |$)/

    /// Returns seconds as the curve of decisions writes them.
    static func moment(_ seconds: Int) -> String {
        let (length, unit) = [(86_400, "d"), (3600, "h"), (60, "min"), (1, "s")].first { seconds % $0.0 == 0 }!
        return "\(seconds / length) \(unit)"
    }

    /// Returns whether a text has a name that does not go on with a number, as iOS 17 in iOS 17.4 does.
    static func names(_ name: String, in text: String) -> Bool {
        text.ranges(of: name).contains { range in
            let rest = text[range.upperBound...]
            let next = rest.first == "." ? rest.dropFirst().first : rest.first
            return next?.isNumber != true
        }
    }

    /// Returns a cell; nil if the table has no such column.
    static func cell(_ column: String, of row: Row) -> String? { row.has(column) ? row[column] : nil }
}

extension String {
    /// The text without the spaces around it.
    var trimmed: String { split(separator: " ").joined(separator: " ") }
}
