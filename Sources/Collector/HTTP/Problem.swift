import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Ingest
import NIOCore

/// An error response: problem details (RFC 9457).
package struct Problem: Error {
    /// Seconds after which a client may try again.
    private static let pause = (overload: "1", outage: "5")

    let status: HTTPResponse.Status
    /// A code for programs, which does not change.
    let code: String
    /// One sentence that says what failed, on what, and what to do.
    let detail: String
    var headers: HTTPFields = [:]

    /// The response. Segment's libraries look for `message`.
    var response: Response {
        let document = Document(
            type: "about:blank", title: status.reasonPhrase, status: status.code, code: code, detail: detail,
            message: detail)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let json = (try? encoder.encode(document)) ?? Data()
        var headers = headers
        headers[.contentType] = "application/problem+json"
        headers[.cacheControl] = "no-store"
        return Response(status: status, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: json)))
    }

    private struct Document: Encodable {
        let type: String
        let title: String
        let status: Int
        let code: String
        let detail: String
        let message: String
    }
}

extension Problem {
    static func badRequest(_ code: String, _ detail: String) -> Problem {
        Problem(status: .badRequest, code: code, detail: detail)
    }

    static let revoked = unauthorized(
        "Bearer", "The key was revoked while the request was in flight, nothing of it was stored: use a valid key.")

    static func unauthorized(_ scheme: String, _ detail: String) -> Problem {
        Problem(status: .unauthorized, code: "no_valid_key", detail: detail, headers: [.wwwAuthenticate: scheme])
    }

    static let notFound = Problem(
        status: .notFound, code: "not_found",
        detail: "There is nothing at this path: send events to /v1/events; /openapi.json describes all there is.")

    static func methodNotAllowed(_ allowed: String) -> Problem {
        Problem(
            status: .methodNotAllowed, code: "method_not_allowed",
            detail: "This path takes only \(allowed): send events with POST to /v1/events.",
            headers: [.allow: allowed])
    }

    static let originNotAllowed = Problem(
        status: .forbidden, code: "origin_not_allowed",
        detail: "Pages of this origin may not send events: allow it with `bellwether serve --allow-origin`.",
        headers: [.vary: "Origin"])

    static let timeout = Problem(
        status: .requestTimeout, code: "too_slow",
        detail: "The body did not come in time, nothing of it was stored: send it again.",
        headers: [.connection: "close"])

    static func tooLarge(_ limit: Int, _ what: String) -> Problem {
        Problem(
            status: .contentTooLarge, code: "too_large",
            detail: "The body has more than \(limit) \(what), nothing of it was stored: send it in parts.")
    }

    static func unsupported(_ what: String, headers: HTTPFields = [:]) -> Problem {
        Problem(status: .unsupportedMediaType, code: "unsupported_media_type", detail: what, headers: headers)
    }

    static let overloaded = Problem(
        status: .tooManyRequests, code: "too_many_requests",
        detail: "The collector holds as many requests as it can; this one was not stored: send it again in a moment.",
        headers: [.retryAfter: pause.overload])

    static let tooManyReaders = Problem(
        status: .tooManyRequests, code: "too_many_requests",
        detail: "The collector answers as many readers of files as it can: ask again in a moment.",
        headers: [.retryAfter: pause.overload])

    static let unavailable = Problem(
        status: .serviceUnavailable, code: "database_away",
        detail: "The database takes no events at the moment, so these are not acknowledged: send them again.",
        headers: [.retryAfter: pause.outage])

    static func notReady(_ detail: String) -> Problem {
        Problem(
            status: .serviceUnavailable, code: "not_ready", detail: detail, headers: [.retryAfter: pause.outage])
    }

    static let stopping = Problem(
        status: .serviceUnavailable, code: "stopping",
        detail: "The collector is being stopped, nothing of this was stored: send it again.",
        headers: [.retryAfter: pause.overload, .connection: "close"])

    /// All statuses that a problem can have.
    package static let statuses: Set<Int> = Set(
        [
            badRequest("", ""), unauthorized("", ""), originNotAllowed, notFound, methodNotAllowed(""), timeout,
            tooLarge(0, ""), unsupported(""), overloaded, unavailable, notReady(""), stopping, defect,
            RequestFault.unknownCoding.problem,
            RequestFault.expectation.problem,
        ].map(\.status.code))

    static let defect = Problem(
        status: .internalServerError, code: "defect",
        detail: "A defect of the collector kept these events from being stored: its log says more.")

    /// Creates the response for a body that can't be read as a whole.
    init(_ error: BodyError) {
        switch error {
        case .noJSON:
            self = .badRequest(
                "unreadable_body", "The body must be one event as a JSON object, or an array of them: it is neither.")
        case .malformed:
            self = .badRequest(
                "unreadable_body",
                """
                The body is not one complete JSON value, so nothing of it was stored: send several events as an array or as application/x-ndjson.
                """)
        case .noCalls(let detail): self = .badRequest("unreadable_body", "The body can't be read: \(detail).")
        case .tooManyEvents(let limit): self = .tooLarge(limit, "events")
        case .damaged:
            self = .badRequest(
                "unreadable_body",
                "The body's gzip data is cut off or corrupt, nothing of it was stored: send it whole.")
        case .inflatesTooFar(let limit): self = .tooLarge(limit, "bytes once it is inflated")
        }
    }
}
