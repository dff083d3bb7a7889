import HTTPTypes
import Ingest

/// The paths that the collector answers, apart from the pages of reports.
package enum Route: String, CaseIterable {
    case events = "/v1/events"
    case segmentTrack = "/v1/track"
    case segmentIdentify = "/v1/identify"
    case segmentPage = "/v1/page"
    case segmentScreen = "/v1/screen"
    case segmentGroup = "/v1/group"
    case segmentAlias = "/v1/alias"
    case segmentBatch = "/v1/batch"
    case segmentImport = "/v1/import"
    case health = "/healthz"
    case readiness = "/readyz"
    case metrics = "/metrics"
    case description = "/openapi.json"
    case eventSchema = "/schemas/event.json"

    /// The short paths of Segment's libraries for browsers and phones.
    package static let shortPaths: [String: Route] = [
        "/v1/t": .segmentTrack, "/v1/i": .segmentIdentify, "/v1/p": .segmentPage, "/v1/s": .segmentScreen,
        "/v1/g": .segmentGroup, "/v1/a": .segmentAlias, "/v1/b": .segmentBatch,
    ]

    /// Returns the route of a path; nil if it has none. The paths of Segment's libraries may end with a slash, as
    /// analytics-java has it.
    init?(path: String) {
        let bare = path.hasSuffix("/") ? String(path.dropLast()) : path
        guard let route = Route(rawValue: bare) ?? Self.shortPaths[bare] else { return nil }
        guard bare == path || route.isSegments else { return nil }
        self = route
    }

    /// Whether the path accepts events; the others are read-only.
    package var takesEvents: Bool {
        switch self {
        case .events: true
        case .health, .readiness, .metrics, .description, .eventSchema: false
        default: isSegments
        }
    }

    /// Whether its clients are Segment's libraries.
    var isSegments: Bool { segmentKind != nil || self == .segmentBatch || self == .segmentImport }

    /// The kind of the single calls that it takes; nil if it takes batches, or no calls.
    var segmentKind: SegmentKind? {
        switch self {
        case .segmentTrack: .track
        case .segmentIdentify: .identify
        case .segmentPage: .page
        case .segmentScreen: .screen
        case .segmentGroup: .group
        case .segmentAlias: .alias
        default: nil
        }
    }

    /// The allowed methods, as in the header Allow.
    var methods: String { takesEvents ? "POST" : "GET, HEAD" }

    /// Returns whether a method is allowed.
    func takes(_ method: HTTPRequest.Method) -> Bool {
        takesEvents ? method == .post : method == .get || method == .head
    }
}
