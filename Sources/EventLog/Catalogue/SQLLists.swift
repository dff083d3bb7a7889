import Events

/// Lists of the catalogue in SQL: `{funnel: sum(cell.#)::bigint AS #}` becomes that text once for each column of the
/// list `funnel`, with the column's name for `#`. `sql/README.md` describes what may be in the braces.
package struct SQLLists: Sendable {
    private let catalogue: Catalogue

    // Made once: there are hundreds of files, and making it costs more than a file. It is only read.
    private nonisolated(unsafe) static let hole =
        /\{(?<names>[a-z0-9_+]+)(?<only> counts)?(?<mark>[:|])\s(?<item>[^{}]+)\}/

    package init(_ catalogue: Catalogue) { self.catalogue = catalogue }

    /// Returns `text` with its lists written out. Stops the program at a list that the catalogue doesn't have.
    package func written(_ text: String) -> String {
        var written = ""
        var rest = text[...]
        while let brace = rest.utf8.firstIndex(of: UInt8(ascii: "{")) {
            written += rest[..<brace]
            rest = rest[brace...]
            guard let found = rest.prefixMatch(of: Self.hole) else {
                written += "{"
                rest = rest.dropFirst()
                continue
            }
            let items = items(found.names, only: found.only, found.item)
            precondition(!items.isEmpty, "the catalogue has nothing for \(found.0)")
            // A list on a separate line has a line for each column.
            let line = written.reversed().prefix { $0 != "\n" }
            let space = line.allSatisfy { $0 == " " } ? "\n" + String(line) : " "
            written += items.joined(separator: (found.mark == ":" ? "," : "") + space)
            rest = rest[found.range.upperBound...]
        }
        return "\(written)\(rest)"
    }

    private func items(_ names: Substring, only: Substring?, _ item: Substring) -> [String] {
        if let types = Self.eventTypes[names] { return types.map { type in fill(item) { text(of: type, $0) } } }
        if names == "tables" { return catalogue.tables.map { table, _, _ in fill(item) { text(of: table, $0) } } }
        return columns(names).filter { only == nil || $0.count != nil }
            .map { column in fill(item) { text(of: column, $0) } }
    }

    /// The event types, in their order; they are not of the catalogue.
    private static let eventTypes: [Substring: [EventType]] = [
        "event_types": EventType.allCases,
        "permission_events": EventType.allCases.filter(\.isPermissionEvent),
        "engagement_events": EventType.allCases.filter { !$0.isPermissionEvent },
    ]

    private func columns(_ names: Substring) -> [Column] {
        if names == "all" { return catalogue.facts.flatMap(\.columns).filter { !$0.isBound } }
        return names.split(separator: "+").flatMap { catalogue.columns(named: String($0)) }
    }

    /// Returns an item with the text for each word; a word is what follows `#`, empty for the name.
    private func fill(_ item: Substring, _ text: (Substring) -> String) -> String {
        let pieces = item.split(separator: "#", omittingEmptySubsequences: false)
        return pieces.dropFirst().reduce(String(pieces[0])) { filled, piece in
            let word = piece.prefix { $0.isLetter }
            return "\(filled)\(text(word))\(piece.dropFirst(word.count))"
        }
    }

    private func text(of column: Column, _ word: Substring) -> String {
        switch word {
        case "": column.name
        case "type": column.type
        case "counted": column.counted
        case "of": column.source
        case "value": column.total ?? column.name
        case "text": column.text ?? column.name
        case "meaning": Self.literal(column.meaning)
        case "tables": catalogue.tables(with: column).joined(separator: "|")
        default: preconditionFailure("a column has no #\(word)")
        }
    }

    private func text(of table: Catalogue.Table, _ word: Substring) -> String {
        switch word {
        case "": table.name
        case "meaning": Self.literal(table.meaning)
        default: preconditionFailure("a table has no #\(word)")
        }
    }

    private func text(of type: EventType, _ word: Substring) -> String {
        precondition(word.isEmpty, "an event type has no #\(word)")
        return type.name
    }

    /// Returns a sentence as it stands in a literal of SQL.
    private static func literal(_ sentence: String) -> String {
        sentence.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''")
    }
}
