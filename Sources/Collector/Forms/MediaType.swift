import HTTPTypes

/// The form of a body, by its Content-Type.
enum MediaType {
    /// `application/json`
    case json
    /// `application/x-ndjson`
    case lines
    /// `application/cloudevents+json`, `application/cloudevents-batch+json`
    case cloudEvents
    /// `text/plain`, which Segment's libraries for browsers and Android send for JSON
    case text
    /// Any other type, in lower case and without parameters.
    case other(String)

    /// Reads the media type of a request.
    init(_ headers: HTTPFields) {
        let written = headers[.contentType] ?? ""
        let name = written.prefix { $0 != ";" }.filter { $0 != " " && $0 != "\t" }.lowercased()
        switch name {
        case "application/json": self = .json
        case "application/x-ndjson", "application/ndjson": self = .lines
        case "application/cloudevents+json", "application/cloudevents-batch+json": self = .cloudEvents
        case "text/plain": self = .text
        default: self = .other(name)
        }
    }
}
