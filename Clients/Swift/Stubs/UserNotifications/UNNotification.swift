public import Foundation

/// https://developer.apple.com/documentation/usernotifications/unnotification
open class UNNotification: NSObject {
    /// https://developer.apple.com/documentation/usernotifications/unnotification/date
    public let date: Date
    /// https://developer.apple.com/documentation/usernotifications/unnotification/request
    public let request: UNNotificationRequest

    /// A test's.
    public init(_ request: UNNotificationRequest, date: Date) {
        self.request = request
        self.date = date
    }
}

/// https://developer.apple.com/documentation/usernotifications/unnotificationrequest
open class UNNotificationRequest: NSObject {
    /// https://developer.apple.com/documentation/usernotifications/unnotificationrequest/identifier
    public let identifier: String
    /// https://developer.apple.com/documentation/usernotifications/unnotificationrequest/content
    public let content: UNNotificationContent
    /// https://developer.apple.com/documentation/usernotifications/unnotificationrequest/trigger
    public let trigger: UNNotificationTrigger?

    /// https://developer.apple.com/documentation/usernotifications/unnotificationrequest/init(identifier:content:trigger:)
    public init(identifier: String, content: UNNotificationContent, trigger: UNNotificationTrigger?) {
        self.identifier = identifier
        self.content = content
        self.trigger = trigger
    }
}

/// https://developer.apple.com/documentation/usernotifications/unnotificationcontent
open class UNNotificationContent: NSObject {
    /// https://developer.apple.com/documentation/usernotifications/unnotificationcontent/userinfo
    public let userInfo: [AnyHashable: Any]

    /// A test's.
    public init(userInfo: [AnyHashable: Any]) { self.userInfo = userInfo }
}

/// https://developer.apple.com/documentation/usernotifications/unnotificationtrigger
open class UNNotificationTrigger: NSObject {}

/// https://developer.apple.com/documentation/usernotifications/unpushnotificationtrigger
open class UNPushNotificationTrigger: UNNotificationTrigger {}

/// https://developer.apple.com/documentation/usernotifications/unnotificationresponse
open class UNNotificationResponse: NSObject {
    /// https://developer.apple.com/documentation/usernotifications/unnotificationresponse/notification
    public let notification: UNNotification
    /// https://developer.apple.com/documentation/usernotifications/unnotificationresponse/actionidentifier
    public let actionIdentifier: String

    /// A test's.
    public init(_ notification: UNNotification, actionIdentifier: String) {
        self.notification = notification
        self.actionIdentifier = actionIdentifier
    }
}

/// https://developer.apple.com/documentation/usernotifications/unnotificationdefaultactionidentifier
public let UNNotificationDefaultActionIdentifier = "com.apple.UNNotificationDefaultActionIdentifier"
/// https://developer.apple.com/documentation/usernotifications/unnotificationdismissactionidentifier
public let UNNotificationDismissActionIdentifier = "com.apple.UNNotificationDismissActionIdentifier"
