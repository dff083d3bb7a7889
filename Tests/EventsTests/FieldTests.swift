import Events
import TestSupport
import Testing

/// The fields at the top level and in `os`.
@Suite struct FieldTests {
    @Test func everyFieldOfTheContractsExampleIsKept() throws {
        let line = EventLine.of(
            type: "notification_opened",
            data: #"{"notification_id": "n-20260301", "campaign": "spring_sale", "app_state": "background"}"#)
        var expected = Event.ofFullLine
        expected.type = .notificationOpened
        expected.notificationID = "n-20260301"
        expected.campaign = "spring_sale"
        expected.appState = .background
        #expect(accepted(line) == expected)
    }

    @Test func theRequiredFieldsAloneAreAnEvent() throws {
        let event = try #require(accepted(EventLine.least))
        #expect(event.sentAt == nil && event.sequence == nil && event.appVersion == nil && event.deviceModel == nil)
        #expect(event.locale == nil && event.rest == nil && event.receivedAt == .ingest)
    }

    @Test(arguments: ["sent_at", "received_at", "sequence", "app_version", "device_model", "locale", "data"])
    func anOptionalFieldThatIsNullCountsAsAbsent(name: String) throws {
        let null = try #require(accepted(EventLine.full.with(name, "null")))
        #expect(null == accepted(EventLine.full.without(name)))
    }

    @Test(arguments: UInt8(0x01)...0x1F)
    func aControlCharacterIsNoDigitOfAUUID(code: UInt8) {
        let uuid = "0191e2c4-5b7a-7c3e-9a41-3f6d2b8e1c55"
        let escape = (code < 0x10 ? #"\u000"# : #"\u00"#) + String(code, radix: 16)
        for place in [0, 10, 19, 35] {
            let start = uuid.index(uuid.startIndex, offsetBy: place)
            let (head, tail) = (uuid[..<start], uuid[uuid.index(after: start)...])
            let text = "\"\(head)\(escape)\(tail)\""
            #expect(complaint(EventLine.full.with("id", text)) == "invalid_field id")
            #expect(complaint(EventLine.full.with("installation_id", text)) == "invalid_field installation_id")
            #expect(EventUUID("\(head)\(Unicode.Scalar(code))\(tail)") == nil)
        }
    }

    @Test(arguments: ["app_version", "device_model", "locale"])
    func theFirst64ScalarsOfAShortTextAreKept(name: String) throws {
        func value(_ text: String) throws -> String? {
            let event = try #require(accepted(EventLine.full.with(name, "\"\(text)\"")), "\(text)")
            return ["app_version": event.appVersion, "device_model": event.deviceModel, "locale": event.locale][name]!
        }
        for character in ["a", "é", "日", "🔔"] {
            for count in [1, 63, 64] {
                let text = String(repeating: character, count: count)
                #expect(try value(text) == text)
            }
            for count in [65, 66, 5_000] {
                let long = String(repeating: character, count: count)
                #expect(try value(long) == String(repeating: character, count: 64))
            }
        }
        #expect(try value(String(repeating: #"\ud83d\udd14"#, count: 64)) == String(repeating: "🔔", count: 64))
        let combined = String(repeating: "e\u{301}", count: 32)
        #expect(try value(combined) == combined)
        #expect(try value(combined + "e") == combined)
        let cut = String(String.UnicodeScalarView(combined.unicodeScalars.dropLast()))
        #expect(try value("a" + combined) == "a" + cut)
        #expect(try value(String(repeating: #"\ud83d\udd14"#, count: 65)) == String(repeating: "🔔", count: 64))
        #expect(try value(" ") == " ")
    }

    @Test(arguments: ["app_version", "device_model", "locale"])
    func anEmptyShortTextAndOneOfAnotherFormAreAbsent(name: String) throws {
        let absent = try #require(accepted(EventLine.full.without(name)))
        for value in ["\"\"", "5", "true", "[]", "[\"5.12.0\"]", "{}", #"{"name": "5.12.0"}"#] {
            #expect(accepted(EventLine.full.with(name, value)) == absent, "\(value)")
            #expect(accepted(EventLine.full.with(name, value), by: .server) != nil, "\(value)")
        }
    }

    @Test(arguments: [
        "00000000-0000-0000-0000-000000000000", "ffffffff-ffff-ffff-ffff-ffffffffffff",
        "FFFFFFFF-ffff-FFFF-ffff-FFFFFFFFFFFF",
    ])
    func aUUIDThatManyDevicesShareIsNoInstallation(uuid: String) throws {
        let line = EventLine.full.with("installation_id", "\"\(uuid)\"")
        let reject = try #require(EventValidator.files.validate(line).reject)
        #expect(reject.reason == .invalidField && reject.installationID == nil)
        #expect(reject.detail.hasPrefix("installation_id must be the installation's own UUID, not the one of zeros"))
        #expect(accepted(EventLine.full.with("id", "\"\(uuid)\"")) != nil)
    }

    @Test(arguments: [
        "00000000-0000-0000-0000-000000000001", "00000000-0000-0001-0000-000000000000",
        "ffffffff-ffff-ffff-ffff-fffffffffffe", "ffffffff-ffff-ffff-0000-000000000000",
        "11111111-1111-1111-1111-111111111111",
    ])
    func anyOtherUUIDIsAnInstallation(uuid: String) {
        #expect(accepted(EventLine.full.with("installation_id", "\"\(uuid)\""))?.installationID == EventUUID(uuid))
    }

    /// An event that another product knows by its own id of the device.
    private func ofDevice(_ value: String, installation: String? = nil) -> EventLine {
        let line = installation.map { EventLine.full.with("installation_id", $0) } ?? .full.without("installation_id")
        return line.with("device_id", value)
    }

    // python3: uuid5(UUID("723d908a-27c6-5c99-81e3-71568e523772"), text)
    @Test(arguments: [
        ("1f9a3c0e7b", "412a837f-8d04-5734-9ece-14a1f5ae7ee7"),
        (" ", "8b39db77-3d79-525a-bb9a-ad07f14c86d6"),
        ("日本", "5c0b7a0c-c88b-55d1-838f-e4beb9759c83"),
        ("8F14E45F-CEEA-467F-A9B1-1C2D3E4F5A6B", "8f14e45f-ceea-467f-a9b1-1c2d3e4f5a6b"),
        ("8f14e45fceea467fa9b11c2d3e4f5a6b", "4fed47e1-c640-58ec-9c44-f9d8140c2cea"),
    ])
    func theIdOfADeviceIsAUUIDOrMadeOne(text: String, id: String) {
        for installation in [nil, "null"] {
            #expect(accepted(ofDevice("\"\(text)\"", installation: installation))?.installationID == EventUUID(id))
        }
        #expect(EventUUID(device: text) == EventUUID(id))
    }

    @Test func theIdOfADeviceIsReadAfterItsEscapes() {
        #expect(accepted(ofDevice(#""\u0031f9a3c0e7b""#)) == accepted(ofDevice(#""1f9a3c0e7b""#)))
    }

    @Test func theIdOfADeviceHas1To255Characters() {
        for character in ["a", "é", "🔔"] {
            let longest = String(repeating: character, count: 255)
            #expect(accepted(ofDevice("\"\(longest)\""))?.installationID == EventUUID(device: longest))
            #expect(complaint(ofDevice("\"\(longest)\(character)\"")) == "invalid_field device_id")
        }
        for value in ["\"\"", "5", "true", "{}", "[\"a\"]"] {
            #expect(complaint(ofDevice(value)) == "invalid_field device_id")
        }
        #expect(complaint(ofDevice("null")) == "missing_field installation_id")
        let zeros = EventValidator.files.validate(ofDevice("\"00000000-0000-0000-0000-000000000000\"")).reject
        #expect(zeros?.detail.hasPrefix("device_id must be the installation's own UUID") == true)
        #expect(zeros?.installationID == nil)
    }

    @Test func besideAnInstallationTheDeviceIsNotJudged() {
        for value in ["5", "\"\"", "{}", "\"00000000-0000-0000-0000-000000000000\"", "\"other\""] {
            #expect(accepted(EventLine.full.with("device_id", value)) == .ofFullLine)
            #expect(complaint(ofDevice(value, installation: "5")) == "invalid_field installation_id")
        }
    }

    @Test func anUnknownMemberAtTheTopIsIgnored() throws {
        let line = EventLine.full.adding(#""extra": {"a": [1, null, "x"]}, "Id": 5, "": true, "os.name": 7"#)
        #expect(accepted(line) == .ofFullLine)
    }

    @Test func namesAndWordsAreReadAfterTheirEscapes() throws {
        let line = EventLine.full.description
            .replacing(#""id""#, with: #""\u0069\u0064""#)
            .replacing("app_opened", with: #"app\u005Fopened"#)
            .replacing("17:15:30", with: #"17\u003a15\u003A30"#)
            .replacing(#""iOS""#, with: #""\u0069OS""#)
            .replacing(#""os""#, with: #""o\u0073""#)
            .replacing("17.4.1", with: #"17\u002e4.1"#)
            .replacing("iPhone15,3", with: #"\u0069Phone15,3"#)
        #expect(accepted(line) == .ofFullLine)
    }

    @Test func everyEscapeOfATextStandsForItsCharacter() {
        let line = EventLine.full.with("locale", #""\"\\\/\b\f\n\r\t\u00e9\u65E5\ud83D\uDE00é""#)
        #expect(accepted(line)?.locale == "\"\\/\u{8}\u{C}\n\r\té日😀é")
    }

    @Test func whiteSpaceOfJSONMayStandAnywhereBetween() throws {
        let line = " \t\r\n{ \n\"id\"\t:\r" + EventLine.full.description.dropFirst(6) + "\r\n\t "
        #expect(accepted(line) == .ofFullLine)
    }
}
