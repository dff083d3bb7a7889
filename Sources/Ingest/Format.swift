/// How the events of a source are written, where that is said and not recognised.
public enum Format: String, Sendable, Hashable, CaseIterable {
    /// One event a line.
    case ndjson
    /// An array of events, or events one after the other, over as many lines as they like.
    case json
    /// CloudEvents 1.0 in their JSON format, one a line or in an array.
    case cloudEvents = "cloudevents"
}

extension Format {
    /// How such a source is cut; nil where its name or its first bytes tell.
    var splitter: Splitter? {
        switch self {
        case .ndjson: .ndjson
        case .json: .json
        case .cloudEvents: nil
        }
    }
}
