/// The contract's members of an event's `data`. Nil and empty ones are left out, and texts are made valid.
package struct EventData: Sendable, Hashable {
    package var status: AuthorizationStatus?
    package var experiment: String?
    package var answer: PrimerAnswer?
    package var placement: String?
    package var variant: String?
    package var options: [String] = []
    package var delivery: Delivery?
    /// Whether the event was inferred from the status. Written as `"source": "status"`.
    package var isInferred = false
    package var notification: NotificationReference?
    package var appState: AppState?
    package var trigger: Trigger?
    package var action: String?
    package var settings: NotificationSettings?

    /// Writes the member `data`, unless it is empty.
    func write(to writer: inout ByteWriter) {
        writer.object("data") { writer in
            writer.text("status", status?.rawValue)
            writer.text("experiment", experiment?.valid(upTo: 255))
            writer.text("answer", answer?.rawValue)
            writer.text("placement", placement?.valid(upTo: 255))
            writer.text("variant", variant?.valid(upTo: 255))
            writer.texts("options", options)
            writer.text("delivery", delivery?.rawValue)
            writer.text("source", isInferred ? "status" : nil)
            writer.text("notification_id", notification?.notificationID?.validName)
            writer.text("campaign", notification?.campaign?.valid(upTo: 255))
            writer.text("app_state", appState?.rawValue)
            writer.text("trigger", trigger?.rawValue)
            writer.text("action", action?.valid(upTo: 255))
            settings?.write(to: &writer)
        }
    }
}
