import HTTPTypes

/// The paths that the collector answers, apart from the pages of reports.
package enum Route: String, CaseIterable {
    case events = "/v1/events"
    case segmentTrack = "/v1/track"
    case segmentBatch = "/v1/batch"
    case segmentImport = "/v1/import"
    case health = "/healthz"
    case readiness = "/readyz"
    case metrics = "/metrics"
    case description = "/openapi.json"
    case eventSchema = "/schemas/event.json"

    /// Whether the path accepts events; the others are read-only.
    package var takesEvents: Bool {
        switch self {
        case .events, .segmentTrack, .segmentBatch, .segmentImport: true
        case .health, .readiness, .metrics, .description, .eventSchema: false
        }
    }

    /// Whether its clients are Segment's libraries.
    var isSegments: Bool { takesEvents && self != .events }

    /// The allowed methods, as in the header Allow.
    var methods: String { takesEvents ? "POST" : "GET, HEAD" }

    /// Returns whether a method is allowed.
    func takes(_ method: HTTPRequest.Method) -> Bool {
        takesEvents ? method == .post : method == .get || method == .head
    }
}
