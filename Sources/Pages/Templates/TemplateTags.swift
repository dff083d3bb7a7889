/// Scans the tags of a template before swift-mustache parses it. swift-mustache supports tags that bypass escaping,
/// which are not allowed here.
enum TemplateTags {
    /// Throws if a template contains a pragma, a change of delimiters, `{{&x}}`, a dynamic or inherited partial, a
    /// path, a transform, or a partial that does not exist. Also throws if the key of a raw tag `{{{x}}}` does not end
    /// in `HTML`, or the key of an escaped tag `{{x}}` does.
    static func check(_ text: String, named template: String, partials: Set<String>) throws {
        for tag in try tags(of: text, named: template) {
            guard isAllowed(tag, partials: partials) else {
                throw PageError.forbiddenTag("{{\(tag)}}", template: template)
            }
        }
    }

    /// Returns the keys that a template uses.
    static func keys(of text: String, named template: String) throws -> Set<String> {
        Set(try tags(of: text, named: template).compactMap(key).map(String.init))
    }

    /// Returns the template with its number appended to each key, for example `title__3`. The number tells
    /// `RecordedModel` which template, perhaps a partial, asked for a key.
    static func marked(_ text: String, named template: String, by number: Int) throws -> String {
        var marked = ""
        var rest = text[...]
        for tag in try tags(of: text, named: template) {
            marked += rest[..<tag.endIndex]
            if key(tag) != nil { marked += "\(separator)\(number)" }
            rest = text[tag.endIndex...]
        }
        return marked + rest
    }

    /// Splits a marked key into the key and the template's number; nil if it is not marked.
    static func unmarked(_ key: String) -> (key: String, number: Int?) {
        // Runs for every tag of every page, so it is kept fast. The first `_` begins the separator, because keys have
        // none.
        guard let mark = key.utf8.firstIndex(of: UInt8(ascii: "_")) else { return (key, nil) }
        return (String(key[..<mark]), Int(key[mark...].dropFirst(separator.count)))
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
