/// Reads the HTML of pages. It knows only what they have: attributes without `>`, and no comments.
enum Markup {
    /// Begins the text of a plot, whose axes have numbers.
    static let drawing = "\u{1D}"

    /// The elements that begin a piece.
    private static let parts: Set<Substring> = [
        "tr", "p", "li", "h1", "h2", "h3", "h4", "h5", "h6", "figcaption", "div", "summary", "section",
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
