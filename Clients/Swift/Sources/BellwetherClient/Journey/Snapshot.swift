/// What the system said about notifications at one moment.
package struct Snapshot: Sendable, Hashable {
    package var status: AuthorizationStatus
    /// Name and version of the system, such as `iOS 17.4.1`.
    package var os: String
    /// How notifications are shown, if the settings say so.
    package var delivery: Delivery?
    /// What is enabled: `alert`, `badge`, `sound` and so on.
    package var options: [String]

    package init(status: AuthorizationStatus, os: String, delivery: Delivery? = nil, options: [String] = []) {
        self.status = status
        self.os = os
        self.delivery = delivery
        self.options = options
    }
}
