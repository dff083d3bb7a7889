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
    package var status: Int
    package var delivery: Delivery?
    /// What is enabled: `alert`, `badge`, `sound` and so on.
    package var options: [String]

    package init(status: Int, delivery: Delivery? = nil, options: [String] = []) {
        self.status = status
        self.delivery = delivery
        self.options = options
    }
}

extension AuthorizationStatus {
    /// The status with a raw value of `UNAuthorizationStatus`; nil if it is not known.
    package init?(system value: Int) {
        switch value {
        case 0: self = .notDetermined
        case 1: self = .denied
        case 2: self = .authorized
        case 3: self = .provisional
        case 4: self = .ephemeral
        default: return nil
        }
    }
}
