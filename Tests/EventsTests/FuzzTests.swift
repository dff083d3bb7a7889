import Events
import Foundation
import TestSupport
import Testing

/// Compares the parser with Foundation's, which shares no code with it, on damaged events, and feeds it arbitrary
/// bytes.
@Suite struct FuzzTests {
    /// Phrases from the details of rejects for JSON that RFC 8259 allows but the event contract doesn't.
    private static let ownLimits = [
        "a second member has the name", "nested deeper", "U+0000", "surrogate pair", "the exponent of a number",
        "too large for a double",
    ]
    private static let tokens = [
        "{", "}", "[", "]", ",", ":", "\"", "\\", "\\u0041", "\\u0000", "\\ud83d\\ude00", "\\ud83d", "null", "true",
        "false", "0", "-", "1e309", "1.5",
        ".", "e5", " ", "\n", "\t", "\u{1}", "é", "🔔", "\"id\":1,", "\"x\":\"y\",", "\"campaign\":\"c\",", "[[[[",
        "{\"a\":", "\u{FEFF}", "/", "00",
    ].map { Array($0.utf8) }
    private static let seeds = [
        EventLine.full.description, EventLine.least.description,
        EventLine.of(
            type: "notification_opened",
            data: #"{"notification_id":"n","campaign":"\u00e9é","x":[1,2.50,{"y":null}],"trigger":"push"}"#
        )
        .description,
        EventLine.of(type: "status_observed", data: #"{ "status" : "denied", "a":"", "b":-0.5e-3 }"#).description,
        EventLine.of(type: "notification_sent", data: #"{"notification_id":"日本"}"#).without("os").with(
            "sequence", "5.0"
        ).description,
    ].map { Array($0.utf8) }

    private func mutate(_ bytes: inout [UInt8], using random: inout SplitMix64) {
        let index = Int.random(in: 0..<max(bytes.count, 1), using: &random)
        guard index < bytes.count else { return bytes.append(UInt8.random(in: 0...255, using: &random)) }
        switch Int.random(in: 0..<7, using: &random) {
        case 0: bytes[index] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes[index] = UInt8.random(in: 0x20...0x7E, using: &random)
        case 2: bytes.remove(at: index)
        case 3: bytes.removeSubrange(index..<min(bytes.count, index + Int.random(in: 1...20, using: &random)))
        case 4: bytes.insert(contentsOf: Self.tokens.randomElement(using: &random) ?? [], at: index)
        case 5:
            bytes.insert(
                contentsOf: bytes[index..<min(bytes.count, index + Int.random(in: 1...40, using: &random))], at: index)
        default: bytes.swapAt(index, Int.random(in: 0..<bytes.count, using: &random))
        }
    }

    /// The number of damaged events for each of the eight seeds. `script/torture fuzz` sets a total of a million.
    private static let count =
        (ProcessInfo.processInfo.environment["BELLWETHER_FUZZ_LINES"].flatMap(Int.init) ?? 48_000) / 8

    @Test(arguments: 0..<8 as Range<UInt64>)
    func aDamagedEventIsJSONForUsExactlyWhenItIsForFoundation(seed: UInt64) throws {
        var random = SplitMix64(state: seed)
        var counts = (accepted: 0, invalid: 0, limited: 0, other: 0)
        for _ in 0..<Self.count {
            var bytes = try #require(Self.seeds.randomElement(using: &random))
            for _ in 0..<Int.random(in: 1...3, using: &random) { mutate(&bytes, using: &random) }
            let validation = EventValidator.files.validate(bytes)
            let isUTF8 = String(bytes: bytes, encoding: .utf8) != nil
            #expect((validation.reason == .invalidUTF8) == !isUTF8)
            guard isUTF8 else { continue }
            // Foundation detects UTF-16 and UTF-32 by zero bytes, and drops byte order marks at the start and in
            // strings.
            guard !bytes.prefix(4).contains(0), !bytes.contains(0xEF) else { continue }
            let object = (try? JSONSerialization.jsonObject(with: Data(bytes))) as? [String: Any]
            switch validation {
            case .rejected(let reject) where reject.reason == .invalidJSON:
                let isOwnLimit = Self.ownLimits.contains { reject.detail.contains($0) }
                let text = String(decoding: bytes, as: UTF8.self)
                // Foundation accepts a comma after the last member or element.
                #expect(isOwnLimit || object == nil || text.contains(/,\s*[}\]]/), "\(reject.detail): \(text)")
                if isOwnLimit { counts.limited += 1 } else { counts.invalid += 1 }
            case .rejected:
                #expect(object != nil, "\(String(decoding: bytes, as: UTF8.self))")
                counts.other += 1
            case .accepted(let event):
                try expectSame(event, try #require(object, "\(String(decoding: bytes, as: UTF8.self))"))
                counts.accepted += 1
            }
        }
        #expect(counts.accepted > 100 && counts.invalid > 100 && counts.limited > 10 && counts.other > 100, "\(counts)")
    }

    /// Compares every field that Foundation decodes too.
    private func expectSame(_ event: Event, _ object: [String: Any]) throws {
        func text(_ name: String, in object: [String: Any]) -> String? {
            (object[name] as? String).flatMap { $0.isEmpty ? nil : $0 }
        }
        func same(_ ours: String?, _ theirs: String?) {
            #expect(ours.map { Array($0.utf8) } == theirs.map { Array($0.utf8) })
        }
        #expect(event.id.description == (object["id"] as? String)?.lowercased())
        #expect(event.installationID.description == (object["installation_id"] as? String)?.lowercased())
        same(event.type.name, object["type"] as? String)
        same(event.appID, object["app_id"] as? String)
        same(event.appVersion, text("app_version", in: object))
        same(event.deviceModel, text("device_model", in: object))
        same(event.locale, text("locale", in: object))
        #expect(event.sequence == (object["sequence"] as? NSNumber)?.int64Value)
        let os = object["os"] as? [String: Any]
        if event.os != nil || event.type != .notificationSent {
            #expect(event.os?.name.rawValue.lowercased() == (os?["name"] as? String)?.lowercased())
        }
        let data = object["data"] as? [String: Any] ?? [:]
        if let status = event.status { same(status.rawValue, data["status"] as? String) }
        if let id = event.notificationID { same(id, data["notification_id"] as? String) }
        if let campaign = event.campaign { same(campaign, data["campaign"] as? String) }
        try expectWhole(event, data)
    }

    /// Checks that the fields and `rest` together contain every member of `data` that isn't absent.
    private func expectWhole(_ event: Event, _ data: [String: Any]) throws {
        let rest = try event.rest.map { try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any] } ?? [:]
        let restOfData = try #require(rest)
        for (name, value) in restOfData { #expect((data[name] as? NSObject) == (value as? NSObject)) }
        for (name, value) in data where !(value is NSNull) && (value as? String) != "" {
            #expect((restOfData[name] != nil) != (event.readData[name] != nil), "\(name)")
        }
    }

    @Test func anyBytesHaveExactlyOneOutcome() {
        var random = SplitMix64(state: 99)
        for _ in 0..<20_000 {
            let length = Int.random(in: 0...200, using: &random)
            var bytes = (0..<length).map { _ in UInt8.random(in: 0...255, using: &random) }
            #expect(EventValidator.files.validate(bytes).reject != nil)
            bytes = (0..<length).flatMap { _ in Self.tokens.randomElement(using: &random) ?? [] }
            #expect(EventValidator.files.validate(bytes).reject != nil)
            bytes = Array("{".utf8) + bytes
            #expect(EventValidator.server.validate(bytes).reject != nil)
        }
    }

    @Test func everyTruncatedEventIsInvalidJSONOrInvalidUTF8() {
        for seed in Self.seeds {
            for length in 0..<seed.count {
                let reason = EventValidator.files.validate(Array(seed[..<length])).reason
                #expect(reason == .invalidJSON || reason == .invalidUTF8)
            }
        }
    }

    @Test func aPartOfALargerBufferIsValidatedWithoutLookingBeyondIt() {
        for seed in Self.seeds {
            let buffer = Array("}\"\\".utf8) + seed + Array("}\"\\x".utf8)
            buffer.withUnsafeBufferPointer { buffer in
                var batch = EventBatch()
                let reject = EventValidator.files.validate(
                    UnsafeBufferPointer(rebasing: buffer[3..<3 + seed.count]), into: &batch)
                #expect(reject == nil && batch.count == 1)
                #expect(EventValidator.files.validate(seed) == .accepted(batch[0]))
            }
        }
        var batch = EventBatch()
        #expect(
            EventValidator.files.validate(UnsafeBufferPointer(start: nil, count: 0), into: &batch)?.reason
                == .invalidJSON)
    }
}
