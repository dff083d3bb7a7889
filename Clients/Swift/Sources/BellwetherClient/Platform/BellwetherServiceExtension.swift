#if canImport(UserNotifications) && !os(tvOS)
import Foundation
public import UserNotifications

/// Records received notifications in a notification service extension.
public enum BellwetherServiceExtension {
    /// Records that a push notification arrived. Call it first in `didReceive(_:withContentHandler:)`.
    ///
    /// Writes one file to the app group's folder; the app sends the event later. Does nothing if the app has never run
    /// or does not collect, or if the device has not been unlocked since it started.
    ///
    /// Pass the same `appGroup` and `reader` as in the app's `Configuration`. The event has the `appID` that the app used last.
    public static func didReceive(
        _ request: UNNotificationRequest, appGroup: String,
        reader: @Sendable ([AnyHashable: Any]) -> NotificationReference? = NotificationReference.standard
    ) {
        guard let reference = reader(request.content.userInfo) else { return }
        record(reference, appGroup: appGroup, Environment())
    }

    /// Records the notification in the given environment. Returns whether an event was written.
    @discardableResult
    package static func record(
        _ reference: NotificationReference, appGroup: String, _ environment: Environment
    ) -> Bool {
        let folder = environment.sharedPath(appGroup)
        guard reference.notificationID?.validName != nil,
            let inbox = folder.map({ Inbox(directory: $0, files: environment.files) }),
            let origin = inbox.appID.flatMap(environment.origin)
        else { return false }
        let now = environment.clock()
        let event = EventEncoder(origin, makeID: environment.makeID)
            .encode(Event(.notificationReceived, at: now.wall, data: EventData(notification: reference)))
        return inbox.put(event, at: now, name: environment.makeID().uuidString, launch: .random(in: 0...UInt32.max))
    }
}
#endif
