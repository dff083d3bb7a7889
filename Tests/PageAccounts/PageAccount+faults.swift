import Reports

extension PageAccount {
    /// Returns what is wrong with the numbers of a piece.
    package func faults(in piece: Piece) -> [String] {
        let text = Markup.text(piece.markup)
        let names = piece.isRow ? Markup.text(piece.markup.firstMatch(of: Self.rowHead)?.output ?? "") : text
        let matches = piece.hasMarks ? text.matches(of: Self.mark) : []
        let marks = matches.map { ($0.output.2, PageMark($0.output.1, $0.output.2, tables)) }
        let faults = marks.flatMap { cells, mark in
            mark.map { self.faults(of: $0, cells, in: piece, names) } ?? ["\(cells) is no cell"]
        }
        return (faults + mixed(marks.compactMap(\.1), in: piece) + hours(piece)).map { "\($0): \(names)" }
            + loose(matches.isEmpty ? text : text.replacing(Self.mark, with: ""), piece, names)
    }

    private func faults(of mark: PageMark, _ cells: Substring, in piece: Piece, _ names: String) -> [String] {
        var faults: [String] = []
        if !mark.forms.contains(String(mark.number)) { faults.append("\(mark.number) is not \(cells)") }
        let around = [names, piece.heading, title]
        if let app = mark.app, !around.contains(where: { Self.names(Self.short(app), in: $0) }) {
            faults.append("\(mark.number) is of \(app), which is not named")
        }
        if let others = (piece.isRow ? names.prefixMatch(of: Self.others) : nil)?.output.1 {
            let places = mark.terms[0][0].places.split(separator: "+")
            if places.count != Int(others) || !piece.listed.isDisjoint(with: places) {
                faults.append("\(mark.number) is not of \(others) rows that are not listed")
            }
        } else if let (table, row, _) = mark.row, let missing = missing(names, piece, row, of: table) {
            faults.append("\(mark.number) is \(mark.name) of \(missing), which is not named")
        }
        return faults
    }

    /// Returns faults about numbers of several rows of a table without names. A sentence may compare named rows with all
    /// people.
    private func mixed(_ marks: [PageMark], in piece: Piece) -> [String] {
        var sources: [String: [(place: Substring, isNamed: Bool)]] = [:]
        for case (let table, let row, let place)? in marks.map(\.row) {
            let isWhole = !piece.isRow && Self.cell("dimension", of: row) == "all"
            let isNamed = isWhole || !labels(of: row, in: piece).isEmpty || !Self.names(of: row).isEmpty
            sources[table, default: []].append((place, isNamed))
        }
        return sources.filter { _, rows in Set(rows.map(\.place)).count > 1 && !rows.allSatisfy(\.isNamed) }
            .map { "different rows of \($0.key) in one place" }
    }

    /// Returns faults about cells that stand under another hour.
    private func hours(_ piece: Piece) -> [String] {
        guard piece.hasMarks else { return [] }
        return piece.cells.flatMap { head, cell in
            cell.matches(of: Self.mark).compactMap { match in
                guard let row = PageMark(match.output.1, match.output.2, tables)?.row?.row, row.has("hour"),
                    head != "\(row.text("hour")):00"
                else { return nil }
                return "\(match.output.1) is of \(row.text("hour")):00, not \(head)"
            }
        }
    }

    /// Returns faults about the numbers of a text without marks.
    private func loose(_ text: String, _ piece: Piece, _ names: String) -> [String] {
        let isExempt = ["scope=\"col\"", "<head>", Markup.drawing].contains { piece.markup.contains($0) }
        guard !isExempt, text.utf8.contains(where: { (48...57).contains($0) }) else { return [] }
        let words = ([piece.isRow ? names : ""] + tables.examples).reduce(text) {
            $1.isEmpty ? $0 : $0.replacing($1, with: "")
        }
        return Self.loose(words).filter { !tables.known.contains($0) }.map { "\($0) is the number of no cell: \(text)" }
    }

    /// Returns the name of the row that a text with one of its numbers should contain but does not; nil if it does.
    private func missing(_ text: String, _ piece: Piece, _ row: Row, of table: String) -> String? {
        var names = Self.names(of: row)
        let isOfDays = piece.isRow && (names.isEmpty || row.has("pooled_rate"))
        if let day = row.has("day") ? row.day("day") : nil, isOfDays || !tables.isLast(day, of: row, in: table) {
            names.append(day.text)
        }
        if isPart, names.isEmpty, row.has("prompted") { names.append("the part of the page") }
        if piece.isRow, let seconds = row.has("seconds") ? row.int("seconds") : nil {
            names.append(Self.moment(seconds))
        }
        // A row of a part's page has the part's name in the title, and its own in the row.
        let around = [text] + (piece.isRow ? piece.heads : []) + (piece.isRow && names.count == 1 ? [] : [title])
        let labels = labels(of: row, in: piece)
        if !labels.isEmpty, !around.contains(where: { text in labels.contains { text.lowercased().contains($0) } }) {
            return labels[0]
        }
        return names.first { name in !around.contains { Self.names(name, in: $0) } }
    }

    /// Returns what a piece calls the measure of a row; none if it needs no name.
    private func labels(of row: Row, in piece: Piece) -> [String] {
        guard let measure = Self.cell("measure", of: row), piece.isRow || piece.isStrip || row.has("value") else {
            return []
        }
        return Self.labels[measure] ?? []
    }
}
