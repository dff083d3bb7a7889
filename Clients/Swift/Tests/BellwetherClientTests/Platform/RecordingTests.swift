@testable import BellwetherClient
import Foundation
import Testing

@Suite struct RecordingTests {
    private struct Failure: Error {}

    @Test func whatTheAppTellsIsRecorded() throws {
        let app = TestApp()
        app.bellwether.settingsPromptShown(placement: "inbox", variant: "")
        app.bellwether.settingsOpened()
        app.bellwether.appOpened()
        app.bellwether.notificationOpened(
            NotificationReference(notificationID: "n-1", campaign: "spring"), trigger: .push, action: "reply",
            appState: .notRunning)
        app.bellwether.notificationOpened(nil, trigger: .local, action: nil, appState: nil)
        #expect(
            try app.recorded() == [
                "settings_prompt_shown placement=inbox", "settings_opened", "app_opened",
                "notification_opened id=n-1 campaign=spring state=not_running trigger=push action=reply",
                "notification_opened trigger=local",
            ])
    }

    @Test func everyEventHasItsOwnIDAndTheInstallations() async throws {
        let app = TestApp()
        for _ in 0..<50 { app.bellwether.appOpened() }
        app.bellwether.settingsOpened()
        let events = try app.files.events(in: TestApp.folder)
        let installation = await app.bellwether.installationID
        #expect(events.count == 51)
        #expect(Set(events.map(\.id)).count == 51)
        #expect(Set(events.map { UUID(uuidString: $0.installation_id) }) == [installation])
        #expect(Set(events.map(\.app_id)) == ["com.example.shop"])
    }

    @Test func aNotificationIsReceivedOnceForEachIDAndProcess() throws {
        let app = TestApp()
        for id in ["n-1", "n-2", "n-1"] {
            app.bellwether.notificationReceived(NotificationReference(notificationID: id), appState: .background)
        }
        app.bellwether.notificationReceived(NotificationReference(notificationID: nil, campaign: "c"), appState: nil)
        #expect(
            try app.recorded() == [
                "notification_received id=n-1 state=background", "notification_received id=n-2 state=background",
            ])
    }

    @Test func aReceivedNotificationWithTooLongAnIDIsDroppedAndTold() throws {
        let app = TestApp()
        let long = String(repeating: "n", count: 256)
        app.bellwether.notificationReceived(NotificationReference(notificationID: long), appState: nil)
        app.bellwether.notificationOpened(
            NotificationReference(notificationID: long, campaign: "c"), trigger: .push, action: nil, appState: nil)
        #expect(try app.recorded() == ["notification_opened campaign=c trigger=push"])
        #expect(app.diagnostics.withLock { $0 } == [.dropped(count: 1, cause: .invalidNotificationID)])
    }

    @Test func aPromptAndItsAnswerAreRecordedAroundTheRequest() async throws {
        let app = TestApp()
        let isGranted = await app.bellwether.authorizationRequest(provisional: false, placement: "onboarding") {
            app.permissions.set(.authorized, options: ["alert", "sound"])
            return true
        }
        #expect(isGranted)
        #expect(
            try app.recorded() == [
                "status_observed status=not_determined", "prompt_shown placement=onboarding",
                "prompt_granted options=alert+sound",
            ])
    }

    @Test func theErrorOfARequestIsPassedOn() async throws {
        let app = TestApp()
        await #expect(throws: Failure.self) {
            try await app.bellwether.authorizationRequest(provisional: false) { () throws(Failure) in throw Failure() }
        }
        #expect(try app.recorded() == ["status_observed status=not_determined"])
        await app.bellwether.refreshStatus()
        app.permissions.set(.denied)
        await app.bellwether.refreshStatus()
        #expect(try app.recorded().last == "status_observed status=denied")
        #expect(app.diagnostics.withLock { $0 } == [.promptBypassed])
    }

    @Test func aSecondWithoutAnAnswerIsEvidenceOfTheDialog() async throws {
        let app = TestApp()
        let start = app.time.read().wall.text
        _ = await app.bellwether.authorizationRequest(provisional: false) {
            try? await eventually("a timer") { app.time.sleepers(of: 1_000) == 1 }
            app.time.advance(999)
            #expect((try? app.recorded()) == ["status_observed status=not_determined"])
            app.time.advance(1)
            try? await eventually("a prompt") { (try? app.recorded().count) == 2 }
            return false
        }
        let prompt = try #require(try app.files.events(in: TestApp.folder).last)
        #expect(prompt.type == "prompt_shown")
        #expect(prompt.occurred_at == start)
    }

    @Test func theTimerOfARequestEndsWithIt() async throws {
        let app = TestApp()
        _ = await app.bellwether.authorizationRequest(provisional: false) {
            try? await eventually("a timer") { app.time.sleepers(of: 1_000) == 1 }
            return false
        }
        try await eventually("no timer") { app.time.sleepers(of: 1_000) == 0 }
        app.time.advance(10_000)
        #expect(try app.recorded() == ["status_observed status=not_determined"])
    }

    @Test func aProvisionalRequestStartsATrial() async throws {
        let app = TestApp()
        _ = await app.bellwether.authorizationRequest(provisional: true) {
            app.permissions.set(.provisional)
            return true
        }
        app.permissions.set(.authorized, delivery: .quiet)
        await app.bellwether.refreshStatus()
        #expect(
            try app.recorded() == [
                "status_observed status=not_determined", "provisional_started",
                "provisional_kept delivery=quiet source=status",
            ])
    }

    @Test func aSecondRequestJoinsTheFirst() async throws {
        let app = TestApp()
        let bellwether = app.bellwether
        _ = await bellwether.authorizationRequest(provisional: false, placement: "first") {
            await bellwether.authorizationRequest(provisional: false, placement: "second") {
                app.permissions.set(.denied)
                return false
            }
        }
        #expect(
            try app.recorded() == [
                "status_observed status=not_determined", "prompt_shown placement=first", "prompt_denied",
            ])
    }

    @Test func aDialogThatJoinedAProvisionalRequestIsStillCounted() async throws {
        let app = TestApp()
        let bellwether = app.bellwether
        let isDialogUp = Lock(false)
        let isTrialOver = Lock(false)
        async let trial = bellwether.authorizationRequest(provisional: true) {
            try? await eventually("the dialog") { isDialogUp.withLock { $0 } }
            app.permissions.set(.provisional)
            return true
        }
        try await app.waitForReadings(1)
        async let dialog = bellwether.authorizationRequest(provisional: false, placement: "inbox") {
            isDialogUp.withLock { $0 = true }
            try? await eventually("the trial's end") { isTrialOver.withLock { $0 } }
            app.permissions.set(.authorized)
            return true
        }
        _ = await trial
        isTrialOver.withLock { $0 = true }
        _ = await dialog
        #expect(
            try app.recorded() == [
                "status_observed status=not_determined", "provisional_started", "prompt_shown placement=inbox",
                "prompt_granted",
            ])
    }

    @Test func anUnknownStatusIsToldAndNotRecorded() async throws {
        let app = TestApp()
        app.permissions.setUnknown(9)
        _ = await app.bellwether.authorizationRequest(provisional: false) { false }
        await app.bellwether.refreshStatus()
        #expect(try app.recorded() == [])
        #expect(Set(app.diagnostics.withLock { $0 }) == [.unknownStatus(9)])
        app.permissions.set(.authorized)
        await app.bellwether.refreshStatus()
        #expect(try app.recorded() == ["status_observed status=authorized"])
    }

    @Test func aStatusThatBecomesUnknownDuringARequestEndsIt() async throws {
        let app = TestApp()
        _ = await app.bellwether.authorizationRequest(provisional: false) {
            app.permissions.setUnknown(9)
            return true
        }
        app.permissions.set(.denied)
        await app.bellwether.refreshStatus()
        #expect(
            try app.recorded() == ["status_observed status=not_determined", "status_observed status=denied"])
    }

    @Test func anAppIDThatTheContractDoesNotAllowIsToldAndNothingIsRecorded() async throws {
        let app = TestApp(appID: "not allowed")
        app.bellwether.appOpened()
        let isGranted = await app.bellwether.authorizationRequest(provisional: false) { true }
        #expect(isGranted)
        #expect(!app.bellwether.isCollecting)
        #expect(await app.bellwether.installationID == nil)
        #expect(app.files.snapshot.isEmpty)
        #expect(app.diagnostics.withLock { $0 } == [.invalidOrigin])
    }

    @Test func nothingIsStoredBeforeConsent() async throws {
        let app = TestApp { configuration, _ in configuration.collectsFromStart = false }
        app.bellwether.appOpened()
        await app.bellwether.refreshStatus()
        app.bellwether.settingsPromptShown()
        #expect(!app.bellwether.isCollecting)
        #expect(await app.bellwether.installationID == nil)
        #expect(app.files.snapshot.isEmpty)
    }

    @Test func aReadingThatIsOlderThanTheOneBeforeIsRepeated() async throws {
        let app = TestApp()
        app.permissions.holdNext()
        async let old: Void = app.bellwether.refreshStatus()
        try await eventually("a reading") { app.permissions.isHeld }
        app.permissions.set(.denied)
        await app.bellwether.refreshStatus()
        app.permissions.release()
        await old
        #expect(try app.recorded() == ["status_observed status=denied"])
    }

    @Test func manyReadingsAtOnceGiveOneEvent() async throws {
        let app = TestApp()
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<32 { group.addTask { await app.bellwether.refreshStatus() } }
        }
        #expect(try app.recorded() == ["status_observed status=not_determined"])
    }
}
