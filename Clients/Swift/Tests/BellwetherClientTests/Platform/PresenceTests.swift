@testable import BellwetherClient
import Testing

@Suite struct PresenceTests {
    @Test func theFirstActivationAfterALaunchOpensTheApp() {
        var presence = Presence()
        _ = presence.launched(uptime: 0, hasBackground: true)
        let opened1 = presence.activated(uptime: 0)
        #expect(opened1)
        let opened2 = presence.activated(uptime: 0)
        #expect(!opened2)
    }

    @Test func anAlertOrTheControlCenterDoesNotOpenTheAppAgain() {
        var presence = Presence()
        _ = presence.launched(uptime: 0, hasBackground: true)
        _ = presence.activated(uptime: 0)
        _ = presence.deactivated(uptime: 1)
        let opened3 = presence.activated(uptime: 3_600_000)
        #expect(!opened3)
    }

    @Test func theReturnFromTheBackgroundOpensTheApp() {
        var presence = Presence()
        _ = presence.launched(uptime: 0, hasBackground: true)
        let opened4 = presence.activated(uptime: 0)
        #expect(opened4)
        _ = presence.deactivated(uptime: 1)
        presence.enteredBackground()
        let opened5 = presence.activated(uptime: 2)
        #expect(opened5)
        #expect(presence.openings == 2)
    }

    @Test func whereThereIsNoBackgroundALongInactivityIsOne() {
        var presence = Presence()
        _ = presence.launched(uptime: 0, hasBackground: false)
        let opened6 = presence.activated(uptime: 0)
        #expect(opened6)
        _ = presence.deactivated(uptime: 100)
        let opened7 = presence.activated(uptime: 30_099)
        #expect(!opened7)
        _ = presence.deactivated(uptime: 40_000)
        let opened8 = presence.activated(uptime: 70_000)
        #expect(opened8)
    }

    @Test func theAppsStateIsThatBeforeTheNotification() {
        var presence = Presence()
        #expect(presence.appState(uptime: 0) == nil)
        _ = presence.launched(uptime: 100, hasBackground: true)
        #expect(presence.appState(uptime: 200) == .notRunning)
        _ = presence.activated(uptime: 300)
        #expect(presence.appState(uptime: 400) == .foreground)
        _ = presence.deactivated(uptime: 500)
        #expect(presence.appState(uptime: 600) == .background)
        presence.enteredBackground()
        #expect(presence.appState(uptime: 700) == .background)
    }

    @Test func anAppThatIsNotActiveSoonAfterItsLaunchWasLaunchedInTheBackground() {
        var presence = Presence()
        _ = presence.launched(uptime: 100, hasBackground: true)
        #expect(presence.appState(uptime: 99 + Presence.launchTime) == .notRunning)
        #expect(presence.appState(uptime: 100 + Presence.launchTime) == .background)
    }
}
