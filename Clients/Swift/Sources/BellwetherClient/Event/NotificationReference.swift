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
    /// is the text of such an object, because FCM and others pass only texts. A number counts as its digits.
    ///
    /// Returns nil if the member is missing or has neither an id nor a campaign.
    @Sendable public static func standard(_ payload: [AnyHashable: Any]) -> NotificationReference? {
        guard let member = object(payload["bellwether"]) else { return nil }
        let reference = NotificationReference(
            notificationID: text(member["notification_id"]), campaign: text(member["campaign"]))
        return reference.notificationID == nil && reference.campaign == nil ? nil : reference
    }

    /// The text, or the digits of a number. True and false, which have the type of a C `char`, are neither.
    private static func text(_ member: Any?) -> String? {
        if let text = member as? String { return text }
        guard let number = member as? NSNumber, UInt8(number.objCType.pointee) != UInt8(ascii: "c") else { return nil }
        return number.stringValue
    }

    private static func object(_ member: Any?) -> [AnyHashable: Any]? {
        guard let text = member as? String else { return member as? [AnyHashable: Any] }
        return (try? JSONSerialization.jsonObject(with: Data(text.utf8))) as? [AnyHashable: Any]
    }
}
