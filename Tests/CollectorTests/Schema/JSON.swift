import Foundation

/// A JSON value that can be compared and changed.
enum JSON: Codable, Hashable, Sendable {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case array([JSON])
    case object([String: JSON])

    /// Reads a JSON text.
    init(text: String) throws { self = try JSONDecoder().decode(JSON.self, from: Data(text.utf8)) }

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode(Double.self) {
            self = .number(value)
        } else if let value = try? container.decode(String.self) {
            self = .string(value)
        } else if let value = try? container.decode([JSON].self) {
            self = .array(value)
        } else {
            self = .object(try container.decode([String: JSON].self))
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .bool(let value): try container.encode(value)
        case .number(let value): try container.encode(value)
        case .string(let value): try container.encode(value)
        case .array(let value): try container.encode(value)
        case .object(let value): try container.encode(value)
        }
    }

    /// The JSON text on one line, with members ordered by name.
    var text: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }
}

extension JSON {
    /// The text of a string; nil for any other value.
    var stringValue: String? {
        guard case .string(let value) = self else { return nil }
        return value
    }

    /// The value of a number; nil for any other value.
    var numberValue: Double? {
        guard case .number(let value) = self else { return nil }
        return value
    }

    /// The elements of an array; empty for any other value.
    var elements: [JSON] {
        guard case .array(let value) = self else { return [] }
        return value
    }

    /// The members of an object; empty for any other value.
    var members: [String: JSON] {
        guard case .object(let value) = self else { return [:] }
        return value
    }

    /// A member of an object; nil if there is none. Setting it replaces any other value by an object.
    subscript(name: String) -> JSON? {
        get { members[name] }
        set {
            var changed = members
            changed[name] = newValue
            self = .object(changed)
        }
    }
}

extension JSON {
    /// Returns the value with another one at a path of member names; nil removes the member.
    func putting(_ value: JSON?, at path: ArraySlice<String>) -> JSON {
        guard let name = path.first else { return self }
        let rest = path.dropFirst()
        var changed = self
        changed[name] = rest.isEmpty ? value : (self[name] ?? .object([:])).putting(value, at: rest)
        return changed
    }

    /// Returns the value changed by a JSON merge patch (RFC 7396).
    func merging(_ patch: JSON) -> JSON {
        guard case .object(let changes) = patch else { return patch }
        var changed = members
        for (name, change) in changes {
            changed[name] = change == .null ? nil : (changed[name] ?? .null).merging(change)
        }
        return .object(changed)
    }
}

extension JSON: ExpressibleByStringLiteral, ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    init(stringLiteral value: String) { self = .string(value) }
    init(floatLiteral value: Double) { self = .number(value) }
    init(integerLiteral value: Int) { self = .number(Double(value)) }
    init(booleanLiteral value: Bool) { self = .bool(value) }
    init(arrayLiteral elements: JSON...) { self = .array(elements) }
    init(dictionaryLiteral elements: (String, JSON)...) {
        self = .object(Dictionary(elements) { _, last in last })
    }
}
