/// Scans the tags of a template before swift-mustache parses it. swift-mustache has several tags that bypass escaping;
/// here only one of them is allowed, for keys that say by their end that their values are HTML.
enum TemplateTags {
    /// Throws if a template contains any tag but these: a comment, a partial that exists, a section, `{{x}}` whose key
    /// does not end in `HTML`, and `{{{x}}}` whose key does. Keys are ASCII letters and digits.
    static func check(_ text: String, named template: String, partials: Set<String>) throws {
        for tag in try tags(of: text, named: template) {
            guard isAllowed(tag, partials: partials) else {
                throw PageError.forbiddenTag("{{\(tag)\(tag.first == "{" ? "}" : "")}}", template: template)
            }
        }
    }

    /// Returns the keys that a template uses.
    static func keys(of text: String, named template: String) throws -> Set<String> {
        Set(try tags(of: text, named: template).compactMap(key).map(String.init))
    }

    /// Returns the template with its number appended to each key, for example `title__3`, and an `a` if it stands
    /// inside of an HTML tag. So `RecordedModel` knows which template (the page's, or a partial) read a key, and where.
    static func marked(_ text: String, named template: String, by number: Int) throws -> String {
        var marked = ""
        var rest = text[...]
        for tag in try tags(of: text, named: template) {
            marked += rest[..<tag.startIndex]
            let isInTag = marked.last { $0 == "<" || $0 == ">" } == "<"
            marked += tag
            if key(tag) != nil { marked += "\(separator)\(number)\(isInTag ? "a" : "")" }
            rest = text[tag.endIndex...]
        }
        return marked + rest
    }

    /// Splits a marked key into the key, the template's number, and whether it stands inside of an HTML tag; the number
    /// is nil if the key is not marked.
    static func unmarked(_ key: String) -> (key: String, number: Int?, isInTag: Bool) {
        // Runs for every tag of every page, so it is kept fast. Keys that `check` allows have no `_`, so the first one
        // begins the separator.
        guard let mark = key.utf8.firstIndex(of: UInt8(ascii: "_")) else { return (key, nil, false) }
        let (number, isInTag) = (key[mark...].dropFirst(separator.count), key.utf8.last == UInt8(ascii: "a"))
        return (String(key[..<mark]), Int(isInTag ? number.dropLast() : number), isInTag)
    }

    /// Separates a key from the template's number. Keys are letters and digits, so they never contain it.
    private static let separator = "__"

    /// Returns the content of each tag, for example `#sections`; of `{{{x}}}` it is `{x`.
    private static func tags(of text: String, named template: String) throws -> [Substring] {
        var tags: [Substring] = []
        var rest = text[...]
        while let start = rest.firstRange(of: "{{") {
            let after = rest[start.upperBound...]
            let end = after.hasPrefix("{") ? "}}}" : "}}"
            guard let stop = after.firstRange(of: end) else {
                throw PageError.unreadable(template: template, reason: "a tag is not closed")
            }
            tags.append(after[..<stop.lowerBound])
            rest = after[stop.upperBound...]
        }
        return tags
    }

    /// Returns the key in a tag; nil for comments and partials.
    private static func key(_ tag: Substring) -> Substring? {
        switch tag.first {
        case "!", ">": nil
        case "{", "#", "^", "/": tag.dropFirst()
        default: tag
        }
    }

    private static func isAllowed(_ tag: Substring, partials: Set<String>) -> Bool {
        let name = tag.dropFirst()
        switch tag.first {
        case "!": return true
        case ">": return partials.contains(name.drop { $0 == " " }.description)
        case "{": return isKey(name) && name.hasSuffix("HTML")
        case "#", "^", "/": return isKey(name)
        default: return isKey(tag) && !tag.hasSuffix("HTML")
        }
    }

    private static func isKey(_ name: Substring) -> Bool {
        !name.isEmpty && name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
    }
}
