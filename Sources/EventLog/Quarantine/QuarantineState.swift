/// The state of a quarantined delivery.
public enum QuarantineState: String, Sendable, CaseIterable, Encodable {
    /// Neither released nor discarded.
    case held
    /// A retry accepted it; its event is in the log.
    case released
    /// Discarded by a person; its bytes are deleted.
    case discarded
}
