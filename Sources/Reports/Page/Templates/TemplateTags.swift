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
