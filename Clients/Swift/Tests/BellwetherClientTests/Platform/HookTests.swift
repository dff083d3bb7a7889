#if canImport(UIKit) && !canImport(Darwin)
@testable import BellwetherClient
import Foundation
import Testing
import UserNotifications

/// Drives the library through the stubs of Apple's frameworks, which are one for the process.
@Suite(.serialized) struct StubTests {}

extension StubTests {
    @Suite(.serialized) @MainActor struct HookTests {
        private func notification(
            _ id: String, isPush: Bool = true, date: Double = 0, payload: [AnyHashable: Any]? = nil
        )
            -> UNNotification
        {
            let trigger = isPush ? UNPushNotificationTrigger() : UNNotificationTrigger()
            let content = UNNotificationContent(
                userInfo: payload ?? [
                    "aps": [String: String](), "bellwether": ["notification_id": id, "campaign": "c"],
                ])
            return UNNotification(
                UNNotificationRequest(identifier: "request-" + id, content: content, trigger: trigger),
                date: Date(timeIntervalSince1970: date))
        }

        private func response(_ notification: UNNotification, _ action: String = UNNotificationDefaultActionIdentifier)
            -> UNNotificationResponse
        {
            UNNotificationResponse(notification, actionIdentifier: action)
        }

        @Test func aPushInTheForegroundIsReceivedAndALocalNotificationIsNot() throws {
            let app = TestApp()
            app.bellwether.willPresent(notification("n-1"))
            app.bellwether.willPresent(notification("n-2", isPush: false))
            app.bellwether.willPresent(notification("n-3", payload: ["aps": [String: String]()]))
            #expect(try app.recorded() == ["notification_received id=n-1 campaign=c state=foreground"])
        }

        @Test func aTapIsAnOpenACustomActionIsOneWithItsIdentifierAndADismissalIsNone() throws {
            let app = TestApp()
            app.bellwether.didReceive(response(notification("n-1")))
            app.bellwether.didReceive(response(notification("n-2"), "reply"))
            app.bellwether.didReceive(response(notification("n-3"), UNNotificationDismissActionIdentifier))
            app.bellwether.didReceive(response(notification("n-4", isPush: false)))
            app.bellwether.didReceive(response(notification("n-5", payload: [:])))
            #expect(
                try app.recorded() == [
                    "notification_opened id=n-1 campaign=c trigger=push",
                    "notification_opened id=n-2 campaign=c trigger=push action=reply",
                    "notification_opened id=n-4 campaign=c trigger=local",
                    "notification_opened trigger=push",
                ])
        }

        @Test func theSameResponseThroughASceneIsRecordedOnce() throws {
            let app = TestApp()
            let first = notification("n-1", date: 5)
            app.bellwether.didReceive(response(first))
            app.bellwether.didReceive(response(first))
            app.bellwether.didReceive(response(first, "reply"))
            app.bellwether.didReceive(response(notification("n-1", date: 6)))
            #expect(try app.recorded().count == 3)
        }

        @Test func aSilentPushIsReceivedWithTheStateAsRead() throws {
            PhoneScreen.set(.background)
            let app = TestApp()
            LastApp.set(app)
            app.bellwether.start()
            app.bellwether.didReceiveRemoteNotification(["bellwether": ["notification_id": "n-1"]])
            app.bellwether.didReceiveRemoteNotification(["aps": ["content-available": 1]])
            #expect(
                try app.files.events(in: TestApp.folder).filter { $0.sequence == nil }.map(\.summary) == [
                    "notification_received id=n-1 state=background"
                ])
        }

        @Test func anotherReaderMapsTheKeysOfAnotherProvider() throws {
            let app = TestApp { configuration, _ in
                configuration.reader = { payload in
                    (payload["message"] as? String).map { NotificationReference(notificationID: $0) }
                }
            }
            app.bellwether.willPresent(notification("ignored", payload: ["message": "m-1"]))
            #expect(try app.recorded() == ["notification_received id=m-1 state=foreground"])
        }

        @Test func settingsThatWereOpenedAreRecordedAndOthersNot() async throws {
            let app = TestApp()
            PhoneScreen.opensSettings = false
            let isRefused = await app.bellwether.openSettings()
            PhoneScreen.opensSettings = true
            _ = PhoneScreen.takeOpened()
            let isOpened = await app.bellwether.openSettings()
            #expect(!isRefused && isOpened)
            #expect(try app.recorded() == ["settings_opened"])
            #expect(PhoneScreen.takeOpened() == ["app-settings:notifications"])
        }

        @Test func deliveryAndOptionsAreThoseOfTheSettings() {
            func reading(_ enabled: Set<String>) -> PermissionReading {
                PermissionReading(UNNotificationSettings(.authorized, enabled: enabled))
            }
            #expect(reading(["alert", "sound", "badge"]).options == ["alert", "sound", "badge"])
            #expect(reading(["alert", "lockScreen", "center"]).delivery == .prominent)
            #expect(reading(["alert", "banner"]).delivery == .prominent)
            #expect(reading(["center"]).delivery == .quiet)
            #expect(reading(["alert", "center"]).delivery == .quiet)
            #expect(reading(["banner"]).delivery == nil)
            #expect(reading([]).delivery == nil)
        }
    }
}

extension StubTests {
    @Suite(.serialized) struct ServiceExtensionTests {
        private func setUp(_ app: TestApp) -> Environment {
            var environment = Environment()
            let time = app.time
            environment.clock = { time.read() }
            environment.files = app.files
            environment.sharedFolder = { $0 == "group.shop" ? URL(fileURLWithPath: "/group") : nil }
            environment.origin = { EventOrigin(appID: $0, osName: "iOS", osVersion: "17.4.1") }
            return environment
        }

        private func app() -> TestApp {
            TestApp { configuration, environment in
                configuration.appGroup = "group.shop"
                environment.sharedFolder = { _ in URL(fileURLWithPath: "/group") }
            }
        }

        private func record(_ id: String, _ environment: Environment, group: String = "group.shop") -> Bool {
            BellwetherServiceExtension.record(
                NotificationReference(notificationID: id), appGroup: group, appID: "com.example.shop", environment)
        }

        @Test func theAppTakesWhatTheExtensionRecorded() async throws {
            let app = app()
            let environment = setUp(app)
            #expect(!record("too-early", environment))
            app.bellwether.appOpened()
            app.bellwether.engine?.store.tidy()
            #expect(record("n-1", environment))
            #expect(!record("n-2", environment, group: "group.other"))
            #expect(!record(String(repeating: "n", count: 256), environment))
            _ = app.bellwether.engine?.store.take()
            let events = try app.files.events(in: TestApp.folder)
            #expect(Set(events.map(\.summary)) == ["app_opened", "notification_received id=n-1"])
            #expect(Set(events.map(\.installation_id)).count == 1)
        }
    }
}
#endif
