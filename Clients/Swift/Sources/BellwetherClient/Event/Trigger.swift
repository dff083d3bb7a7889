/// The origin of a notification. The raw value is the contract's name.
public enum Trigger: String, Sendable {
    /// A server sent it through the push service.
    case push
    /// The app scheduled it.
    case local
}
