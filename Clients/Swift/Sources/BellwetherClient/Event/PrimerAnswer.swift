/// How the user answered the app's own screen before the dialog. The raw value is the contract's name.
public enum PrimerAnswer: String, Codable, Sendable {
    /// Go on to the dialog.
    case accepted
    /// Not now.
    case declined
    /// Closed without an answer.
    case dismissed
}
