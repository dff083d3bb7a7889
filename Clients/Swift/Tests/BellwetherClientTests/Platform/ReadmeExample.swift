#if canImport(UIKit) && !canImport(Darwin)
import BellwetherClient
import Foundation
import UIKit
import UserNotifications

let bellwether = Bellwether(url: URL(string: "https://events.example.com")!, key: "bw_1_…")

final class AppDelegate: NSObject, UIApplicationDelegate, UNUserNotificationCenterDelegate {
    func application(
        _ application: UIApplication, didFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        UNUserNotificationCenter.current().delegate = self
        bellwether.start()
        return true
    }

    nonisolated func userNotificationCenter(
        _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
        withCompletionHandler completionHandler: @escaping (UNNotificationPresentationOptions) -> Void
    ) {
        bellwether.willPresent(notification)
        completionHandler([.banner, .list, .sound])
    }

    nonisolated func userNotificationCenter(
        _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
        withCompletionHandler completionHandler: @escaping () -> Void
    ) {
        bellwether.didReceive(response)
        completionHandler()
    }
}

final class NotificationService: UNNotificationServiceExtension {
    override func didReceive(
        _ request: UNNotificationRequest, withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
    ) {
        BellwetherServiceExtension.didReceive(request, appGroup: "group.com.example.shop")
        contentHandler(request.content)
    }
}

/// The calls of the README's table.
@MainActor func callEverything(_ other: OtherSDK, _ userInfo: [AnyHashable: Any]) async throws {
    _ = try await bellwether.requestAuthorization([.alert, .badge, .sound], placement: "onboarding")
    _ = try await bellwether.authorizationRequest(provisional: false) { try await other.ask() }
    bellwether.settingsPromptShown(placement: "inbox")
    await bellwether.openSettings()
    bellwether.didReceiveRemoteNotification(userInfo)
    _ = await bellwether.installationID
    var configuration = Configuration(url: URL(string: "https://events.example.com")!, key: "bw_1_…")
    configuration.collectsFromStart = false
    await bellwether.setCollecting(true)
    await bellwether.setCollecting(false)
}

/// Another SDK that asks.
struct OtherSDK: Sendable {
    func ask() async throws -> Bool { true }
}
#endif
