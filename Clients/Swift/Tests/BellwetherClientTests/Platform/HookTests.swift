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

        /// An app that was launched, of which the system says that it is in the background.
        private func launch() async throws -> TestApp {
            try await LastApp.end()
            PhoneScreen.set(.background)
            let app = TestApp()
            LastApp.set(app)
            app.bellwether.start()
            return app
        }

        private func engagement(_ app: TestApp) throws -> [String] {
            try app.files.events(in: TestApp.folder).filter { $0.sequence == nil }.map(\.summary)
        }

        @Test func aSilentPushIsReceivedWithTheStateAsRead() async throws {
            let app = try await launch()
            app.bellwether.didReceiveRemoteNotification(["bellwether": ["notification_id": "n-1"]])
            app.bellwether.didReceiveRemoteNotification(["aps": ["content-available": 1]])
            #expect(try engagement(app) == ["notification_received id=n-1 state=background"])
        }

        /// In an app with scenes, the system says so during every launch, also of a push that it hands over again with the tap.
        @Test func aTapLaunchesAnAppThatTheSystemCallsInTheBackground() async throws {
            let app = try await launch()
            app.bellwether.didReceiveRemoteNotification(["bellwether": ["notification_id": "n-1"]])
            app.bellwether.didReceive(response(notification("n-1")))
            #expect(
                try engagement(app) == [
                    "notification_received id=n-1 state=background",
                    "notification_opened id=n-1 campaign=c state=not_running trigger=push",
                ])
        }

        @Test func aTapLaunchesAnAppThatWasPrewarmedLongBefore() async throws {
            let app = try await launch()
            app.time.advance(3_600_000)
            PhoneScreen.finishLaunching()
            app.bellwether.didReceive(response(notification("n-1")))
            #expect(
                try engagement(app) == ["notification_opened id=n-1 campaign=c state=not_running trigger=push"])
        }

        @Test func aTapLongAfterALaunchInTheBackgroundFindsTheAppInTheBackground() async throws {
            let app = try await launch()
            app.time.advance(3_600_000)
            app.bellwether.didReceive(response(notification("n-1")))
            #expect(
                try engagement(app) == ["notification_opened id=n-1 campaign=c state=background trigger=push"])
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
        /// The surroundings of the extension of the app with this bundle identifier.
        private func setUp(_ app: TestApp, _ bundleID: String = "com.example.shop") -> Environment {
            var environment = Environment()
            let time = app.time
            environment.clock = { time.read() }
            environment.files = app.files
            environment.bundleID = bundleID
            environment.sharedFolder = { $0 == "group.shop" ? URL(fileURLWithPath: "/group") : nil }
            environment.origin = { EventOrigin(appID: $0, osName: "iOS", osVersion: "17.4.1") }
            return environment
        }

        private func app(
            _ files: ModelFileSystem = ModelFileSystem(),
            _ change: (inout Configuration, inout Environment) -> Void = { _, _ in }
        ) -> TestApp {
            TestApp(files: files) { configuration, environment in
                configuration.appGroup = "group.shop"
                environment.sharedFolder = { _ in URL(fileURLWithPath: "/group") }
                change(&configuration, &environment)
            }
        }

        private func record(_ id: String, _ environment: Environment, group: String = "group.shop") -> Bool {
            BellwetherServiceExtension.record(
                NotificationReference(notificationID: id), appGroup: group, environment)
        }

        /// The ids of the received notifications in the queue, after the app has taken what its extension recorded.
        private func received(_ app: TestApp, in folder: String = TestApp.folder) throws -> [String] {
            _ = app.bellwether.engine?.store.take()
            return try app.files.events(in: folder).compactMap(\.data?.notification_id)
        }

        @Test func theAppTakesWhatTheExtensionRecorded() async throws {
            let app = app()
            let environment = setUp(app)
            #expect(!record("too-early", environment))
            app.bellwether.engine?.store.tidy()
            app.bellwether.appOpened()
            #expect(record("n-1", environment))
            #expect(!record("n-2", environment, group: "group.other"))
            #expect(!record(String(repeating: "n", count: 256), environment))
            _ = app.bellwether.engine?.store.take()
            let events = try app.files.events(in: TestApp.folder)
            #expect(Set(events.map(\.summary)) == ["app_opened", "notification_received id=n-1"])
            #expect(Set(events.map(\.installation_id)).count == 1)
        }

        @Test func twoAppsOfAGroupKeepTheirEventsAndTheirConsentApart() async throws {
            let shop = app()
            let market = app(shop.files) { configuration, environment in
                configuration.appID = "com.example.market"
                configuration.directory = URL(fileURLWithPath: "/market")
                configuration.collectsFromStart = false
                environment.bundleID = "com.example.market"
            }
            let (ofShop, ofMarket) = (setUp(shop), setUp(shop, "com.example.market"))
            shop.bellwether.engine?.store.tidy()
            market.bellwether.engine?.store.tidy()
            #expect(record("n-1", ofShop))
            #expect(!record("n-2", ofMarket))
            await market.bellwether.setCollecting(true)
            #expect(record("n-3", ofMarket))
            #expect(try received(market, in: "/market") == ["n-3"])
            #expect(try received(shop) == ["n-1"])
            await market.bellwether.setCollecting(false)
            #expect(record("n-4", ofShop))
            #expect(try received(shop) == ["n-1", "n-4"])
        }

        @Test func theExtensionsEventsHaveTheIDOfTheAppsConfiguration() throws {
            let app = app { configuration, _ in configuration.appID = "com.example.shop.dev" }
            app.bellwether.engine?.store.tidy()
            app.bellwether.appOpened()
            #expect(record("n-1", setUp(app)))
            #expect(try received(app) == ["n-1"])
            #expect(try Set(app.files.events(in: TestApp.folder).map(\.app_id)) == ["com.example.shop.dev"])
        }
    }
}
#endif
