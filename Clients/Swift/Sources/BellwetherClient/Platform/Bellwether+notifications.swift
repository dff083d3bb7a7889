#if canImport(UserNotifications)
import Foundation
public import UserNotifications

/// Calls for the app's `UNUserNotificationCenterDelegate`. They copy what they need and don't block.
extension Bellwether {
    /// Requests authorization and records the prompt and its answer. Call it instead of the method of
    /// `UNUserNotificationCenter`.
    ///
    /// The system shows no dialog if the options contain `.provisional`. Returns whether the request was granted.
    @discardableResult public func requestAuthorization(
        _ options: UNAuthorizationOptions, placement: String? = nil, variant: String? = nil
    ) async throws -> Bool {
        try await authorizationRequest(
            provisional: options.contains(.provisional), placement: placement, variant: variant
        ) {
            try await withCheckedThrowingContinuation { continuation in
                UNUserNotificationCenter.current().requestAuthorization(options: options) { isGranted, error in
                    continuation.resume(with: error.map(Result.failure) ?? .success(isGranted))
                }
            }
        }
    }

    #if !os(tvOS)
    /// Records a push notification that arrived while the app was in the foreground. Call it first in
    /// `userNotificationCenter(_:willPresent:withCompletionHandler:)`.
    public func willPresent(_ notification: UNNotification) {
        let request = notification.request
        guard request.trigger is UNPushNotificationTrigger,
            let reference = configuration.reader(request.content.userInfo)
        else { return }
        notificationReceived(reference, appState: .foreground)
    }

    /// Records that the user opened a notification. Call it first in
    /// `userNotificationCenter(_:didReceive:withCompletionHandler:)`, and for the response in a scene's options.
    ///
    /// A dismissal is not an open. Text that the user typed is not read.
    public func didReceive(_ response: UNNotificationResponse) {
        let action = response.actionIdentifier
        guard action != UNNotificationDismissActionIdentifier, let engine else { return }
        let request = response.notification.request
        let date = response.notification.date.timeIntervalSince1970
        let uptime = engine.environment.clock().uptime
        guard engine.seen.withLock({ $0.insert(request.identifier, "\(date)", action) }) else { return }
        notificationOpened(
            configuration.reader(request.content.userInfo),
            trigger: request.trigger is UNPushNotificationTrigger ? .push : .local,
            action: action == UNNotificationDefaultActionIdentifier ? nil : action,
            appState: engine.presence.withLock { $0.appState(uptime: uptime) })
    }
    #endif
}
#endif
