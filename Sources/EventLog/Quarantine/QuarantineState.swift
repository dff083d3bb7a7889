/// What became of a quarantined delivery.
public enum QuarantineState: String, Sendable, CaseIterable, Encodable {
    /// Nothing yet.
    case held
    /// A retry found it good: its event is in the log.
    case released
    /// Somebody gave it up: its bytes are gone.
    case discarded
}
