/// The tags of a template, read before swift-mustache does: it has ways around escaping that pages may not use.
enum TemplateTags {
    /// Refuses a template with a pragma, another delimiter, `{{&x}}`, a dynamic or inherited partial, a path, a
    /// transform, a partial that does not exist, or a raw tag whose key does not end in `HTML`, and the reverse.
    static func check(_ text: String, named template: String, partials: Set<String>) throws {
        for tag in try tags(of: text, named: template) {
            guard isAllowed(tag, partials: partials) else {
                throw PageError.forbiddenTag("{{\(tag)}}", template: template)
            }
        }
    }

    /// The keys that a template asks for.
    static func keys(of text: String, named template: String) throws -> Set<String> {
        Set(try tags(of: text, named: template).compactMap(key).map(String.init))
    }

    /// The template with its number behind each key, by which a model that is asked for a key knows who asks.
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

    /// A key as a model is asked for it, and the number of the template that asks.
    static func unmarked(_ key: String) -> (key: String, number: Int?) {
        // Asked for every tag of every page. No key has a sign of the separator.
        guard let mark = key.utf8.firstIndex(of: UInt8(ascii: "_")) else { return (key, nil) }
        return (String(key[..<mark]), Int(key[mark...].dropFirst(separator.count)))
    }

    /// No key holds it, or a part of it.
    private static let separator = "__"

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

    /// The key that a tag asks for; nil for comments and partials.
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
