/// What happens to the app.
enum AppEvent: Sendable {
    case activated
    case willDeactivate
    case enteredBackground
    /// The device was unlocked for the first time since it started.
    case unlocked
}
