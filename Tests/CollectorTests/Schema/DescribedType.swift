import Collector
import Events
import Testing

/// What the event schema says about one type.
struct DescribedType {
    /// The wire name.
    let name: String
    /// The type's part of the schema.
    let json: JSON
    /// A valid event.
    let example: JSON

    /// The members of `data` that the schema describes.
    var data: [String: JSON] { json["properties"]?["data"]?["properties"]?.members ?? [:] }
    /// The members of `data` that the decoder reads.
    var readData: [String: JSON] { data.filter { $0.value["x-if-invalid"] != "kept" } }
}

extension EventSchema {
    /// The whole schema.
    static func document() throws -> JSON { try JSON(text: text) }

    /// The schema as the decoder applies it: members marked with `x-if-invalid` may have any value.
    static func lenient() throws -> JSONSchema { try JSONSchema(try document().withoutForgivenForms) }

    /// What it says about each type, in the order of the schema.
    static func types() throws -> [DescribedType] {
        let described = try document()["oneOf"]?.elements ?? []
        return try described.map { json -> DescribedType in
            let name = try #require(json["title"]?.stringValue)
            return DescribedType(name: name, json: json, example: try #require(json["examples"]?.elements.first))
        }
    }

    /// What it says about one type.
    static func described(_ type: EventType) throws -> DescribedType {
        try #require(try types().first(where: { $0.name == type.name }))
    }

    /// Validates the examples and mistakes as if they had been received over HTTP.
    static func validatorOfKey() throws -> EventValidator {
        let validated = try document()["x-validated"]
        return EventValidator(
            ingestedAt: try received(), stamp: .server, appID: validated?["app_id_of_key"]?.stringValue)
    }

    /// Validates them as if they had been read from a file.
    static func validatorOfFiles() throws -> EventValidator { EventValidator(ingestedAt: try received()) }

    private static func received() throws -> Timestamp {
        let time = try #require(try document()["x-validated"]?["received_at"]?.stringValue)
        return try #require(Timestamp(rfc3339: time))
    }
}

extension JSON {
    /// Returns the schema in which members marked with `x-if-invalid` may have any value.
    fileprivate var withoutForgivenForms: JSON {
        switch self {
        case .array(let elements): .array(elements.map(\.withoutForgivenForms))
        case .object(let members):
            members["x-if-invalid"] == nil ? .object(members.mapValues(\.withoutForgivenForms)) : .object([:])
        default: self
        }
    }
}

extension EventValidator {
    /// Validates the JSON text of an event.
    func validate(_ event: JSON) -> Validation { validate(Array(event.text.utf8)) }
}
