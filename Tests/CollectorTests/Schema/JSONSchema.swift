/// A JSON Schema (2020-12) with the keywords that the event schema uses. Any other keyword is an error.
struct JSONSchema {
    /// An unknown keyword, or a schema that is not an object.
    struct UnknownKeyword: Error {
        let name: String
    }

    private typealias Rule = (JSON) -> Bool

    /// Keywords that require nothing, or that `if` reads. `format` is an annotation in this dialect.
    private static let silent: Set = ["$schema", "title", "description", "examples", "format", "then", "else"]

    private let rules: [Rule]

    /// Reads a schema. Throws `UnknownKeyword`, or the error of a pattern.
    init(_ schema: JSON) throws {
        guard schema.isOf(type: "object") else { throw UnknownKeyword(name: schema.text) }
        rules = try schema.members.compactMap { keyword, argument -> Rule? in
            guard !Self.silent.contains(keyword), !keyword.hasPrefix("x-") else { return nil }
            let rule =
                try Self.ofValue(keyword, argument) ?? Self.ofText(keyword, argument)
                ?? Self.ofParts(keyword, argument) ?? Self.ofChoices(keyword, argument, in: schema)
            guard let rule else { throw UnknownKeyword(name: keyword) }
            return rule
        }
    }

    /// Whether a value is valid.
    func accepts(_ value: JSON) -> Bool { rules.allSatisfy { $0(value) } }

    private static func ofValue(_ keyword: String, _ argument: JSON) -> Rule? {
        let limit = argument.numberValue ?? .nan
        switch keyword {
        case "type":
            let names = (argument.elements + [argument]).compactMap(\.stringValue)
            return { value in names.contains { value.isOf(type: $0) } }
        case "const": return { $0 == argument }
        case "enum": return { argument.elements.contains($0) }
        case "minimum": return { $0.numberValue.map { $0 >= limit } ?? true }
        case "maximum": return { $0.numberValue.map { $0 <= limit } ?? true }
        default: return nil
        }
    }

    private static func ofText(_ keyword: String, _ argument: JSON) throws -> Rule? {
        let limit = Int(argument.numberValue ?? 0)
        switch keyword {
        case "minLength": return { $0.stringValue.map { $0.unicodeScalars.count >= limit } ?? true }
        case "maxLength": return { $0.stringValue.map { $0.unicodeScalars.count <= limit } ?? true }
        case "pattern":
            // Every pattern is anchored at both ends, and `$` matches at the very end only (ECMA-262).
            let pattern = try Regex(argument.stringValue ?? "").matchingSemantics(.unicodeScalar)
            return { $0.stringValue.map { $0.wholeMatch(of: pattern) != nil } ?? true }
        default: return nil
        }
    }

    private static func ofParts(_ keyword: String, _ argument: JSON) throws -> Rule? {
        switch keyword {
        case "required":
            let names = argument.elements.compactMap(\.stringValue)
            return { value in !value.isOf(type: "object") || names.allSatisfy { value[$0] != nil } }
        case "properties":
            let schemas = try argument.members.mapValues { try JSONSchema($0) }
            return { value in schemas.allSatisfy { name, schema in value[name].map { schema.accepts($0) } ?? true } }
        case "items":
            let schema = try JSONSchema(argument)
            return { $0.elements.allSatisfy { schema.accepts($0) } }
        default: return nil
        }
    }

    private static func ofChoices(_ keyword: String, _ argument: JSON, in schema: JSON) throws -> Rule? {
        let schemas = try argument.elements.map { try JSONSchema($0) }
        switch keyword {
        case "oneOf": return { value in schemas.filter { $0.accepts(value) }.count == 1 }
        case "anyOf": return { value in schemas.contains { $0.accepts(value) } }
        case "not":
            let forbidden = try JSONSchema(argument)
            return { !forbidden.accepts($0) }
        case "if":
            let condition = try JSONSchema(argument)
            let met = try JSONSchema(schema["then"] ?? [:])
            let unmet = try JSONSchema(schema["else"] ?? [:])
            return { condition.accepts($0) ? met.accepts($0) : unmet.accepts($0) }
        default: return nil
        }
    }
}

extension JSON {
    /// Whether the value is of a type that JSON Schema names.
    fileprivate func isOf(type: String) -> Bool {
        switch self {
        case .null: type == "null"
        case .bool: type == "boolean"
        case .number(let value): type == "number" || type == "integer" && value == value.rounded()
        case .string: type == "string"
        case .array: type == "array"
        case .object: type == "object"
        }
    }
}
