import Mustache

/// Markup that is safe to stand in a page as it is: the only type that a `{{{tag}}}` takes.
package struct SafeHTML: Sendable, Equatable {
    package let text: String

    /// Markup that the program itself wrote; never anything that came from an event.
    init(trusted text: String) { self.text = text }

    /// An element of HTML or SVG, with its role where that has to be said; values of attributes are escaped, and
    /// children are markup already.
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

    /// Text as markup.
    static func text(_ text: String) -> SafeHTML { SafeHTML(trusted: escape(text)) }

    /// One after the other.
    static func joined(_ parts: [SafeHTML]) -> SafeHTML { SafeHTML(trusted: parts.map(\.text).joined()) }

    /// Escapes for text and quoted attributes of HTML and XML, scalar by scalar: a quote that a joiner turns into one
    /// grapheme with its neighbour is still a quote to a browser.
    static func escape(_ text: String) -> String {
        // Nearly every text of a page is as it is.
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

/// Escaping for templates in place of swift-mustache's own, which goes by grapheme and lets `"` with a joiner pass.
struct MarkupEscaping: MustacheContentType {
    /// The text, escaped.
    func escapeText(_ text: String) -> String { SafeHTML.escape(text) }
}
