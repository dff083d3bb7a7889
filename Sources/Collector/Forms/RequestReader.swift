import EventLog
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Ingest

/// Reads the events of a request, in any supported form.
struct RequestReader {
    let limits: CollectorLimits
    let registry: Registry

    /// Reads a whole request. `appID`: the app of its key. `place`: the request's share of the collector's memory, in which
    /// the memory of the body is reserved.
    func read(
        _ request: Request, _ route: Route, appID: String?, _ place: inout Admission.Place
    ) async throws -> Body {
        let (type, binary) = (MediaType(request.headers), BinaryCloudEvent(request.headers))
        if case .other(let name) = type, binary == nil || route.isSegments {
            throw Self.unsupported(name, route)
        }
        let limit = limit(route, type, binary)
        let bytes = try await ReceivedBody.read(request, inflatedLimit: limit, limits, &place)
        let body: Body
        do {
            body = try self.body(bytes, route, type, binary, request.headers, appID)
        } catch {
            throw Problem(error)
        }
        // Members that Segment's calls share are copied into each event, so a body can be larger than what was sent.
        try place.take(body.count * CollectorLimits.eventBytes + max(body.byteCount - bytes.count, 0))
        return body
    }

    /// Returns the largest accepted body in bytes. A CloudEvent in binary mode is a single event.
    private func limit(_ route: Route, _ type: MediaType, _ binary: BinaryCloudEvent?) -> Int {
        if route.isSegments { return limits.segmentBytes }
        if case .cloudEvents = type { return limits.inflatedBytes }
        return binary == nil ? limits.inflatedBytes : min(limits.inflatedBytes, RejectedLine.keptBytes)
    }

    private func body(
        _ bytes: [UInt8], _ route: Route, _ type: MediaType, _ binary: BinaryCloudEvent?, _ headers: HTTPFields,
        _ appID: String?
    ) throws(BodyError) -> Body {
        switch route {
        case .segmentTrack: return try .segmentCall(bytes, appID: appID, aliases: registry.aliases)
        case .segmentBatch, .segmentImport:
            return try .segmentBatch(
                bytes, appID: appID, aliases: registry.aliases, limit: limits.events, lengthLimit: limits.inflatedBytes)
        default: break
        }
        if case .cloudEvents = type { return try .cloudEvents(bytes, limit: limits.events) }
        if let binary {
            return .cloudEvent(
                attributes: binary.attributes, dataContentType: headers[.contentType], data: bytes)
        }
        if case .lines = type { return try .lines(bytes, limit: limits.events) }
        return try .elements(bytes, limit: limits.events)
    }

    private static func unsupported(_ name: String, _ route: Route) -> Problem {
        let taken =
            route.isSegments
            ? "application/json"
            : "application/json, application/x-ndjson, application/cloudevents+json or application/cloudevents-batch+json"
        let found = name.isEmpty ? "missing" : "another type"
        return .unsupported("The body's Content-Type must be \(taken); it is \(found).")
    }
}
