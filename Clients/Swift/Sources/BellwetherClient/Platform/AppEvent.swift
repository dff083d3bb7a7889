/// A change of the app's state.
enum AppEvent: Sendable {
    case activated
    case willDeactivate
    case enteredBackground
    /// The device was unlocked for the first time since it started.
    case unlocked
}
