import Reports

/// Accounts for the numbers of a page that was rendered with `CellMark` on: each marked number must be the named cell, or
/// be computed from the named cells, formatted, and stand where the row and the app it comes from are named. Each other
/// number must be that of some cell of the page's rows, a sum of them, or belong to a phrase that names a setting.
package struct PageAccount {
    /// What is wrong, as sentences.
    package private(set) var faults: [String] = []
    /// Where the marked numbers stand: under the head of each column the cells `table.column`, and without cells the
    /// texts that have cells in place of their numbers.
    package private(set) var places: [String: Set<String>] = [:]
    private var heads: [String] = []
    /// The heading of the section, which has the name of the app if the page is of several.
    private var heading = ""
    private let tables: PageTables
    /// The name of the page and the app in its title.
    private let title: String
    /// Whether the page is about a part of an app's people.
    private let isPart: Bool

    package init(_ html: String, _ tables: PageTables) {
        self.tables = tables
        let body = html.replacing(/<(style|script)\b.*?<\/\1>/.dotMatchesNewlines(), with: "")
            .replacing(/<div class="plot">.*?(?=<div class="wide"|<p class="note")/.dotMatchesNewlines()) {
                "<div>\(Self.drawing)\(Self.text($0.output))</div>"
            }.replacing(/<svg\b[^>]*\/>|<svg\b.*?<\/svg>/.dotMatchesNewlines(), with: "")
        let title = Self.text(body.firstMatch(of: /<title>(.*?)<\/title>/)?.output.1 ?? "")
        self.title = title.split(separator: " – ").dropFirst().joined(separator: " – ")
        isPart = self.title.starts(with: /([A-Za-z]*OS|Android) \d|App version/)
        let pieces = body.replacing(/<(?=(tr|p|li|h[1-6]|figcaption|div|summary|section)\b)/, with: "\u{1E}<")
        for piece in pieces.split(separator: "\u{1E}") { check(piece) }
    }

    /// Checks the smallest element with a text, or the row of a table.
    private mutating func check(_ piece: Substring) {
        let isRow = piece.hasPrefix("<tr")
        if isRow { note(row: piece) }
        var text = Self.text(piece)
        if piece.hasPrefix("<h2") { heading = text }
        let names = isRow ? Self.text(piece.firstMatch(of: /<th [^>]*row.*?<\/th>/)?.output ?? "") : text
        var sources: [String: [(place: Substring, isNamed: Bool)]] = [:]
        for match in text.matches(of: Self.mark).reversed() {
            guard let mark = PageMark(match.output.1, match.output.2, tables) else {
                faults.append("\(match.output.2) is no cell: \(names)")
                continue
            }
            if !mark.forms.contains(String(mark.number)) {
                faults.append("\(mark.number) is not \(match.output.2): \(names)")
            }
            if let app = mark.app, ![names, heading, title].contains(where: { Self.names(Self.short(app), in: $0) }) {
                faults.append("\(mark.number) is of \(app), which is not named: \(names)")
            }
            if let (table, row, place) = mark.row {
                if let missing = missing(in: names, isRow, isStrip: piece.contains("<dt>"), row, of: table) {
                    faults.append("\(mark.number) is \(mark.name) of \(missing), which is not named: \(names)")
                }
                let isWhole = !isRow && row.has("dimension") && row["dimension"] == "all"
                let isMeasure = (isRow || piece.contains("<dt>")) && row.has("measure")
                sources[table, default: []].append((place, isWhole || isMeasure || !Self.names(of: row).isEmpty))
            }
            text.replaceSubrange(match.range, with: isRow ? "" : "[\(mark.name)]")
        }
        for (table, rows) in sources where Set(rows.map(\.place)).count > 1 && !rows.allSatisfy(\.isNamed) {
            faults.append("different rows of \(table) in one place: \(names)")
        }
        if !isRow, text.contains("["), !text.contains(Self.drawing), !piece.contains("<title>") {
            places[text.replacing(/[0-9][0-9,.]*/, with: "#").trimmed] = []
        }
        text.replace(/\[[a-z0-9_.\-\/ ]*\]/, with: "")
        let examples = (tables.rows["reject_examples"] ?? []).map { $0.text("example") }.filter { !$0.isEmpty }
        let words = ([isRow ? names : ""] + examples).reduce(text) { $1.isEmpty ? $0 : $0.replacing($1, with: "") }
        if piece.contains("scope=\"col\"") || text.contains(Self.drawing) || piece.contains("<head>") { return }
        for number in Self.loose(words) where !tables.known.contains(number) {
            faults.append("\(number) is the number of no cell: \(text)")
        }
    }

    /// Notes the heads of a table's columns, or which cells stand under them.
    private mutating func note(row: Substring) {
        if row.contains("scope=\"col\"") {
            heads = row.split(separator: "<th").dropFirst().map { Self.text("<th" + $0).trimmed }
        }
        for (head, cell) in zip(heads.dropFirst(), row.split(separator: "<td").dropFirst()) {
            for match in cell.matches(of: Self.mark) {
                places[head, default: []].insert(String(match.output.2).replacing(/@[\d+]+/, with: ""))
            }
        }
    }

    /// Returns the name of the row that a text with one of its numbers should contain but does not; nil if it does.
    private func missing(
        in text: String, _ isRow: Bool, isStrip: Bool, _ row: Row, of table: String
    ) -> String? {
        var names = Self.names(of: row)
        if let day = row.has("day") ? row.day("day") : nil,
            isRow && names.isEmpty || !tables.isLast(day, of: row, in: table)
        {
            names.append(day.text)
        }
        if isPart, names.isEmpty, row.has("prompted") { names.append("the part of the page") }
        if isRow, let seconds = row.has("seconds") ? row.int("seconds") : nil { names.append(Self.moment(seconds)) }
        // A row of a part's page has the part's name in the title, and its own in the row.
        let around = [text] + (isRow ? heads : []) + (isRow && names.count == 1 ? [] : [title])
        if isRow || isStrip, let labels = Self.cell("measure", of: row).flatMap({ Self.labels[$0] }),
            !labels.contains(where: { label in around.contains { Self.names(label, in: $0) } })
        {
            return labels[0]
        }
        return names.first { name in !around.contains { Self.names(name, in: $0) } }
    }
}

extension PageAccount {
    /// A marked number and its cells.
    package static var mark: Regex<(Substring, Substring, Substring)> {
        /\x{FFF9}([^\x{FFFA}]*)\x{FFFA}([^\x{FFFB}]*)\x{FFFB}/
    }

    /// Returns the page without its marks.
    package static func unmarked(_ html: String) -> String { html.replacing(mark) { $0.output.1 } }

    /// Returns the text of markup.
    private static func text(_ markup: Substring) -> String {
        [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&")].reduce(
            markup.replacing(/<[^>]*>/, with: " ")
        ) { $0.replacing($1.0, with: $1.1) }.split(separator: "\n").joined(separator: " ")
    }

    /// Begins the text of a plot, whose axes have numbers.
    private static let drawing = "\u{1D}"

    /// Returns seconds as the curve of decisions writes them.
    private static func moment(_ seconds: Int) -> String {
        let (length, unit) = [(86_400, "d"), (3600, "h"), (60, "min"), (1, "s")].first { seconds % $0.0 == 0 }!
        return "\(seconds / length) \(unit)"
    }

    /// Returns whether a text has a name that does not go on with a number, as iOS 17 in iOS 17.4 does.
    private static func names(_ name: String, in text: String) -> Bool {
        text.ranges(of: name).contains { text[$0.upperBound...].prefixMatch(of: /\.?\d/) == nil }
    }

    /// Returns a cell; nil if the table has no such column.
    private static func cell(_ column: String, of row: Row) -> String? { row.has(column) ? row[column] : nil }

    /// Returns the beginning of an app's name, which pages shorten.
    private static func short(_ app: String) -> String {
        String(PageFormat.name(app).unicodeScalars.prefix(40))
    }

    /// Returns the names that tell a row from others of its table and app.
    private static func names(of row: Row) -> [String] {
        var names: [String] = []
        if let name = cell("os_name", of: row) { names.append("\(name) \(row.text("os_version"))") }
        for (column, none) in [("app_version", "no version"), ("campaign", "no campaign"), ("variant", "no variant")]
        where row.has(column) { names.append(row.text(column).isEmpty ? none : row.text(column)) }
        if let reason = cell("reason", of: row) { names.append(reason.replacing("_", with: " ")) }
        if let name = cell("name", of: row), cell("dimension", of: row) != "all" {
            names.append(name.isEmpty ? "no" : String(name.unicodeScalars.prefix(40)))
        }
        if let subject = cell("subject", of: row) { names.append(subject.replacing("app version ", with: "")) }
        if let weekday = row.has("weekday") ? row.int("weekday") : nil {
            names.append(["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"][weekday - 1])
        }
        return names.map { PageFormat.name($0) }
    }

    /// What pages call the measures of `key_numbers`; any of these.
    private static let labels = [
        "grant_rate": ["Opt-in rate"], "keep_rate": ["Provisional kept"], "reach_rate_28d": ["Reach"],
        "open_rate_24h": ["Opened within 24 h", "Opened in 24 h"], "prompted": ["People asked"],
        "first_open_24h": ["Opened in 24 hours"],
    ]
}

extension String {
    /// The text without the spaces around it.
    fileprivate var trimmed: String { split(separator: " ").joined(separator: " ") }
}
