@testable import BellwetherClient
import Foundation
import Testing

@Suite struct ValidTextTests {
    @Test func aTextIsCutAfterScalarsNotCharactersOrBytes() {
        let family = "👨‍👩‍👧‍👦"
        #expect(family.unicodeScalars.count == 7)
        #expect(family.valid(upTo: 7) == family)
        #expect(family.valid(upTo: 3)?.unicodeScalars.count == 3)
        #expect(String(repeating: "日", count: 65).valid(upTo: 64) == String(repeating: "日", count: 64))
        #expect(String(repeating: "日", count: 64).valid(upTo: 64)?.unicodeScalars.count == 64)
    }

    @Test func zeroIsRemovedBeforeTheTextIsCut() {
        #expect("\0a\0b\0".valid(upTo: 2) == "ab")
        #expect("\0\0".valid(upTo: 64) == nil)
        #expect("".valid(upTo: 64) == nil)
    }

    @Test func aRequiredTextHasUpTo255Scalars() {
        #expect(String(repeating: "🐑", count: 255).validName != nil)
        #expect(String(repeating: "n", count: 256).validName == nil)
        #expect((String(repeating: "n", count: 255) + "\0").validName == String(repeating: "n", count: 255))
        #expect("".validName == nil)
    }

    @Test func theStandardReaderReadsTheMemberOfThePayload() {
        let payload: [AnyHashable: Any] = [
            "aps": ["alert": "Sale"], "bellwether": ["notification_id": "n-1", "campaign": "spring"],
        ]
        #expect(
            NotificationReference.standard(payload) == NotificationReference(notificationID: "n-1", campaign: "spring"))
        let text = #"{"notification_id": "n-1", "campaign": "spring"}"#
        #expect(NotificationReference.standard(["bellwether": text]) == NotificationReference.standard(payload))
        #expect(NotificationReference.standard(["bellwether": ["campaign": "spring"]])?.notificationID == nil)
        #expect(NotificationReference.standard(["bellwether": "n-1"]) == nil)
        #expect(NotificationReference.standard([:]) == nil)
    }

    @Test func theStandardReaderTakesNumbersAsTheirDigitsAndTruthValuesNot() {
        let numbers = ["notification_id": NSNumber(value: 20_260_301), "campaign": NSNumber(value: 7)]
        let reference = NotificationReference(notificationID: "20260301", campaign: "7")
        #expect(NotificationReference.standard(["bellwether": numbers]) == reference)
        let text = #"{"notification_id": 20260301, "campaign": 7}"#
        #expect(NotificationReference.standard(["bellwether": text]) == reference)
        let truth = ["notification_id": NSNumber(value: true)]
        #expect(NotificationReference.standard(["bellwether": truth]) == nil)
        #expect(NotificationReference.standard(["bellwether": #"{"notification_id": true}"#]) == nil)
    }
}
