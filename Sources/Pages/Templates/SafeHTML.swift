import Mustache

/// Markup that is safe to insert into a page unescaped. It is the only type that a `{{{tag}}}` accepts.
package struct SafeHTML: Sendable, Equatable {
    package let text: String

    /// Wraps markup that the program itself wrote. Never pass text that came from an event.
    init(trusted text: String) { self.text = text }

    /// Returns an element of HTML or SVG. Escapes the attribute values, and leaves out attributes that are nil. Without
    /// content, returns a self-closing tag. `role` is its ARIA role, if it needs one.
    static func element(
        _ name: StaticString, role: StaticString? = nil, _ attributes: KeyValuePairs<StaticString, String?> = [:],
        _ children: [SafeHTML] = []
    ) -> SafeHTML {
        let (name, size) = (name.description, children.reduce(0) { $0 + $1.text.utf8.count })
        // Appends piece by piece, because pages are made of very many elements.
        var markup = "<" + name
        markup.reserveCapacity(size + 100)
        let add = { (key: StaticString, value: String) in
            for piece in [" ", key.description, "=\"", value, "\""] { markup += piece }
        }
        for case (let key, let value?) in attributes { add(key, escape(value)) }
        if let role { add("role", role.description) }
        guard size > 0 else { return SafeHTML(trusted: markup + "/>") }
        markup += ">"
        for child in children { markup += child.text }
        for piece in ["</", name, ">"] { markup += piece }
        return SafeHTML(trusted: markup)
    }

    /// Returns text as escaped markup, with an element around each number that names its cell (`CellMark`). `cell` is
    /// the name that the element around the text has.
    static func text(_ text: String, in cell: String? = nil) -> SafeHTML {
        SafeHTML(trusted: isMarkup(text) ? text : CellMark.written(escapeContent(text), in: cell))
    }

    /// Returns text as escaped markup without elements, for drawings and titles.
    static func plain(_ text: String) -> SafeHTML { SafeHTML(trusted: escape(text)) }

    /// Concatenates markup.
    static func joined(_ parts: [SafeHTML]) -> SafeHTML { SafeHTML(trusted: parts.map(\.text).joined()) }

    /// Escapes text for HTML and XML, in content and in quoted attributes, without the names of cells.
    static func escape(_ text: String) -> String { isMarkup(text) ? text : escapeContent(CellMark.unmarked(text)) }

    /// Whether the text is its own markup, as most are: it has nothing to escape, and no marks of cells or verdicts.
    private static func isMarkup(_ text: String) -> Bool { !text.utf8.contains { $0 < 7 || isEscaped($0) } }

    /// Escapes text that may have the names of cells. Works by Unicode scalar, not by `Character`: a joiner can combine
    /// a quote and its neighbour into one `Character`, but a browser still reads the quote.
    private static func escapeContent(_ text: String) -> String {
        // Most texts need no escaping.
        guard text.utf8.contains(where: isEscaped) else { return text }
        var escaped = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar {
            case "<": escaped.append(contentsOf: "&lt;".unicodeScalars)
            case ">": escaped.append(contentsOf: "&gt;".unicodeScalars)
            case "&": escaped.append(contentsOf: "&amp;".unicodeScalars)
            case "\"": escaped.append(contentsOf: "&quot;".unicodeScalars)
            case "'": escaped.append(contentsOf: "&#39;".unicodeScalars)
            default: escaped.append(scalar)
            }
        }
        return String(escaped)
    }

    private static func isEscaped(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "&"), UInt8(ascii: "\""), UInt8(ascii: "'"): true
        default: false
        }
    }
}

extension SafeHTML: MustacheCustomRenderable {
    package var renderText: String { text }
    package var isNull: Bool { false }
}

/// The escaping that templates use. It replaces swift-mustache's own, which works by `Character` and so misses a `"`
/// combined with a joiner.
struct MarkupEscaping: MustacheContentType {
    /// Returns the text, escaped.
    func escapeText(_ text: String) -> String { SafeHTML.text(text).text }
}
