import BellwetherClient
import Foundation
import UIKit
import UserNotifications

/// The app on an invented phone. Its folder holds what outlives a launch.
@MainActor final class App: NSObject, UNUserNotificationCenterDelegate {
    let phone: Phone
    let bellwether: Bellwether
    private let environment: Environment

    static let appGroup = "group.com.example.shop"

    /// Creates the app. Nil for `clock` is the system's clock.
    init(_ phone: Phone, clock: (@Sendable () -> ClockReading)?, os: String, folder: URL, url: URL, key: String) {
        var environment = Environment()
        if let clock { environment.clock = clock }
        environment.origin = {
            EventOrigin(
                appID: $0, osName: "iOS", osVersion: os, appVersion: "5.12.0", deviceModel: "iPhone15,3",
                locale: "de_DE")
        }
        environment.bundleID = "com.example.shop"
        environment.sharedFolder = { _ in folder.appendingPathComponent("group") }
        var configuration = Configuration(url: url, key: key)
        configuration.appID = "com.example.shop"
        configuration.appGroup = App.appGroup
        configuration.directory = folder.appendingPathComponent("app")
        configuration.diagnostics = { fail("diagnostic \($0)") }
        self.phone = phone
        self.environment = environment
        bellwether = Bellwether(configuration, environment)
        super.init()
        UNUserNotificationCenter.phone = phone
        UNUserNotificationCenter.current().delegate = self
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

extension App {
    /// Brings the app to the foreground, and waits until the library has read the status.
    func open() async {
        bellwether.start()
        post(UIApplication.didBecomeActiveNotification)
        await bellwether.refreshStatus()
    }

    func leave() {
        post(UIApplication.willResignActiveNotification)
        post(UIApplication.didEnterBackgroundNotification)
    }

    /// Runs `request` in a separate task, and returns when the dialog is up.
    func showDialog(_ request: @escaping @Sendable (Bellwether) async throws -> Bool) async throws -> Task<
        Bool, any Error
    > {
        let asked = Task { [bellwether] in try await request(bellwether) }
        try await phone.dialog()
        post(UIApplication.willResignActiveNotification)
        return asked
    }

    /// Asks, and lets the user answer after some seconds.
    func ask(
        _ answer: UNAuthorizationStatus, after seconds: Int64,
        _ request: @escaping @Sendable (Bellwether) async throws -> Bool = {
            try await $0.requestAuthorization([.alert, .badge, .sound], placement: "onboarding")
        }
    ) async throws {
        let asked = try await showDialog(request)
        phone.pass(seconds)
        phone.answer(answer)
        let isGranted = try await asked.value
        if isGranted != (answer == .authorized) { fail("the request returned \(isGranted)") }
        post(UIApplication.didBecomeActiveNotification)
    }

    /// Lets the service extension run for a push notification.
    func receiveInExtension(_ notification: UNNotification) {
        let reference = NotificationReference.standard(notification.request.content.userInfo)!
        let isRecorded = BellwetherServiceExtension.record(
            reference, appGroup: App.appGroup, environment)
        if !isRecorded { fail("the extension recorded nothing") }
    }

    /// Lets the user tap a notification.
    func tap(_ notification: UNNotification) {
        UNUserNotificationCenter.current().delegate?.userNotificationCenter(
            UNUserNotificationCenter.current(),
            didReceive: UNNotificationResponse(
                notification, actionIdentifier: UNNotificationDefaultActionIdentifier)
        ) {}
    }

    /// A push notification of the campaign `spring`.
    func push(_ id: String) -> UNNotification {
        let content = UNNotificationContent(
            userInfo: ["aps": [String: String](), "bellwether": ["notification_id": id, "campaign": "spring"]])
        let request = UNNotificationRequest(identifier: id, content: content, trigger: UNPushNotificationTrigger())
        return UNNotification(
            request, date: Date(timeIntervalSince1970: Double(phone.read().wall.microseconds) / 1_000_000))
    }

    private func post(_ name: Notification.Name) { NotificationCenter.default.post(name: name, object: nil) }
}
