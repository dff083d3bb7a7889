@testable import BellwetherClient
import Testing

@Suite struct RequestsTests {
    @Test func theNextThatCanShowADialogIsFollowed() {
        var requests = Requests()
        let dialog = requests.begin(Prompt(placement: "first"))
        let trial = requests.begin(Prompt(isProvisional: true))
        let other = requests.begin(Prompt(placement: "second"))
        #expect(requests.followed?.id == dialog)
        let isFollowed = requests.end(dialog)
        #expect(isFollowed)
        #expect(requests.followed?.id == other)
        let isTrialFollowed = requests.end(trial)
        #expect(!isTrialFollowed)
        let isOtherFollowed = requests.end(other)
        #expect(isOtherFollowed)
        #expect(requests.followed == nil)
    }

    @Test func aRequestThatJoinedAndEndedIsNotFollowed() {
        var requests = Requests()
        let dialog = requests.begin(Prompt())
        let joined = requests.begin(Prompt())
        let isJoinedFollowed = requests.end(joined)
        let isFollowed = requests.end(dialog)
        #expect(!isJoinedFollowed && isFollowed)
        #expect(requests.followed == nil)
    }
}
