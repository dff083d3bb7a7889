import Events
import TestSupport
import Testing

/// What is a JSON object by RFC 8259 and within the event contract's limits.
@Suite struct JSONTests {
    @Test(arguments: [
        "", " ", "\n", "null", "true", "5", "\"text\"", "[]", "[{}]", "{", "}", "{{}}", "{} {}", "{}{}", "{},", "{}x",
        "x{}",
        "{]", "{\"a\"}", "{\"a\":}", "{\"a\" 1}", "{\"a\":1 \"b\":2}", "{\"a\":1,}", "{,}", "{,\"a\":1}",
        "{\"a\":1,,\"b\":2}",
        "{a:1}", "{'a':1}", "{1:1}", "{null:1}", "{\"a\":1", "{\"a\":", "{\"a\"", "{\"a", "{\"a\":\"b", "{\"a\":\"b\\",
        "{\"a\":1];",
        "{\"a\":[}", "{\"a\":[1,]}", "{\"a\":[,]}", "{\"a\":[1 2]}", "{\"a\":[1}", "{\"a\":{\"b\":1]}", "{\"a\":[1}]",
        "{\"a\":nul}", "{\"a\":nulll}", "{\"a\":Null}", "{\"a\":TRUE}", "{\"a\":tru", "{\"a\":undefined}",
        "{\"a\":NaN}",
        "{\"a\":Infinity}", "{\"a\":-Infinity}", "{\"a\":1}/**/", "{/**/}", "{}//", "{\"a\"::1}", "{\"a\":\"\"\"\"}",
        "\u{FEFF}{}",
        "{}\u{FEFF}", "{\u{A0}}", "{}\u{0}", "{\u{B}}", "{\u{C}}", "\u{1E}{}",
    ])
    func whatIsNotOneJSONObjectIsInvalid(text: String) {
        #expect(reason(text) == .invalidJSON)
    }

    @Test(arguments: [
        "1", "-1", "0", "-0", "0.0", "-0.0", "1.5", "10", "1e5", "1E5", "1e+5", "1e-5", "1.25E+05", "0e0", "[]", "[ ]",
        "[1]", "[1,2]",
        "[ 1 , 2 ]", "{}", "{ }", "{\"a\":{}}", "[[],{}]", "true", "false", "null", "[true,false,null]", "\"\"",
        "\"\\\" \\\\ \\/ \\b \\f \\n \\r \\t\"", "\"\\u00e9\\uD83D\\uDE00\\uFFFF\\uFFFE\"",
        "\"\u{7F}\u{80}\u{10FFFF}\u{FEFF}\"",
        "\"\\u0001\\u001f\"", "{\"\":1}", "\"/\"",
    ])
    func aValueOfRFC8259IsTaken(text: String) {
        #expect(accepted(EventLine.full.adding("\"x\": \(text)")) == .ofFullLine)
    }

    @Test(arguments: [
        "01", "-01", "00", "+1", "-", "--1", ".5", "-.5", "5.", "5.e1", "1e", "1e+", "1e-", "1e5.5", "1ee5", "1.2.3",
        "0x10", "1_000",
        "1,", "１", "-a", "- 1", "1 e5", "1. 5", "1d", "1.5f", "\"\\a\"", "\"\\'\"", "\"\\U0041\"", "\"\\u\"",
        "\"\\u12\"",
        "\"\\u12G4\"", "\"\\u 123\"", "\"\\u+123\"", "\"\\x41\"", "\"\t\"", "\"\n\"", "\"\r\"", "\"\u{1F}\"",
        "\"\u{0}\"", "\"\\\u{0}\"",
    ])
    func aValueOutsideRFC8259IsInvalid(text: String) {
        #expect(reason(EventLine.full.adding("\"x\": \(text)")) == .invalidJSON)
        #expect(reason(EventLine.full.adding("\"x\": [{\"y\": \(text)}]")) == .invalidJSON)
    }

    @Test(arguments: [
        #"\u0000"#, #"a\u0000b"#, #"\ud800"#, #"\uDBFF"#, #"\udc00"#, #"\uDFFF"#, #"\ud83d\ud83d"#, #"\ud83dx\ude00"#,
        #"\ud83d \ude00"#,
        #"\ude00\ud83d"#, #"\ud83d\u0041"#, #"\ud83d\n"#, #"\ud83d\\ude00"#, #"\ud83d\ude0"#, #"\ud83d\ude00\ude00"#,
        #"\ud83d\"#,
        #"\ud83d\u"#,
    ])
    func aStringWithNULOrHalfASurrogatePairIsInvalidWhereverItStands(text: String) {
        #expect(reason(EventLine.full.adding("\"x\": \"\(text)\"")) == .invalidJSON)
        #expect(reason(EventLine.full.adding("\"\(text)\": 1")) == .invalidJSON)
        #expect(reason(EventLine.full.adding("\"x\": [[\"\(text)\"]]")) == .invalidJSON)
        #expect(reason(EventLine.full.with("data", "{\"x\": {\"\(text)\": 1}}")) == .invalidJSON)
        #expect(reason(EventLine.full.with("locale", "\"\(text)\"")) == .invalidJSON)
    }

    @Test func thirtyTwoObjectsAndArraysMayStandInEachOtherTheEventsOwnCounted() {
        func nested(_ times: Int, _ open: String, _ close: String, around core: String = "") -> String {
            String(repeating: open, count: times) + core + String(repeating: close, count: times)
        }
        for value in [
            nested(31, "[", "]"), nested(31, "{\"a\":", "}", around: "1"), nested(15, "[{\"a\":", "}]", around: "{}"),
        ] {
            #expect(accepted(EventLine.full.adding("\"x\": \(value)")) == .ofFullLine)
            #expect(reason(EventLine.full.adding("\"x\": [\(value)]")) == .invalidJSON)
            #expect(reason(EventLine.full.adding("\"x\": {\"y\": \(value)}")) == .invalidJSON)
        }
        #expect(accepted(EventLine.full.with("data", "{\"x\": \(nested(30, "[", "]"))}"))?.rest != nil)
        #expect(reason(EventLine.full.with("data", "{\"x\": \(nested(31, "[", "]"))}")) == .invalidJSON)
        #expect(reason(EventLine.full.with("os", "{\"x\": \(nested(31, "[", "]"))}")) == .invalidJSON)
        let siblings = "[" + Array(repeating: nested(30, "[", "]"), count: 100).joined(separator: ",") + "]"
        #expect(accepted(EventLine.full.adding("\"x\": \(siblings)")) == .ofFullLine)
        for depth in [1_000, 30_000, 65_000] {
            #expect(reason(String(repeating: "[", count: depth)) == .invalidJSON)
            #expect(reason("{\"a\":" + String(repeating: "[", count: depth)) == .invalidJSON)
            #expect(reason(String(repeating: "{\"a\":", count: depth / 5)) == .invalidJSON)
        }
        #expect(reason("{\"a\":" + nested(100_000, "[", "]") + "}") == .tooLarge)
    }

    @Test func whatIsNotUTF8IsInvalidUTF8BeforeItIsInvalidJSON() {
        let bad: [[UInt8]] = [
            [0x80], [0xBF], [0xC0, 0x80], [0xC1, 0xBF], [0xC2], [0xC2, 0x41], [0xE0, 0x80, 0x80], [0xE0, 0x9F, 0xBF],
            [0xE2, 0x82],
            [0xED, 0xA0, 0x80], [0xED, 0xBF, 0xBF], [0xF0, 0x80, 0x80, 0x80], [0xF0, 0x8F, 0xBF, 0xBF],
            [0xF4, 0x90, 0x80, 0x80],
            [0xF5, 0x80, 0x80, 0x80], [0xFE], [0xFF], [0xFF, 0xFE], [0xF0, 0x9F, 0x94], [0xE9],
        ]
        let line = Array(EventLine.full.description.utf8)
        for bytes in bad {
            #expect(EventValidator.files.validate(bytes).reason == .invalidUTF8)
            #expect(EventValidator.files.validate(line + bytes).reason == .invalidUTF8)
            #expect(
                EventValidator.files.validate(line.dropLast() + Array(", \"x\": \"".utf8) + bytes + Array("\"}".utf8))
                    .reason
                    == .invalidUTF8)
        }
        let good: [[UInt8]] = [
            [0xC2, 0x80], [0xDF, 0xBF], [0xE0, 0xA0, 0x80], [0xED, 0x9F, 0xBF], [0xEE, 0x80, 0x80], [0xEF, 0xBF, 0xBF],
            [0xF0, 0x90, 0x80, 0x80],
            [0xF4, 0x8F, 0xBF, 0xBF],
        ]
        for bytes in good {
            let validation = EventValidator.files.validate(
                line.dropLast() + Array(", \"x\": \"".utf8) + bytes + Array("\"}".utf8))
            #expect(validation.event == .ofFullLine)
        }
    }
}
