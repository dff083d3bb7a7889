/// The state of the app when a notification reached its code. The raw value is the contract's name.
public enum AppState: String, Sendable {
    /// The app was on the screen.
    case foreground
    /// The app was running, but not on the screen.
    case background
    /// The app was launched by the notification.
    case notRunning = "not_running"
}
