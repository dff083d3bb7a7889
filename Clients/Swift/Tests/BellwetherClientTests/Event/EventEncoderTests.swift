@testable import BellwetherClient
import Foundation
import Testing

@Suite struct EventEncoderTests {
    private let id = UUID(uuidString: "0191E2C4-5B7A-7C3E-9A41-3F6D2B8E1C55")!
    private let time = Timestamp(microseconds: 1_772_352_930_123_456, offset: 540)

    private func encoder(appVersion: String? = "5.12.0", locale: String? = "ja_JP") throws -> EventEncoder {
        let origin = EventOrigin(
            appID: "com.example.shop", osName: "iOS", osVersion: "17.4.1", appVersion: appVersion,
            deviceModel: "iPhone15,3", locale: locale)
        let id = id
        return EventEncoder(try #require(origin), makeID: { id })
    }

    private func object(_ event: [UInt8]) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(event)) as? [String: Any])
    }

    @Test func anEventHasTheMembersOfTheContract() throws {
        var data = EventData()
        data.notification = NotificationReference(notificationID: "n-20260301", campaign: "spring_sale")
        data.appState = .background
        data.trigger = .push
        data.action = "reply"
        let event = try encoder().encode(Event(.notificationOpened, at: time, data: data))
        #expect(
            String(decoding: event, as: UTF8.self) == """
                {"occurred_at":"2026-03-01T17:15:30.123456+09:00","id":"0191E2C4-5B7A-7C3E-9A41-3F6D2B8E1C55",\
                "type":"notification_opened","data":{"notification_id":"n-20260301","campaign":"spring_sale",\
                "app_state":"background","trigger":"push","action":"reply"},"app_id":"com.example.shop",\
                "os":{"name":"iOS","version":"17.4.1"},"app_version":"5.12.0","device_model":"iPhone15,3",\
                "locale":"ja_JP"}
                """)
    }

    @Test func permissionEventsHaveASequenceAndTheirData() throws {
        var data = EventData()
        data.status = .notDetermined
        data.options = ["alert", "time_sensitive"]
        data.delivery = .quiet
        data.isInferred = true
        let event = try encoder().encode(Event(.statusObserved, at: time, sequence: 42, data: data))
        let members = try object(event)
        #expect(members["sequence"] as? Int == 42)
        let stored = try #require(members["data"] as? [String: Any])
        #expect(stored["status"] as? String == "not_determined")
        #expect(stored["options"] as? [String] == ["alert", "time_sensitive"])
        #expect(stored["delivery"] as? String == "quiet")
        #expect(stored["source"] as? String == "status")
    }

    @Test func whatIsEmptyIsLeftOut() throws {
        let members = try object(try encoder(appVersion: "", locale: nil).encode(Event(.appOpened, at: time)))
        #expect(
            Set(members.keys) == ["occurred_at", "id", "type", "app_id", "os", "device_model"])
    }

    @Test func anyTextComesBackAsItWas() throws {
        var random = SplitMix64(seed: 1)
        for _ in 0..<2_000 {
            let scalars = (0..<Int.random(in: 1..<40, using: &random)).compactMap { _ in
                Unicode.Scalar(UInt32.random(in: 1..<(random.happens(0.5) ? 0x80 : 0x11_0000), using: &random))
            }
            var text = ""
            text.unicodeScalars.append(contentsOf: scalars)
            guard !text.isEmpty else { continue }
            var data = EventData()
            data.placement = text
            let event = try encoder().encode(Event(.settingsPromptShown, at: time, sequence: 0, data: data))
            let stored = try #require(try object(event)["data"] as? [String: Any])
            #expect((stored["placement"] as? String)?.unicodeScalars.elementsEqual(text.unicodeScalars) == true)
            #expect(event.allSatisfy { $0 >= 32 })
        }
    }

    @Test func theLongestDataFitsIntoTheContractsEightKibibytes() throws {
        let longest = String(repeating: "\u{1}", count: 10_000)
        var data = EventData()
        data.notification = NotificationReference(
            notificationID: String(repeating: "\u{1}", count: 255), campaign: longest)
        (data.action, data.placement, data.variant) = (longest, longest, longest)
        #expect((7_000...8_192).contains(ByteWriter.bytes(8, data.write).count))
    }

    @Test func aMemberIsPutInFront() throws {
        let event = try encoder().encode(Event(.appOpened, at: time))
        let members = try object(.object("sent_at", time.text) + event.dropFirst())
        #expect(members["sent_at"] as? String == time.text)
        #expect(members.count == 9)
    }

    @Test(arguments: ["", "com example", "com/example", "ümlaut", String(repeating: "a", count: 156)])
    func anAppIDThatTheContractDoesNotAllowMakesNoOrigin(appID: String) {
        #expect(EventOrigin(appID: appID, osName: "iOS", osVersion: "17") == nil)
    }

    @Test(arguments: ["", "17.", "17.4.1.2", "17.4 (21E)", "1700", "a"])
    func aSystemVersionThatTheContractDoesNotAllowMakesNoOrigin(version: String) {
        #expect(EventOrigin(appID: "a", osName: "iOS", osVersion: version) == nil)
        #expect(EventOrigin(appID: "a", osName: "Linux", osVersion: "17") == nil)
        #expect(EventOrigin(appID: String(repeating: "a", count: 155), osName: "iOS", osVersion: "17.4.1") != nil)
    }
}
