/// The form of a source's events, as named by the user; without it, the form is detected.
public enum Format: String, Sendable, Hashable, CaseIterable {
    /// One event per line.
    case ndjson
    /// An array of events, or events one after the other, each on any number of lines.
    case json
    /// CloudEvents 1.0 in JSON format, one per line or in an array.
    case cloudEvents = "cloudevents"
}

extension Format {
    /// The splitter for the format; nil if the source's name or first bytes decide.
    var splitter: Splitter? {
        switch self {
        case .ndjson: .ndjson
        case .json: .json
        case .cloudEvents: nil
        }
    }
}
