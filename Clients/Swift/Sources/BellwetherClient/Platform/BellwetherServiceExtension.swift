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
    /// Pass the same `appGroup`, `appID` and `reader` as in the app's `Configuration`.
    public static func didReceive(
        _ request: UNNotificationRequest, appGroup: String, appID: String? = nil,
        reader: @Sendable ([AnyHashable: Any]) -> NotificationReference? = NotificationReference.standard
    ) {
        guard let reference = reader(request.content.userInfo) else { return }
        record(reference, appGroup: appGroup, appID: appID, Environment())
    }

    /// Records the notification in the given environment. Returns whether an event was written.
    @discardableResult
    package static func record(
        _ reference: NotificationReference, appGroup: String, appID: String?, _ environment: Environment
    ) -> Bool {
        guard reference.notificationID?.validName != nil, let folder = environment.sharedPath(appGroup),
            let origin = (appID ?? EventOrigin.systemAppID).flatMap(environment.origin)
        else { return false }
        let now = environment.clock()
        let event = EventEncoder(origin, makeID: environment.makeID)
            .encode(Event(.notificationReceived, at: now.wall, data: EventData(notification: reference)))
        return Inbox(directory: folder, files: environment.files)
            .put(event, at: now, name: environment.makeID().uuidString, launch: .random(in: 0...UInt32.max))
    }
}
#endif
