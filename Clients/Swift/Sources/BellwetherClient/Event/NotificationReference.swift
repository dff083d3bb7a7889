import Foundation

/// The id and the campaign that the sending server gave a notification.
public struct NotificationReference: Sendable, Hashable {
    /// The notification's id, 1–255 characters.
    public var notificationID: String?
    /// The campaign, up to 255 characters. Longer ones are truncated.
    public var campaign: String?

    /// Creates a reference.
    public init(notificationID: String?, campaign: String? = nil) {
        self.notificationID = notificationID
        self.campaign = campaign
    }
}

extension NotificationReference {
    /// Reads the member `bellwether` of a push payload: `{"bellwether": {"notification_id": …, "campaign": …}}`, also if it
    /// is the text of such an object, because FCM and others pass only texts.
    ///
    /// Returns nil if the member is missing or has neither an id nor a campaign.
    @Sendable public static func standard(_ payload: [AnyHashable: Any]) -> NotificationReference? {
        guard let member = object(payload["bellwether"]) else { return nil }
        let reference = NotificationReference(
            notificationID: member["notification_id"] as? String, campaign: member["campaign"] as? String)
        return reference.notificationID == nil && reference.campaign == nil ? nil : reference
    }

    private static func object(_ member: Any?) -> [AnyHashable: Any]? {
        guard let text = member as? String else { return member as? [AnyHashable: Any] }
        return (try? JSONSerialization.jsonObject(with: Data(text.utf8))) as? [AnyHashable: Any]
    }
}
