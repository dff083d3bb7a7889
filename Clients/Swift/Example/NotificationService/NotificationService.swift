import BellwetherClient
import UserNotifications

nonisolated final class NotificationService: UNNotificationServiceExtension {
    override func didReceive(
        _ request: UNNotificationRequest, withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
    ) {
        BellwetherServiceExtension.didReceive(request, appGroup: "group.com.example.shop")
        contentHandler(request.content)
    }
}
