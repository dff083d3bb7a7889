import Events
import TestSupport
import Testing

/// The `os` member: names, versions, when it is required, and what is impossible on an OS.
@Suite struct OperatingSystemTests {
    @Test(arguments: OSName.allCases)
    func aNameIsReadInAnyCaseAndKeptInItsSpelling(name: OSName) {
        for text in [name.rawValue, name.rawValue.lowercased(), name.rawValue.uppercased()] {
            let line = EventLine.full.with("os", #"{"name": "\#(text)", "version": "9"}"#)
            #expect(accepted(line)?.os == OperatingSystem(name: name, major: 9))
        }
    }

    @Test(
        arguments: [
            ("17", 17, 0, 0), ("17.4", 17, 4, 0), ("17.4.1", 17, 4, 1), ("0", 0, 0, 0), ("999.999.999", 999, 999, 999),
            ("007.08.9", 7, 8, 9), ("17.4.1 (21E236)", 17, 4, 1), ("17 beta 3.x", 17, 0, 0), ("17.4 ", 17, 4, 0),
            ("8.1   ", 8, 1, 0), ("17 \\u65e5\\n", 17, 0, 0),
        ] as [(String, Int16, Int16, Int16)])
    func aVersionHasUpToThreePartsThenASpaceAndAnything(text: String, major: Int16, minor: Int16, patch: Int16) {
        let line = EventLine.full.with("os", #"{"name": "iOS", "version": "\#(text)"}"#)
        #expect(accepted(line)?.os == OperatingSystem(name: .iOS, major: major, minor: minor, patch: patch))
    }

    @Test(arguments: ["21", "33", "36", "033", "100", "999", "33 (Tiramisu)"])
    func anAPILevelOfAndroidIsNoVersion(version: String) throws {
        let line = EventLine.full.with("os", #"{"name": "android", "version": "\#(version)"}"#)
        let reject = try #require(EventValidator.files.validate(line).reject)
        #expect(reject.reason == .invalidField)
        let words = "os.version must be the version of Android, such as 13, not its API level, such as 33; it is "
        #expect(reject.detail == words + "\"\(version)\"")
        #expect(accepted(EventLine.full.with("os", #"{"name": "iOS", "version": "\#(version)"}"#)) != nil)
    }

    @Test(arguments: ["20", "16", "5.1", "13 beta", "21.0", "33.1"])
    func anyOtherVersionOfAndroidIsOne(version: String) {
        #expect(accepted(EventLine.full.with("os", #"{"name": "Android", "version": "\#(version)"}"#)) != nil)
    }

    @Test func theSystemMayBeAbsentOnlyFromASentNotification() {
        let sent = EventLine.of(type: "notification_sent", data: #"{"notification_id": "n"}"#)
        for os in ["null", "{}", #"{"name": null}"#, #"{"version": "17"}"#, #"{"name": null, "version": null}"#] {
            #expect(accepted(sent.with("os", os))?.type == .notificationSent)
            #expect(accepted(sent.with("os", os))?.os == nil)
        }
        #expect(accepted(sent.without("os"))?.type == .notificationSent)
        #expect(complaint(EventLine.of(type: "made_up").without("os")) == "missing_field os.name")
        #expect(complaint(EventLine.full.with("type", "5").without("os")) == "missing_field os.name")
    }

    @Test func aNameOfAnotherKindStillNeedsItsVersion() {
        #expect(complaint(EventLine.full.with("os", #"{"name": 5}"#)) == "missing_field os.version")
        #expect(complaint(EventLine.full.with("os", #"{"name": 5, "version": "1"}"#)) == "invalid_field os.name")
        #expect(complaint(EventLine.full.with("os", #"{"version": "x"}"#)) == "missing_field os.name")
    }
}
