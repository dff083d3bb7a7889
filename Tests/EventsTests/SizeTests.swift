import Events
import TestSupport
import Testing

/// The maximum sizes of an event and of `data`.
@Suite struct SizeTests {
    @Test func theLengthIsValidatedBeforeAnythingElse() {
        #expect(EventValidator.files.validate([UInt8](repeating: 0xFF, count: 65_537)).reason == .tooLarge)
        #expect(EventValidator.files.validate([UInt8](repeating: 0xFF, count: 65_536)).reason == .invalidUTF8)
        #expect(EventValidator.files.validate([UInt8](repeating: 0x20, count: 65_536)).reason == .invalidJSON)
        #expect(EventValidator.files.validate([UInt8](repeating: 0x20, count: 10_000_000)).reason == .tooLarge)
    }

    @Test func dataHasUpTo8192BytesFromItsFirstToItsLast() {
        func data(of length: Int, _ character: String = "a") -> String {
            "{ \"x\": \"" + String(repeating: character, count: (length - 11) / character.utf8.count) + "\" }"
        }
        #expect(data(of: 8_192).utf8.count == 8_192)
        for length in [8_191, 8_192] {
            #expect(accepted(EventLine.full.with("data", data(of: length)))?.rest?.utf8.count == length - 2)
        }
        #expect(reason(EventLine.full.with("data", data(of: 8_193))) == .tooLarge)
        #expect(accepted(EventLine.full.with("data", "   " + data(of: 8_192) + "   ")) != nil)
        #expect(reason(EventLine.full.with("data", data(of: 8_194, "é"))) == .tooLarge)
        #expect(reason(EventLine.full.with("data", "[\"" + String(repeating: "a", count: 8_189) + "\"]")) == .tooLarge)
    }

    @Test func theLengthOfDataIsValidatedAfterTheJSONAndBeforeTheFields() {
        let long = "{\"x\": \"" + String(repeating: "a", count: 9_000) + "\"}"
        let line = EventLine.full.with("data", long)
        #expect(reason(line.without("id")) == .tooLarge)
        #expect(reason(line.with("type", "\"made_up\"")) == .tooLarge)
        #expect(reason(line.adding("\"id\": 1")) == .invalidJSON)
        #expect(reason(line.description.dropLast()) == .invalidJSON)
        #expect(reason(EventLine.full.with("other", long)) == nil)
    }
}
