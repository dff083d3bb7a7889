#if canImport(UIKit) && !canImport(Darwin)
import BellwetherClient
import Foundation
import UIKit
import UserNotifications

// Code that documents show. The rest of what they show is in the example.

nonisolated let bellwether = Bellwether(url: URL(string: "https://events.example.com")!, key: "bw_1_…")

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

/// The calls of the README's table.
@MainActor func callEverything(_ other: OtherSDK, _ userInfo: [AnyHashable: Any]) async throws {
    _ = try await bellwether.requestAuthorization([.alert, .badge, .sound], placement: "onboarding")
    _ = try await bellwether.authorizationRequest(provisional: false) { try await other.ask() }
    bellwether.primerShown(placement: "onboarding")
    bellwether.primerAnswered(.accepted)
    bellwether.assigned(experiment: "primer", variant: "control")
    bellwether.settingsPromptShown(placement: "inbox")
    await bellwether.openSettings()
    bellwether.didReceiveRemoteNotification(userInfo)
    _ = await bellwether.installationID
    var configuration = Configuration(url: URL(string: "https://events.example.com")!, key: "bw_1_…")
    configuration.collectsFromStart = false
    await bellwether.setCollecting(true)
    let ended = await bellwether.setCollecting(false)
    _ = ended
}

@MainActor func integrate(
    _ notification: UNNotification, _ response: UNNotificationResponse, _ deviceToken: Data
) async throws {
    bellwether.start()  // before didFinishLaunching returns
    bellwether.willPresent(notification)  // first in the delegate's willPresent
    bellwether.didReceive(response)  // first in the delegate's didReceive
    bellwether.pushTokenChanged(deviceToken)  // where the app registers its token

    let isGranted = try await bellwether.requestAuthorization([.alert, .badge, .sound], placement: "onboarding")

    bellwether.primerShown(placement: "onboarding")  // your own screen before the dialog, if there is one
    bellwether.primerAnswered(.accepted)

    bellwether.settingsPromptShown(placement: "inbox")  // when the app asks people who refused
    await bellwether.openSettings()

    let installation = await bellwether.installationID  // for your server

    print(isGranted, installation ?? "")
}

@MainActor func ask(_ server: Server, _ token: Data) async throws {
    let isGranted = try await bellwether.requestAuthorization([.alert, .badge, .sound], placement: "onboarding")
    if !isGranted {
        bellwether.settingsPromptShown(placement: "inbox")
        await bellwether.openSettings()
    }
    await server.register(token, installation: bellwether.installationID)
    print(await bellwether.flush())
}

func askWithAnotherSDK() async {
    let isGranted = await bellwether.authorizationRequest(provisional: false, placement: "onboarding") {
        await withCheckedContinuation { continuation in
            OtherPush.requestPermission { isGranted in continuation.resume(returning: isGranted) }
        }
    }
    print(isGranted)
    OtherPush.onOpen { payload in
        let id = payload["message_id"] as? String
        bellwether.notificationOpened(
            NotificationReference(notificationID: id), trigger: .push, action: nil, appState: nil)
    }
}

func configure() -> Configuration {
    var configuration = Configuration(url: URL(string: "https://events.example.com")!, key: "bw_1_…")
    configuration.reader = { payload in
        guard let id = payload["message_id"] as? String else { return nil }
        return NotificationReference(notificationID: id, campaign: payload["campaign"] as? String)
    }
    #if DEBUG
    configuration.appID = "com.example.shop.dev"
    configuration.key = "bw_2_…"
    #endif
    return configuration
}

/// Another SDK that asks.
struct OtherSDK: Sendable {
    func ask() async throws -> Bool { true }
}

/// Another SDK, with callbacks.
enum OtherPush {
    static func requestPermission(_ answer: @escaping @Sendable (Bool) -> Void) { answer(true) }

    static func onOpen(_ handler: @escaping @Sendable ([AnyHashable: Any]) -> Void) {}
}

/// The app's own server.
struct Server: Sendable {
    func register(_ token: Data, installation: UUID?) async {}
}
#endif
