import Collector
import Events
import TestSupport
import Testing

/// The event schema and the decoder accept and reject the same events.
@Suite struct EventSchemaAgreementTests {
    /// Texts for every member of `data`: each word of the schema, and lengths around the limit.
    private static func texts() throws -> [JSON] {
        let words = try EventSchema.types().flatMap { $0.data.values.flatMap { $0["enum"]?.elements ?? [] } }
        let others: [JSON] = ["Denied", "active", "Push"]
        return Set(words).sorted { $0.text < $1.text } + others + EventVariations.texts(around: 255)
    }

    @Test(arguments: EventType.allCases) func theyAcceptTheSameEvents(type: EventType) throws {
        let (schema, validator) = (try EventSchema.lenient(), try EventSchema.validatorOfFiles())
        let top = try EventSchema.document()["properties"]?.members.keys.sorted() ?? []
        let data = Set(try EventSchema.types().flatMap { $0.data.keys }).sorted()
        let variations = EventVariations(
            example: try EventSchema.described(type).example, top: top, data: data, texts: try Self.texts()
        ).all
        let accepted = variations.filter { validator.validate($0).event != nil }
        #expect(accepted.count > 100 && accepted.count < variations.count - 100)
        let differing = variations.filter { schema.accepts($0) != (validator.validate($0).event != nil) }
        #expect(differing.isEmpty, "\(differing.prefix(3).map(\.text))")
    }

    @Test(arguments: EventType.allCases) func aRejectNamesTheMemberThatIsMissingOrInvalid(type: EventType) throws {
        let validator = try EventSchema.validatorOfFiles()
        let top = try EventSchema.document()["properties"]?.members.keys.sorted() ?? []
        let example = try EventSchema.described(type).example
        let data = Set(try EventSchema.types().flatMap { $0.data.keys }).sorted()
        for (path, value, event) in EventVariations(example: example, top: top, data: data, texts: try Self.texts())
            .changed
        {
            guard let reject = validator.validate(event).reject else { continue }
            let place = reject.detail.prefix { $0 != " " }
            let isMissing = value == nil || value == .null
            switch (path, reject.reason) {
            case ("type", .unknownType), ("os.version", .impossibleForOS), ("data.status", .impossibleForOS):
                #expect(value?.stringValue != nil)
            // The example of a type that needs no system has none, so another type or a part of a system lacks the rest.
            case (_, .missingField) where example["os"] == nil && (path == "type" || path.hasPrefix("os.")):
                #expect(isMissing || place.hasPrefix("os."))
            // Without an object, or with an empty one, what is missing are its members.
            case ("os", .missingField), ("data", .missingField):
                #expect((isMissing || value?.members.isEmpty == false || value == [:]) && place.hasPrefix(path + "."))
            default:
                #expect(reject.reason == (isMissing ? .missingField : .invalidField), "\(event.text)")
                #expect(place == path, "\(event.text): \(reject.detail)")
            }
        }
    }

    @Test(arguments: EventType.allCases)
    func anOptionalMemberCountsIfTheSchemaAcceptsItAndIsAbsentIfNot(type: EventType) throws {
        let (described, validator) = (try EventSchema.described(type), try EventSchema.validatorOfFiles())
        let values = EventVariations.values + (try Self.texts())
        // `settings`, which is no text, has NotificationSettingsTests.
        for (name, member) in described.readData where member["x-if-invalid"] == "absent" && name != "settings" {
            let form = try JSONSchema(member)
            let absent = validator.validate(described.example.putting(nil, at: ["data", name])).event
            for value in [.null, ""] as [JSON] {
                #expect(validator.validate(described.example.putting(value, at: ["data", name])).event == absent)
            }
            for value in values {
                let event = try #require(
                    validator.validate(described.example.putting(value, at: ["data", name])).event)
                let counted = form.accepts(value) && value != "" ? value.stringValue : nil
                #expect(event.readData[name] == counted, "\(name): \(value.text)")
            }
        }
    }

    @Test(arguments: EventType.allCases)
    func theMembersOfDataThatItDescribesAreThoseThatTheDecoderReads(type: EventType) throws {
        let described = try EventSchema.described(type)
        var example = described.example
        example["data"] = [
            "status": "denied", "delivery": "quiet", "answer": "declined", "placement": "p", "variant": "v",
            "experiment": "e", "notification_id": "n", "campaign": "c", "action": "a", "app_state": "background",
            "trigger": "local", "settings": ["alert": true],
        ]
        let event = try #require(try EventSchema.validatorOfFiles().validate(example).event)
        #expect(Set(event.readData.keys) == Set(described.readData.keys))
        let others = example["data"]?.members.filter { event.readData[$0.key] == nil }
        #expect(try JSON(text: event.rest ?? "{}").members == others, "what a type does not read is left")
        let required = described.json["properties"]?["data"]?["required"]?.elements.compactMap(\.stringValue) ?? []
        #expect(Set(required) == Set(described.data.filter { $0.value["x-if-invalid"] == nil }.keys))
    }

    @Test func itHasTheMembersOfAnEventAndNoOther() throws {
        let types = try EventSchema.types()
        let example = try EventSchema.described(.appOpened).example
        let event = try #require(try EventSchema.validatorOfFiles().validate(example).event)
        let fields = Set(Mirror(reflecting: event).children.compactMap { $0.label?.wireName })
        let top = Set(try EventSchema.document()["properties"]?.members.keys.map(\.self) ?? [])
        // A device's id becomes that of the installation.
        let described = top.subtracting(["data", "device_id"]).union(types.flatMap { $0.readData.keys })
        // The excluded fields are computed on acceptance, or hold the rest of `data`.
        #expect(fields.subtracting(["occurred_offset", "effective_at", "rest"]) == described)
    }

    @Test func itNamesTheSystemsThatTheDecoderKeeps() throws {
        let name = try EventSchema.document()["properties"]?["os"]?["properties"]?["name"]
        #expect(name?["x-values"]?.elements.compactMap(\.stringValue) == OSName.allCases.map(\.rawValue))
    }

    @Test(arguments: [
        "2026-02-29T00:00:00Z", "2026-02-31T00:00:00Z", "2025-11-31T00:00:00Z", "2026-03-01T12:00:60Z",
        "2026-02-28T23:59:60+09:00",
    ])
    func aTimeThatIsNotThereIsLeftToTheDecoder(time: String) throws {
        let schema = try JSONSchema(try EventSchema.document())
        let event = try EventSchema.described(.appOpened).example.putting(.string(time), at: ["occurred_at"])
        #expect(schema.accepts(event))
        #expect(try EventSchema.validatorOfFiles().validate(event).reject?.reason == .invalidField)
    }
}

extension String {
    /// The name of a Swift property as the event contract spells it: `app_id` for `appID`.
    fileprivate var wireName: String {
        replacing("ID", with: "Id").reduce(into: "") { name, character in
            name += character.isUppercase ? "_" + character.lowercased() : String(character)
        }
    }
}
