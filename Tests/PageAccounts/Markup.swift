import Foundation

/// Reads the HTML of pages. It knows only what they have: attributes without `>`, and no comments.
package enum Markup {
    /// Begins the text of a plot, whose axes have numbers.
    static let drawing = "\u{1D}"

    /// The elements that begin a piece.
    private static let parts: Set<Substring> = [
        "tr", "p", "li", "h1", "h2", "h3", "h4", "h5", "h6", "figcaption", "div", "summary", "section", "label",
    ]

    /// What begins or ends after a plot.
    private static let afterPlot = [
        "div class=\"wide\"", "fieldset", "ul class=\"since\"", "p class=\"note\"", "/details",
    ]

    /// Returns the markup in pieces that begin with these elements. Leaves out styles, scripts and drawings, except for
    /// the texts of a plot, which are one piece.
    static func elements(of html: String) -> [Substring] {
        var (elements, element): ([Substring], Substring) = ([], "")
        var (skipped, isPlot): (Substring?, Bool) = (nil, false)
        for tag in html.utf8.split(separator: UInt8(ascii: "<")).map({ Substring($0) }) {
            let name = tag.prefix { $0 != " " && $0 != ">" && $0 != "\n" }
            if isPlot, afterPlot.contains(where: { tag.hasPrefix($0) }) { isPlot = false }
            if isPlot {
                element += " " + text("<" + tag)
            } else if let end = skipped {
                guard name == end else { continue }
                skipped = nil
                element += tag.drop { $0 != ">" }.dropFirst()
            } else if ["style", "script", "svg"].contains(name) {
                let inside = tag.drop { $0 != ">" }
                if tag.prefix(tag.count - inside.count).hasSuffix("/") {
                    element += inside.dropFirst()
                } else {
                    skipped = "/" + name
                }
            } else {
                isPlot = tag.hasPrefix("div class=\"plot\"")
                if parts.contains(name) {
                    elements.append(element)
                    element = ""
                }
                element += isPlot ? "<div>" + drawing : "<" + tag
            }
        }
        return elements + [element]
    }

    /// Returns a number with its cells as `PageAccount.mark` finds it.
    static func mark(_ number: some StringProtocol, _ cells: some StringProtocol) -> String {
        "\u{FFF9}\(number)\u{FFFA}\(cells)\u{FFFB}"
    }

    /// Returns the page with marks in place of the elements that name the cell of a number.
    static func marked(_ html: String) -> String { replacingNames(html) { mark($0, $1) } }

    /// Returns the page without what names the cells of numbers.
    package static func unnamed(_ html: String) -> String {
        let pieces = replacingNames(html) { number, _ in String(number) }.components(separatedBy: " data-cell=\"")
        return pieces.dropFirst().reduce(into: pieces[0]) { $0 += cut($1, at: "\"").after }
    }

    private static func replacingNames(_ html: String, _ write: (Substring, Substring) -> String) -> String {
        let pieces = html.components(separatedBy: "<span data-cell=\"")
        return pieces.dropFirst().reduce(into: pieces[0]) { html, piece in
            let (cells, rest) = cut(piece, at: "\">")
            let (number, after) = cut(rest, at: "</span>")
            html += write(number, cells) + after
        }
    }

    private static func cut(_ text: some StringProtocol, at end: String) -> (before: Substring, after: Substring) {
        let text = Substring(text)
        guard let range = text.range(of: end) else { return (text, "") }
        return (text[..<range.lowerBound], text[range.upperBound...])
    }

    /// Returns what an element says of the cells of its numbers; nil if nothing. `markup` begins with its tag.
    static func cells(of markup: some StringProtocol) -> Substring? {
        let (_, after) = cut(markup.prefix { $0 != ">" }, at: "data-cell=\"")
        return after.contains("\"") ? cut(after, at: "\"").before : nil
    }

    /// Returns the row of a table with a mark on each number whose cell the head of its column and the row name.
    /// `columns` is what each head says.
    static func marked(_ row: Substring, _ columns: [Substring?]) -> Substring {
        let parts = row.components(separatedBy: "<td")
        guard parts.count > 1, columns.contains(where: { $0 != nil }) else { return row }
        let own = cells(of: parts[0])
        return zip(parts.dropFirst(), columns.dropFirst()).reduce(into: Substring(parts[0])) { row, part in
            row += "<td" + marked(part.0, full(cells(of: part.0), part.1, own))
        }
    }

    /// Returns the name of the cell of a number in a table, from what its element, the head and the row say; nil if it
    /// is that of none.
    private static func full(_ name: Substring?, _ column: Substring?, _ row: Substring?) -> String? {
        guard let row = name ?? row, !row.isEmpty else { return nil }
        return row.contains("/") ? String(row) : column.map { "\($0)/\(row)" }
    }

    /// Returns markup with a mark on each text that has a digit and no mark, without the space around it.
    private static func marked(_ markup: String, _ cells: String?) -> String {
        guard let cells else { return markup }
        return markup.replacing(/>( *)([^<\x{FFF9}]*[0-9][^<\x{FFF9}]*?)(?= *<)/) {
            ">" + $0.output.1 + mark($0.output.2, cells)
        }
    }

    /// Returns the text of markup, with a space in place of each tag.
    static func text(_ markup: Substring) -> String {
        var text = ""
        var isTag = false
        for scalar in markup.unicodeScalars {
            switch scalar {
            case "<": isTag = true
            case ">" where isTag:
                isTag = false
                text.append(" ")
            case "\n" where !isTag: text.append(" ")
            case _ where !isTag: text.unicodeScalars.append(scalar)
            default: break
            }
        }
        guard text.utf8.contains(UInt8(ascii: "&")) else { return text }
        return [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&")].reduce(text) {
            $0.replacing($1.0, with: $1.1)
        }
    }
}
