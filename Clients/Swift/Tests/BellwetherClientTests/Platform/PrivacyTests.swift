import Foundation
import Testing

@Suite struct PrivacyTests {
    @Test func theManifestDeclaresNoTrackingAndNoRequiredReasonAPI() throws {
        let file = URL(
            fileURLWithPath: "../../../Sources/BellwetherClient/PrivacyInfo.xcprivacy",
            relativeTo: URL(fileURLWithPath: #filePath))
        let manifest = try #require(
            try PropertyListSerialization.propertyList(from: Data(contentsOf: file), format: nil) as? [String: Any])
        #expect(manifest["NSPrivacyTracking"] as? Bool == false)
        #expect((manifest["NSPrivacyTrackingDomains"] as? [Any])?.isEmpty == true)
        #expect((manifest["NSPrivacyAccessedAPITypes"] as? [Any])?.isEmpty == true)
        let types = try #require(manifest["NSPrivacyCollectedDataTypes"] as? [[String: Any]])
        #expect(
            types.compactMap { $0["NSPrivacyCollectedDataType"] as? String } == [
                "NSPrivacyCollectedDataTypeProductInteraction", "NSPrivacyCollectedDataTypeDeviceID",
            ])
        for type in types {
            #expect(type["NSPrivacyCollectedDataTypeLinked"] as? Bool == true)
            #expect(type["NSPrivacyCollectedDataTypeTracking"] as? Bool == false)
            #expect(
                type["NSPrivacyCollectedDataTypePurposes"] as? [String]
                    == ["NSPrivacyCollectedDataTypePurposeAnalytics"])
        }
    }
}
