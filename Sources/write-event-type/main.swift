import Foundation

// Writes the cases of EventType, and what the decoder asks of them, from the JSON Schema of events:
// write-event-type SCHEMA OUTPUT
// If OUTPUT has the right text already it is not written, so that nothing is recompiled.

/// The schema's parts, one for each type.
struct Schema: Decodable {
    let oneOf: [Part]
}

/// What the schema says about a type.
struct Part: Decodable {
    /// The wire name, such as `prompt_shown`.
    let title: String
    /// The first word of the table of its events: `permission` or `engagement`.
    let group: String
    private let properties: [String: Property]

    private enum CodingKeys: String, CodingKey {
        case title, properties
        case group = "x-group"
    }

    /// The members of `data` that the decoder reads. Others are kept as they are.
    var readMembers: [String] {
        (properties["data"]?.properties ?? [:]).filter { $0.value.ifInvalid != "kept" }.map(\.key)
    }

    /// The name of the type's case.
    var caseName: String { swiftName(title) }
}

/// A member of an event or of its `data`.
struct Property: Decodable {
    let ifInvalid: String?
    let properties: [String: Property]?

    private enum CodingKeys: String, CodingKey {
        case properties
        case ifInvalid = "x-if-invalid"
    }
}

/// Returns a wire name as Swift spells it: `notificationID` for `notification_id`.
func swiftName(_ wireName: String) -> String {
    let words = wireName.split(separator: "_")
    return words[0] + words.dropFirst().map { $0 == "id" ? "ID" : $0.capitalized }.joined()
}

func lines(_ parts: [Part], _ line: (Part) -> String) -> String { parts.map(line).joined(separator: "\n") }

func cases(_ parts: [Part]) -> String { parts.map { "." + $0.caseName }.joined(separator: ", ") }

/// Returns an expression for the only one of some types of one length that a word can name: the first byte at which
/// their names differ says which.
func candidate(of parts: [Part]) -> String {
    let names = parts.map { Array($0.title.utf8) }
    let place = names[0].indices.first { place in Set(names.map { $0[place] }).count == names.count }
    guard let place else { fail("no one byte tells \(parts.map(\.title).joined(separator: ", ")) apart") }
    let choices = zip(parts, names).dropLast().map { part, name in
        "word[\(place)] == UInt8(ascii: \"\(Character(Unicode.Scalar(name[place])))\") ? .\(part.caseName) : "
    }
    return choices.joined() + ".\(parts[parts.count - 1].caseName)"
}

func fail(_ reason: String) -> Never {
    FileHandle.standardError.write(Data("write-event-type: \(reason)\n".utf8))
    exit(EXIT_FAILURE)
}

let arguments = CommandLine.arguments
guard arguments.count == 3 else { fail("usage: write-event-type SCHEMA OUTPUT") }
let types = try JSONDecoder().decode(Schema.self, from: Data(contentsOf: URL(fileURLWithPath: arguments[1]))).oneOf
let byLength = Dictionary(grouping: types) { $0.title.utf8.count }.sorted { $0.key < $1.key }
let members = Set(types.flatMap(\.readMembers)).sorted()
let source = """
    // Written by write-event-type from http/schemas/event.json.

    /// The type of an event. The raw value is its position in the event contract's table of types, from 1, which also
    /// breaks ties in the order of events.
    public enum EventType: UInt8, CaseIterable, Sendable {
    \(types.enumerated().map { "    case \($1.caseName) = \($0 + 1)" }.joined(separator: "\n"))

        /// The wire name, without allocating a `String`.
        public var wireName: StaticString {
            switch self {
    \(lines(types) { "        case .\($0.caseName): \"\($0.title)\"" })
            }
        }

        /// Whether it is a permission event. All other types are engagement events.
        public var isPermissionEvent: Bool {
            switch self {
            case \(cases(types.filter { $0.group == "permission" })): true
            case \(cases(types.filter { $0.group == "engagement" })): false
            }
        }

        /// Returns the only type that `word` can name, chosen by its length and, if several have that length, one byte.
        static func candidate(utf8 word: Bytes) -> EventType? {
            switch word.count {
    \(byLength.map { "        case \($0.key): \(candidate(of: $0.value))" }.joined(separator: "\n"))
            default: nil
            }
        }

        /// Returns whether the contract defines this field of `data` for this type.
        func gives(meaningTo field: Field) -> Bool {
            switch field {
    \(members.map { member in
        let readers = types.filter { $0.readMembers.contains(member) }
        return "        case .\(swiftName(member)): "
            + readers.map { "self == .\($0.caseName)" }.joined(separator: " || ")
    }.joined(separator: "\n"))
            default: false
            }
        }
    }

    """
let output = arguments[2]
if (try? String(contentsOfFile: output, encoding: .utf8)) != source {
    try source.write(toFile: output, atomically: true, encoding: .utf8)
}
