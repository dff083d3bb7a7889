package import Reports

/// Accounts for the numbers of a page that was rendered with `CellMark` on: each marked number must be the named cell,
/// formatted, and stand where the row it comes from is named. Each other number must be that of some cell of the page's
/// rows, a sum of them, or belong to a phrase that names a setting.
package struct PageAccount {
    /// What is wrong, as sentences.
    package private(set) var faults: [String] = []
    /// Where the marked numbers stand: under the head of each column the cells `table.column`, and without cells the
    /// texts that have cells in place of their numbers.
    package private(set) var places: [String: Set<String>] = [:]
    private var heads: [String] = []
    private let rows: ReportRows
    private let known: Set<String>
    private let title: String
    /// Whether the page is about a part of an app's people.
    private let isPart: Bool
    /// The last day of each table and app.
    private let lastDays: [String: Day]

    package init(_ html: String, _ rows: ReportRows, _ known: Set<String>? = nil) {
        self.rows = rows
        var days: [String: Day] = [:]
        for table in rows.names where rows[table].first?.has("day") == true {
            for row in rows[table] {
                guard let day = row.day("day") else { continue }
                let key = "\(table) \(Self.cell("app_id", of: row) ?? "")"
                days[key] = max(days[key] ?? day, day)
            }
        }
        lastDays = days
        self.known = known ?? Self.numbers(of: rows)
        let body = html.replacing(/<(style|script)\b.*?<\/\1>/.dotMatchesNewlines(), with: "")
            .replacing(/<div class="plot">.*?(?=<div class="wide"|<p class="note")/.dotMatchesNewlines()) {
                "<div>\(Self.drawing)\(Self.text($0.output))</div>"
            }.replacing(/<svg\b[^>]*\/>|<svg\b.*?<\/svg>/.dotMatchesNewlines(), with: "")
        title = Self.text(body.firstMatch(of: /<title>(.*?)<\/title>/)?.output.1 ?? "")
        isPart = title.contains(/OS \d|Android \d|app version/)
        let pieces = body.replacing(/<(?=(tr|p|li|h[1-6]|figcaption|div|summary|section)\b)/, with: "\u{1E}<")
        for piece in pieces.split(separator: "\u{1E}") { check(piece) }
    }

    /// Checks the smallest element with a text, or the row of a table.
    private mutating func check(_ piece: Substring) {
        let isRow = piece.hasPrefix("<tr")
        if isRow { note(row: piece) }
        var text = Self.text(piece)
        let names = isRow ? Self.text(piece.firstMatch(of: /<th [^>]*row.*?<\/th>/)?.output ?? "") : text
        var sources: [Substring: [(place: Substring, isNamed: Bool)]] = [:]
        for mark in text.matches(of: Self.mark).reversed() {
            let (_, number, table, column, place) = mark.output
            let row = rows[String(table)][Int(place) ?? 0]
            if !Self.forms(of: String(column), in: row).contains(String(number)) {
                faults.append("\(number) is not \(table).\(column)@\(place): \(names)")
            }
            if let missing = missing(in: names, isRow: isRow, isStrip: piece.contains("<dt>"), row, of: String(table)) {
                faults.append("\(number) is \(table).\(column) of \(missing), which is not named: \(names)")
            }
            sources[table, default: []].append((place, !Self.names(of: row).isEmpty))
            text.replaceSubrange(mark.range, with: isRow ? "" : "[\(table).\(column)]")
        }
        for (table, rows) in sources where Set(rows.map(\.place)).count > 1 && !rows.allSatisfy(\.isNamed) {
            faults.append("different rows of \(table) in one place: \(names)")
        }
        if !isRow, text.contains("["), !text.contains(Self.drawing), !piece.contains("<title>") {
            places[text.replacing(/[0-9][0-9,.]*/, with: "#").trimmed] = []
        }
        text.replace(/\[[a-z0-9_.]*\]/, with: "")
        let examples = rows["reject_examples"].map { $0.text("example") }.filter { !$0.isEmpty }
        let words = ([isRow ? names : ""] + examples).reduce(text) { $1.isEmpty ? $0 : $0.replacing($1, with: "") }
        if piece.contains("scope=\"col\"") || text.contains(Self.drawing) || piece.contains("<head>") { return }
        for number in Self.loose(words) where !known.contains(number) {
            faults.append("\(number) is the number of no cell: \(text)")
        }
    }

    /// Notes the heads of a table's columns, or which cells stand under them.
    private mutating func note(row: Substring) {
        if row.contains("scope=\"col\"") {
            heads = row.split(separator: "<th").dropFirst().map { Self.text("<th" + $0).trimmed }
        }
        for (head, cell) in zip(heads.dropFirst(), row.split(separator: "<td").dropFirst()) {
            for mark in cell.matches(of: Self.mark) {
                places[head, default: []].insert("\(mark.output.2).\(mark.output.3)")
            }
        }
    }

    /// Returns the name of the row that a text with one of its numbers should contain but does not; nil if it does.
    private func missing(in text: String, isRow: Bool, isStrip: Bool, _ row: Row, of table: String) -> String? {
        var names = Self.names(of: row)
        if let day = row.has("day") ? row.day("day") : nil {
            let isLast = lastDays["\(table) \(Self.cell("app_id", of: row) ?? "")"] == day
            if isRow && names.isEmpty || !isLast { names.append(day.text) }
        }
        if isStrip, let label = Self.cell("measure", of: row).flatMap({ Self.labels[$0] }) { names.append(label) }
        if isPart, names.isEmpty, row.has("prompted") { names.append("the part of the page") }
        if isRow, let seconds = row.has("seconds") ? row.int("seconds") : nil { names.append(Self.moment(seconds)) }
        // A row of a part's page has the part's name in the title, and its own in the row.
        let around = [text] + (isRow ? heads : []) + (isRow && names.count == 1 ? [] : [title])
        return names.first { name in !around.contains { Self.names(name, in: $0) } }
    }
}

extension PageAccount {
    /// A marked number: the number, table, column and row.
    package static var mark: Regex<(Substring, Substring, Substring, Substring, Substring)> {
        /\x{FFF9}([^\x{FFFA}]*)\x{FFFA}([a-z_]+)\.([a-z0-9_]+)@(\d+)\x{FFFB}/
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

    /// Returns the names that tell a row from others of its table and app.
    private static func names(of row: Row) -> [String] {
        var names: [String] = []
        if let name = cell("os_name", of: row) { names.append("\(name) \(row.text("os_version"))") }
        for (column, none) in [("app_version", "no version"), ("campaign", "no campaign"), ("variant", "no variant")]
        where row.has(column) { names.append(row.text(column).isEmpty ? none : row.text(column)) }
        if let reason = cell("reason", of: row) { names.append(reason.replacing("_", with: " ")) }
        return names.map { PageFormat.name($0) }
    }

    /// What pages call the measures of `key_numbers`.
    private static let labels = [
        "grant_rate": "Grant rate", "keep_rate": "Provisional kept", "direct_open_rate": "Direct open rate",
        "influenced_open_rate": "Influenced open rate", "reach_rate_28d": "Reach", "prompted": "Asked",
        "first_open_24h": "Opened in 24 hours",
    ]
}

extension String {
    /// The text without the spaces around it.
    fileprivate var trimmed: String { split(separator: " ").joined(separator: " ") }
}
