import Pages

extension PageAccount {
    /// Returns what is wrong with the numbers of a piece.
    package func faults(in piece: Piece) -> [String] {
        let text = Markup.text(piece.markup)
        let names = piece.isRow ? Markup.text(piece.markup.firstMatch(of: Self.rowHead)?.output ?? "") : text
        let matches = piece.hasMarks ? text.matches(of: Self.mark) : []
        let ofRow = piece.isRow ? Others(before: names.prefix { $0 != "\u{FFF9}" }) : nil
        let marks = matches.map { ($0.range.lowerBound, $0.output.2, PageMark($0.output.1, $0.output.2, tables)) }
        let faults = marks.flatMap { start, cells, mark in
            mark.map {
                let others = piece.isRow ? ofRow : Others(before: text[..<start])
                return self.faults(of: $0, cells, in: piece, names, others)
            } ?? ["\(cells) is no cell"]
        }
        return (faults + mixed(marks.compactMap(\.2), in: piece) + hours(piece, names)).map { "\($0): \(names)" }
            + loose(matches.isEmpty ? text : text.replacing(Self.mark, with: ""), piece, names)
    }

    private func faults(
        of mark: PageMark, _ cells: Substring, in piece: Piece, _ names: String, _ others: Others?
    ) -> [String] {
        var faults: [String] = []
        if !mark.forms.contains(String(mark.number)) { faults.append("\(mark.number) is not \(cells)") }
        let around = [names, piece.heading, title]
        if let app = mark.app, !around.contains(where: { Self.names(Self.short(app), in: $0) }) {
            faults.append("\(mark.number) is of \(app), which is not named")
        }
        if let others {
            let cell = mark.terms[0][0]
            if !tables.counts(of: cell, areVersions: others.os != nil).contains(others.count)
                || !piece.listed.isDisjoint(with: cell.places.map { "\(cell.table)/\($0)" })
                || others.os.map({ os in !cell.rows.allSatisfy { PageFormat.name($0.text("os_name")) == os } }) ?? false
            {
                faults.append("\(mark.number) is not of \(others.count) rows that are not listed")
            }
        } else if let (table, row, _) = mark.row {
            if let missing = missing(names, piece, row, of: table) {
                faults.append("\(mark.number) is \(mark.name) of \(missing), which is not named")
            }
        } else if let sum = mark.terms.first?.first, sum.rows.count > 1, !tables.isWhole(sum), !piece.isWeek(sum, names)
        {
            faults.append("\(mark.number) is not of all rows, nor of a week")
        }
        return faults
    }

    /// Returns faults about numbers of several rows of a table without names. A sentence may compare named rows with
    /// all people.
    private func mixed(_ marks: [PageMark], in piece: Piece) -> [String] {
        var sources: [String: [(places: [Int], isNamed: Bool)]] = [:]
        for case (let table, let row, let places)? in marks.map(\.row) {
            let isWhole = !piece.isRow && Self.cell("dimension", of: row) == "all"
            let isNamed = isWhole || !labels(of: row, in: piece).isEmpty || !Self.names(of: row).isEmpty
            sources[table, default: []].append((places, isNamed))
        }
        return sources.filter { _, rows in Set(rows.map(\.places)).count > 1 && !rows.allSatisfy(\.isNamed) }
            .map { "different rows of \($0.key) in one place" }
    }

    /// Returns faults about cells that stand under another hour, and about a legend without the largest rate of an
    /// hour.
    private func hours(_ piece: Piece, _ names: String) -> [String] {
        guard piece.hasMarks, piece.markup.contains("opens_by_hour/") else { return [] }
        guard piece.isRow else {
            return piece.markup.matches(of: Self.mark).compactMap { match in
                guard let cell = PageMark(match.output.1, match.output.2, tables)?.terms[0][0],
                    cell.rows[0].has("hour"),
                    cell.column == "direct_open_rate", let app = cell.rows[0]["app_id"]
                else { return nil }
                return cell.value == warmest[app] ? nil : "\(match.output.1) is not the largest rate of an hour"
            }
        }
        return piece.cells.flatMap { head, cell in
            cell.matches(of: Self.mark).compactMap { match in
                guard let row = PageMark(match.output.1, match.output.2, tables)?.row?.row, row.has("hour"),
                    head != "\(row.text("hour")):00", !names.contains(" \(row.text("hour")):00")
                else { return nil }
                return "\(match.output.1) is of \(row.text("hour")):00, not \(head)"
            }
        }
    }

    /// Returns faults about the numbers of a text without marks.
    private func loose(_ text: String, _ piece: Piece, _ names: String) -> [String] {
        guard !piece.isExempt, text.utf8.contains(where: { (48...57).contains($0) }) else { return [] }
        // A number of people at the end of a row's name is not of the name.
        let name = piece.isRow ? names.replacing(/[\d,]+ (people|person)\)?\s*$/, with: "") : ""
        // Without what is marked or named, a row's number would look like a whole text.
        let words = ([name] + tables.examples).reduce(text) {
            $1.isEmpty ? $0 : $0.replacing($1, with: "")
        }
        return Self.loose((piece.isRow ? "row " : "") + words).map { "\($0) is the number of no cell: \(text)" }
    }

    /// Returns the name of the row that a text with one of its numbers should contain but does not; nil if it does.
    private func missing(_ text: String, _ piece: Piece, _ row: Row, of table: String) -> String? {
        var names = Self.names(of: row)
        if !piece.isRow, row.has("weekday") { names = [] }
        let isExperiment = row.has("settled_control")
        let isOfDays = piece.isRow && (names.isEmpty || row.has("pooled_rate") || isExperiment || row.has("campaign"))
        if let day = row.has("day") ? row.day("day") : nil, isOfDays || !tables.isLast(day, of: row, in: table) {
            names.append(day.text)
        }
        if isPart, names.isEmpty, row.has("prompted") { names.append("the part of the page") }
        if piece.isRow, let seconds = row.has("seconds") ? row.int("seconds") : nil {
            names.append(Self.moment(seconds))
        }
        // A row of a part's page has the part's name in the title, and its own in the row.
        // The heading of a plot of an experiment has its names.
        let around =
            [text] + (piece.isRow ? piece.heads : []) + (piece.isRow && names.count == 1 ? [] : [title])
            + (isExperiment ? [piece.heading] : [])
        let labels = labels(of: row, in: piece)
        if !labels.isEmpty, !around.contains(where: { text in labels.contains { text.lowercased().contains($0) } }) {
            return labels[0]
        }
        return names.first { name in !around.contains { Self.names(name, in: $0) } }
    }

    /// Returns what a piece calls the measure of a row; none if it needs no name.
    private func labels(of row: Row, in piece: Piece) -> [String] {
        if let metric = Self.cell("metric", of: row) {
            return piece.isRow || piece.isStrip || piece.markup.hasPrefix("<h1") ? Self.labels[metric] ?? [] : []
        }
        guard let measure = Self.cell("measure", of: row), piece.isRow || piece.isStrip || row.has("value") else {
            return []
        }
        return Self.labels[measure] ?? []
    }
}

/// The words before the sum of rows that a table does not list: `3 others, `, `2 other campaigns (`, `4 more OS
/// versions (` or `Other iOS (2 versions, `.
struct Others {
    let count: Int
    /// The OS whose versions they are; nil if the words name none.
    let os: String?

    nonisolated(unsafe) private static let words =
        /(?:Other (.+) \(|\b)(\d[\d,]*) (?:others?, |(?:other|more) [^()]*\(|versions?, )$/

    init?(before text: Substring) {
        guard text.hasSuffix("(") || text.hasSuffix(", "), let match = text.suffix(120).firstMatch(of: Self.words)
        else {
            return nil
        }
        (count, os) = (Int(match.output.2.replacing(",", with: "")) ?? 0, match.output.1.map(String.init))
    }
}

extension PageAccount.Piece {
    /// Returns whether a sum is of the seven days that end with the day of the row.
    func isWeek(_ sum: PageMark.Cell, _ names: String) -> Bool {
        let days = sum.rows.compactMap { $0.has("day") ? $0.day("day") : nil }.sorted()
        guard isRow, days.count == 7, Set(days).count == 7, let first = days.first, let last = days.last else {
            return false
        }
        return last.before(6) == first && PageAccount.names(last.text, in: names)
    }
}
