import Events
import Testing

/// Duplicate member names at the top level, in `os` or in `data`.
@Suite struct DuplicateNameTests {
    private static let topNames = [
        "id", "type", "app_id", "installation_id", "device_id", "occurred_at", "sent_at", "received_at", "sequence",
        "os", "app_version",
        "device_model", "locale", "data", "x", "",
    ]
    private static let dataNames = [
        "status", "delivery", "placement", "variant", "notification_id", "campaign", "action", "app_state", "trigger",
        "options", "x", "",
    ]

    @Test(arguments: topNames, ["1", "null", "\"a\"", "{}"])
    func aSecondMemberAtTheTopIsInvalid(name: String, value: String) {
        let line = EventLine.full.with(name, "null")
        #expect(reason(line.adding("\"\(name)\": \(value)")) == .invalidJSON)
        #expect(reason("{\"\(name)\": \(value), \"y\": 1, \"\(name)\": null}") == .invalidJSON)
        #expect(reason("{\"\(name)\": \(value), \"y\": 1}") == .missingField)
    }

    @Test(arguments: dataNames, ["1", "null", "\"a\"", "{}"])
    func aSecondMemberOfDataIsInvalid(name: String, value: String) {
        let twice = "{\"\(name)\": \(value), \"y\": 1, \"\(name)\": null}"
        #expect(reason(EventLine.full.with("data", twice)) == .invalidJSON)
        #expect(accepted(EventLine.full.with("data", "{\"\(name)\": \(value)}")) != nil)
    }

    @Test(arguments: ["name", "version", "x"])
    func aSecondMemberOfTheSystemIsInvalid(name: String) {
        let os = #"{"name": "iOS", "version": "17", "x": 1, "\#(name)": null}"#
        #expect(reason(EventLine.full.with("os", os)) == .invalidJSON)
    }

    @Test(arguments: [#"\u0069d"#, #"i\u0064"#, #"\u0069\u0064"#])
    func namesAreComparedAfterTheirEscapes(name: String) {
        #expect(reason(EventLine.full.adding("\"\(name)\": 1")) == .invalidJSON)
        #expect(reason(EventLine.full.with("data", "{\"id\": 1, \"\(name)\": 2}")) == .invalidJSON)
        #expect(reason(EventLine.full.with("data", "{\"\(name)\": 1, \"id\": 2}")) == .invalidJSON)
    }

    @Test func escapesOfOneCharacterAreOneName() {
        for (first, second) in [
            (#"\u00e9"#, "é"), (#"\u00E9"#, #"\u00e9"#), (#"\/"#, "/"), (#"\n"#, #"\u000a"#), (#"\ud83d\ude00"#, "😀"),
            (#"\""#, #"\u0022"#),
        ] {
            #expect(reason(EventLine.full.adding("\"\(first)\": 1, \"\(second)\": 1")) == .invalidJSON)
        }
    }

    @Test func namesThatDifferInAnyScalarAreTwo() {
        for (first, second) in [
            ("é", "e\u{301}"), ("x", "X"), ("x", "x "), ("", " "), ("a", "aa"), (#"\\u0069d"#, "ud"), ("Å", "\u{212B}"),
        ] {
            #expect(accepted(EventLine.full.adding("\"\(first)\": 1, \"\(second)\": 1")) == .ofFullLine)
        }
    }

    @Test func elsewhereANameMayStandTwice() {
        #expect(accepted(EventLine.full.adding(#""x": {"a": 1, "a": 2}, "y": [{"b": 1, "b": 1}]"#)) == .ofFullLine)
        let data = #"{"x":{"a":1,"a":2}}"#
        #expect(accepted(EventLine.full.with("data", data))?.rest == data)
        let os = #"{"name": "iOS", "version": "17.4.1", "x": {"name": 1, "name": 2}}"#
        #expect(accepted(EventLine.full.with("os", os)) == .ofFullLine)
        #expect(reason(EventLine.full.with("os", #"[{"a": 1, "a": 1}]"#)) == .invalidField)
        #expect(reason(EventLine.full.with("data", #"[{"a": 1, "a": 1}]"#)) == .invalidField)
    }

    @Test(arguments: [2, 15, 16, 17, 18, 100, 5_000])
    func anyNumberOfUnknownMembersIsCompared(count: Int) {
        let names = (0..<count).map { "\"k\($0)\":1" }
        let all = names.joined(separator: ",")
        #expect(accepted(EventLine.full.adding(all)) == .ofFullLine)
        for again in ["\"k0\":1", "\"k\(count - 1)\":1", "\"k\\u0030\":1"] {
            #expect(reason(EventLine.full.adding(all + "," + again)) == .invalidJSON)
        }
        #expect(reason(EventLine.full.adding("\"\\u006b1\":2," + all)) == .invalidJSON)
    }
}
