/// The members of an event's `data` that mean something. What is nil or empty is left out.
package struct EventData: Sendable, Hashable {
    package var status: AuthorizationStatus?
    package var placement: String?
    package var variant: String?
    package var options: [String] = []
    package var delivery: Delivery?
    /// Whether the event was inferred from the status; written as `"source": "status"`.
    package var isInferred = false
    package var notification: NotificationReference?
    package var appState: AppState?
    package var trigger: Trigger?
    package var action: String?

    package init() {}

    /// Whether there is no member.
    package var isEmpty: Bool { self == EventData() }

    /// Writes the members, without braces. Texts must be valid.
    package func write(to writer: inout JSONWriter) {
        writer.text("status", status?.rawValue)
        writer.text("placement", placement)
        writer.text("variant", variant)
        writer.texts("options", options)
        writer.text("delivery", delivery?.rawValue)
        writer.text("source", isInferred ? "status" : nil)
        writer.text("notification_id", notification?.notificationID)
        writer.text("campaign", notification?.campaign)
        writer.text("app_state", appState?.rawValue)
        writer.text("trigger", trigger?.rawValue)
        writer.text("action", action)
    }
}
