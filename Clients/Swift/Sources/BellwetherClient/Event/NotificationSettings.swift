/// What the user left on in the system's settings of the app's notifications. Nil is what the system doesn't have.
package struct NotificationSettings: Sendable, Hashable, Codable {
    var alert: Bool?
    var lockScreen: Bool?
    var notificationCenter: Bool?
    var sound: Bool?
    var badge: Bool?
    var scheduledSummary: Bool?
    var timeSensitive: Bool?
    /// `none`, `banner` or `alert`.
    var alertStyle: String?

    /// Writes the member `settings`, unless nothing is known.
    func write(to writer: inout ByteWriter) {
        writer.object("settings") { writer in
            writer.flag("alert", alert)
            writer.flag("lock_screen", lockScreen)
            writer.flag("notification_center", notificationCenter)
            writer.flag("sound", sound)
            writer.flag("badge", badge)
            writer.flag("scheduled_summary", scheduledSummary)
            writer.flag("time_sensitive", timeSensitive)
            writer.text("alert_style", alertStyle)
        }
    }
}

extension AuthorizationStatus {
    /// Whether notifications can reach the user.
    var isReachable: Bool { self == .authorized || self == .provisional || self == .ephemeral }
}

extension ByteWriter {
    /// Appends true or false unless it is nil.
    fileprivate mutating func flag(_ name: StaticString, _ value: Bool?) {
        guard let value else { return }
        append(UInt8(ascii: "\""))
        append(name)
        append(value ? "\":true," : "\":false,")
    }
}
