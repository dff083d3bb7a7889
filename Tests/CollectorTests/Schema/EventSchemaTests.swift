import Collector
import Events
import TestSupport
import Testing

/// Checks what the event schema says in words, and how it is served.
@Suite struct EventSchemaTests {
    @Test func itIsServedWithoutAKey() async throws {
        try await CollectorBench.run(.keyed) { bench in
            let served = try await bench.request("GET", "/schemas/event.json")
            #expect(served.status == 200 && served.body == EventSchema.text)
            #expect(served.headers["content-type"] == "application/schema+json")
            try await expect(bench.request("POST", "/schemas/event.json").status == 405)
        }
    }

    @Test func openAPIsEventIsTheSchemaWithoutItsOwnAnnotations() throws {
        let component = try JSON(text: OpenAPI.text)["components"]?["schemas"]?["Event"]
        let schema = try EventSchema.document().withoutAnnotations
        #expect(component == schema)
    }

    @Test func itNamesTheContractsWords() throws {
        let types = try EventSchema.types()
        #expect(types.map { $0.json["properties"]?["type"]?["const"]?.stringValue } == types.map(\.name))
        let words = try EventSchema.document()["properties"]?["type"]?["enum"]?.elements
        #expect(words?.map(\.stringValue) == types.map(\.name))
        let reasons = try EventSchema.document()["x-reasons"]?.elements.compactMap { $0["reason"]?.stringValue }
        #expect(reasons == RejectReason.allCases.map(\.rawValue))
    }

    /// The table of permission events refuses types from the first engagement event on.
    @Test func permissionEventsComeBeforeEngagementEvents() throws {
        let groups = try EventSchema.types().map { $0.json["x-group"]?.stringValue }
        #expect(groups.drop { $0 == "permission" }.allSatisfy { $0 == "engagement" } && groups.first == "permission")
    }

    @Test func everyTypeSaysWhenItIsSentAndOnWhichAPI() throws {
        for type in try EventSchema.types() {
            #expect(type.json["description"]?.stringValue?.hasSuffix(".") == true)
            #expect(type.json["x-not-when"]?.elements.isEmpty == false)
            let addresses = type.json["x-api"]?.elements.compactMap { $0["url"]?.stringValue } ?? []
            #expect(!addresses.isEmpty)
            #expect(addresses.allSatisfy { address in Self.references.contains { address.hasPrefix($0) } })
        }
    }

    @Test func everyExampleIsValidAndAccepted() throws {
        let schema = try JSONSchema(try EventSchema.document())
        let validators = [try EventSchema.validatorOfKey(), try EventSchema.validatorOfFiles()]
        for type in try EventSchema.types() {
            for example in type.json["examples"]?.elements ?? [] {
                #expect(schema.accepts(example), "\(example.text)")
                for validator in validators { #expect(validator.validate(example).event?.type.name == type.name) }
            }
        }
    }

    @Test func everyMistakeGivesItsReject() throws {
        let (schema, validator) = (try JSONSchema(try EventSchema.document()), try EventSchema.validatorOfKey())
        let mistakes = try Self.mistakes()
        #expect(mistakes.count > EventType.allCases.count)
        for (example, mistake) in mistakes {
            let changed = mistake["change"].map { example.merging($0) }
            let written = changed?.text ?? mistake["text"]?.stringValue
            let text = try #require(written)
            let reject = validator.validate(Array(text.utf8)).reject
            #expect(reject?.reason.rawValue == mistake["reason"]?.stringValue, "\(text)")
            #expect(reject?.detail == mistake["detail"]?.stringValue, "\(text)")
            guard let changed else { continue }
            let isBeyond = try Self.isBeyondASchema(changed)
            #expect(schema.accepts(changed) == isBeyond, "\(text)")
        }
    }

    @Test func anAcceptedMistakeCountsAsAbsent() throws {
        let (schema, validator) = (try JSONSchema(try EventSchema.document()), try EventSchema.validatorOfKey())
        for type in try EventSchema.types() {
            for mistake in type.json["x-silent-mistakes"]?.elements ?? [] {
                let name = try #require(mistake["absent"]?.stringValue)
                let change = try #require(mistake["change"])
                let changed = type.example.merging(change)
                #expect(!schema.accepts(changed), "\(changed.text)")
                var event = try #require(validator.validate(changed).event)
                var absent = try #require(validator.validate(changed.putting(nil, at: ["data", name])).event)
                #expect(event.rest?.contains("\"\(name)\"") == true)
                (event.rest, absent.rest) = (nil, nil)
                #expect(event == absent)
            }
        }
    }

    @Test func aLimitInBytesIsTheDecoders() throws {
        let validator = try EventSchema.validatorOfKey()
        let example = try #require(try EventSchema.types().last).example
        for limit in try EventSchema.document()["x-limits"]?.elements ?? [] {
            let bytes = Int(try #require(limit["bytes"]?.numberValue))
            let isOfData = limit["what"]?.stringValue == "data"
            #expect(validator.validate(example.filled(to: bytes, inData: isOfData)).event != nil)
            let reject = validator.validate(example.filled(to: bytes + 1, inData: isOfData)).reject
            #expect(reject?.reason.rawValue == limit["reason"]?.stringValue)
            #expect(reject?.detail == limit["detail"]?.stringValue)
        }
    }

    /// Where the documentation of the systems' APIs is.
    private static let references = [
        "https://developer.apple.com/documentation/", "https://developer.android.com/",
        "https://developer.mozilla.org/docs/", "https://firebase.google.com/docs/",
        "https://www.rfc-editor.org/",
    ]

    /// Returns every mistake that is rejected, with the example that it changes.
    private static func mistakes() throws -> [(example: JSON, mistake: JSON)] {
        let types = try EventSchema.types()
        let prompt = try EventSchema.described(.promptShown).example
        let ofAny = try EventSchema.document()["x-mistakes"]?.elements ?? []
        var mistakes = ofAny.map { (example: prompt, mistake: $0) }
        for type in types {
            mistakes += (type.json["x-mistakes"]?.elements ?? []).map { (example: type.example, mistake: $0) }
        }
        return mistakes
    }

    /// Whether a schema can't reject the event, because the reason is its time or the app of the key.
    private static func isBeyondASchema(_ event: JSON) throws -> Bool {
        guard let reject = try EventSchema.validatorOfFiles().validate(event).reject else { return true }
        return [.occurredInFuture, .occurredTooEarly].contains(reject.reason)
    }
}

extension JSON {
    /// Returns an event with this number of bytes, or one whose `data` has this number of bytes.
    fileprivate func filled(to bytes: Int, inData: Bool) -> JSON {
        let path: ArraySlice<String> = inData ? ["data", "x"] : ["x"]
        let empty = putting("", at: path)
        let counted = inData ? empty["data"] ?? empty : empty
        return putting(.string(String(repeating: "a", count: bytes - counted.text.utf8.count)), at: path)
    }

    /// The schema without the name of its dialect and the members that begin with `x-`.
    fileprivate var withoutAnnotations: JSON {
        switch self {
        case .array(let elements): .array(elements.map(\.withoutAnnotations))
        case .object(let members):
            .object(
                members.filter { $0.key != "$schema" && !$0.key.hasPrefix("x-") }.mapValues(\.withoutAnnotations))
        default: self
        }
    }
}
