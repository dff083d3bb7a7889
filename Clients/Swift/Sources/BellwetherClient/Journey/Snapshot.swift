/// The notification settings at one moment.
struct Snapshot: Sendable, Hashable {
    var status: AuthorizationStatus
    /// Name and version of the system, such as `iOS 17.4.1`.
    var os: String
    /// How notifications are shown; nil if the settings don't say.
    var delivery: Delivery?
    /// The enabled options: `alert`, `badge`, `sound` and so on.
    var options: [String] = []
    /// What the user left on; nil if notifications are off or nothing is known.
    var settings: NotificationSettings?
}
