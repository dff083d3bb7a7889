import Mustache

/// Markup that is safe to insert into a page unescaped. It is the only type that a `{{{tag}}}` accepts.
package struct SafeHTML: Sendable, Equatable {
    package let text: String

    /// Wraps markup that the program itself wrote. Never pass text that came from an event.
    init(trusted text: String) { self.text = text }

    /// Returns an element of HTML or SVG. Escapes the attribute values. Without content, returns a self-closing tag.
    /// `role` is its ARIA role, if it needs one.
    static func element(
        _ name: StaticString, role: StaticString? = nil, _ attributes: KeyValuePairs<StaticString, String> = [:],
        _ children: [SafeHTML] = []
    ) -> SafeHTML {
        var markup = "<\(name)"
        for (key, value) in attributes { markup += " \(key)=\"\(escape(value))\"" }
        if let role { markup += " role=\"\(role)\"" }
        guard children.contains(where: { !$0.text.isEmpty }) else { return SafeHTML(trusted: markup + "/>") }
        markup += ">"
        for child in children { markup += child.text }
        return SafeHTML(trusted: markup + "</\(name)>")
    }

    /// Returns text as escaped markup.
    static func text(_ text: String) -> SafeHTML { SafeHTML(trusted: escape(text)) }

    /// Concatenates markup.
    static func joined(_ parts: [SafeHTML]) -> SafeHTML { SafeHTML(trusted: parts.map(\.text).joined()) }

    /// Escapes text for HTML and XML, in content and in quoted attributes. Works by Unicode scalar, not by `Character`:
    /// a joiner can combine a quote and its neighbour into one `Character`, but a browser still reads the quote.
    static func escape(_ text: String) -> String {
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
        switch Unicode.Scalar(byte) {
        case "<", ">", "&", "\"", "'": true
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
    func escapeText(_ text: String) -> String { SafeHTML.escape(text) }
}
