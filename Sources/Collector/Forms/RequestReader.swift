import EventLog
import Events
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Ingest

/// Reads the events of a request, in any supported form.
struct RequestReader {
    let limits: CollectorLimits
    let registry: Registry
    let credentials: Credentials
    /// Returns the time of receipt.
    let now: @Sendable () -> Timestamp

    /// Reads a whole request. `holder`: the sender by the request's headers; nil if the body has the key. `place`: the
    /// request's share of the collector's memory, in which the memory of the body is reserved.
    func read(
        _ request: Request, _ route: Route, from holder: Sender?, _ place: inout Admission.Place
    ) async throws -> (body: Body, sender: Sender) {
        let (type, binary) = (MediaType(request.headers), try BinaryCloudEvent(request.headers))
        try check(type, binary, route, request.headers)
        let limit = limit(route, type, binary, holder)
        let bytes = try await ReceivedBody.read(request, inflatedLimit: limit, limits, &place)
        let (body, sender): (Body, Sender)
        do {
            if route.isSegments {
                (body, sender) = try calls(bytes, route, holder)
            } else {
                (body, sender) = (try events(bytes, type, binary, request.headers), holder ?? Sender())
            }
        } catch let error as BodyError {
            throw Problem(error)
        }
        // Members that Segment's calls share are copied into each event, so a body can be larger than what was sent.
        try place.take(body.count * CollectorLimits.eventBytes + max(body.byteCount - bytes.count, 0))
        return (body, sender)
    }

    /// Returns the largest accepted body in bytes. A CloudEvent in binary mode is a single event. If Segment's calls have
    /// their key in the body, that is read before anyone knows who sends it, so it must be short.
    private func limit(_ route: Route, _ type: MediaType, _ binary: BinaryCloudEvent?, _ holder: Sender?) -> Int {
        if route.isSegments { return holder == nil ? limits.segmentBytes : limits.bodyBytes }
        if case .cloudEvents = type { return limits.inflatedBytes }
        return binary == nil ? limits.inflatedBytes : min(limits.inflatedBytes, RejectedLine.keptBytes)
    }

    /// Reads Segment's calls.
    private func calls(_ bytes: [UInt8], _ route: Route, _ holder: Sender?) throws -> (Body, Sender) {
        let request = try SegmentRequest(bytes)
        let sender = try holder ?? credentials.sender(writeKey: request.writeKey, route)
        let meaning = SegmentRequest.Meaning(appID: sender.appID, aliases: registry.aliases, receivedAt: now())
        guard let kind = route.segmentKind, !request.isArray else {
            return (try request.batch(meaning, limit: limits.events, lengthLimit: limits.inflatedBytes), sender)
        }
        return (request.call(kind, meaning), sender)
    }

    private func events(
        _ bytes: [UInt8], _ type: MediaType, _ binary: BinaryCloudEvent?, _ headers: HTTPFields
    ) throws(BodyError) -> Body {
        if case .cloudEvents = type { return try .cloudEvents(bytes, limit: limits.events) }
        if let binary {
            return .cloudEvent(
                attributes: binary.attributes, dataContentType: headers[.contentType], data: bytes)
        }
        if case .lines = type { return try .lines(bytes, limit: limits.events) }
        return try .elements(bytes, limit: limits.events)
    }

    /// Throws if the route does not take bodies of this type. Segment's library for C# sends none.
    private func check(
        _ type: MediaType, _ binary: BinaryCloudEvent?, _ route: Route, _ headers: HTTPFields
    ) throws(Problem) {
        switch type {
        case .json, .lines, .cloudEvents: return
        case .text where route.isSegments, .other("") where route.isSegments: return
        case .text, .other: if binary != nil, !route.isSegments { return }
        }
        let taken =
            route.isSegments
            ? "application/json or text/plain"
            : "application/json, application/x-ndjson, application/cloudevents+json or application/cloudevents-batch+json"
        throw .unsupported("The body's Content-Type must be \(taken); it is \(Self.named(headers[.contentType])).")
    }

    /// Returns the type as it was sent, cut off if it is long.
    private static func named(_ type: String?) -> String {
        guard let type, !type.isEmpty else { return "missing" }
        return String(String.UnicodeScalarView(type.unicodeScalars.prefix(100)))
    }
}
