/// Reads the system's settings for notifications.
package protocol PermissionCenter: Sendable {
    /// Returns the settings; nil if the process has none.
    func read() async -> PermissionReading?

    /// Whether a delegate is set, which receives opened notifications.
    var hasDelegate: Bool { get }
}

/// The system's settings for notifications.
package struct PermissionReading: Sendable, Hashable {
    /// The raw value of `UNAuthorizationStatus`.
    var rawStatus: Int
    var delivery: Delivery?
    /// The enabled options: `alert`, `badge`, `sound` and so on.
    var options: [String] = []
    /// What the user left on; nil in a process without them.
    var settings: NotificationSettings?

    /// The status; nil if it is newer than this library.
    var status: AuthorizationStatus? {
        let known: [AuthorizationStatus] = [.notDetermined, .denied, .authorized, .provisional, .ephemeral]
        return known.indices.contains(rawStatus) ? known[rawStatus] : nil
    }
}
