/// Reads the system's settings for notifications.
package protocol PermissionCenter: Sendable {
    /// Reads the settings. Returns nil if the system has none.
    func read() async -> PermissionReading?

    /// Whether anything receives opened notifications.
    var hasDelegate: Bool { get }
}

/// The system's settings for notifications.
package struct PermissionReading: Sendable, Hashable {
    /// The raw value of `UNAuthorizationStatus`.
    var rawStatus: Int
    var delivery: Delivery?
    /// What is enabled: `alert`, `badge`, `sound` and so on.
    var options: [String] = []

    /// The status; nil if the library does not know it.
    var status: AuthorizationStatus? {
        let known: [AuthorizationStatus] = [.notDetermined, .denied, .authorized, .provisional, .ephemeral]
        return known.indices.contains(rawStatus) ? known[rawStatus] : nil
    }
}
