/// What the system said about notifications at one moment.
struct Snapshot: Sendable, Hashable {
    var status: AuthorizationStatus
    /// Name and version of the system, such as `iOS 17.4.1`.
    var os: String
    /// How notifications are shown, if the settings say so.
    var delivery: Delivery?
    /// What is enabled: `alert`, `badge`, `sound` and so on.
    var options: [String] = []
}
