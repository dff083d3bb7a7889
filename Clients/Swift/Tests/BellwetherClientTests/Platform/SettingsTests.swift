@testable import BellwetherClient
import Foundation
import Testing

#if canImport(UserNotifications)
import UserNotifications
#endif

/// What the user left on in Settings, and the device's push token.
@Suite struct SettingsTests {
    @Test func settingsAreWrittenByTheNamesOfTheContract() throws {
        let origin = try #require(
            EventOrigin(
                appID: "a", osName: "iOS", osVersion: "17.4", appVersion: nil, deviceModel: nil, locale: nil))
        var data = EventData(status: .authorized)
        data.settings = NotificationSettings(
            alert: true, lockScreen: false, notificationCenter: true, sound: false, badge: true,
            scheduledSummary: false, timeSensitive: true, alertStyle: "banner")
        let event = EventEncoder(origin).encode(Event(.statusObserved, at: Timestamp(microseconds: 0), data: data))
        #expect(
            String(decoding: event, as: UTF8.self).contains(
                """
                "data":{"status":"authorized","settings":{"alert":true,"lock_screen":false,\
                "notification_center":true,"sound":false,"badge":true,"scheduled_summary":false,\
                "time_sensitive":true,"alert_style":"banner"}}
                """))
        data.settings = NotificationSettings()
        let bare = EventEncoder(origin).encode(Event(.statusObserved, at: Timestamp(microseconds: 0), data: data))
        #expect(!String(decoding: bare, as: UTF8.self).contains("settings"))
    }

    @Test func afterAnotherPushTokenTheStatusIsRecordedAgain() async throws {
        let app = TestApp()
        app.permissions.set(.authorized)
        await app.bellwether.refreshStatus()
        for token in [[1], [1], [2], [2]] as [[UInt8]] {
            app.bellwether.pushTokenChanged(Data(token))
            await app.bellwether.refreshStatus()
        }
        #expect(try app.recorded() == ["status_observed status=authorized", "status_observed status=authorized"])
    }

    #if canImport(UserNotifications) && !canImport(Darwin)
    @Test func theSettingsAreThoseOfTheSystem() {
        let everything = PermissionReading(UNNotificationSettings(.authorized, enabled: PhoneSettings.everything))
        #expect(
            everything.settings
                == NotificationSettings(
                    alert: true, lockScreen: true, notificationCenter: true, sound: true, badge: true,
                    scheduledSummary: false, alertStyle: "banner"))
        let summary = PermissionReading(UNNotificationSettings(.authorized, enabled: ["alert", "summary"]))
        #expect(summary.settings?.scheduledSummary == true && summary.settings?.alertStyle == "none")
    }

    private enum PhoneSettings {
        static let everything: Set = ["alert", "sound", "badge", "banner", "lockScreen", "center"]
    }
    #endif
}
