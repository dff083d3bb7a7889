import EventLog
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import Postgres

/// Answers requests. Only here are paths mapped to actions and errors to answers.
struct CollectorResponder: HTTPResponder {
    let admission: Admission
    let commits: GroupCommit
    let reader: RequestReader
    let credentials: Credentials
    let readiness: Readiness
    let pages: ReportPages?
    let crossOrigin: CrossOrigin
    let metrics: CollectorMetrics
    let logger: Logger

    func respond(to request: Request, context: CollectorContext) async throws -> Response {
        let started = ContinuousClock.now
        let route = Route(path: request.uri.path)
        var response: Response
        do {
            if let fault = RequestFault(in: request.headers) { throw fault.problem }
            response = try await answer(request, route, context)
        } catch let problem as Problem {
            response = problem.response
        } catch {
            response = problem(error).response
        }
        crossOrigin.open(&response, to: request, route)
        metrics.answered(route, response.status, in: ContinuousClock.now - started)
        log(request, response, ContinuousClock.now - started, context)
        // A client would read a body after the answer to HEAD as the start of the next answer (RFC 9110, section
        // 9.3.2).
        return request.method == .head ? response.createHeadResponse() : response
    }

    private func answer(_ request: Request, _ route: Route?, _ context: CollectorContext) async throws -> Response {
        if let answer = try crossOrigin.preflight(request, route) { return answer }
        if let answer = WebhookRequest.answer(request, route) { return answer }
        guard let route else { return try page(request, context) }
        guard route.takes(request.method) else { throw Problem.methodNotAllowed(route.methods) }
        return try await route.takesEvents ? receive(request, route) : tell(route)
    }

    /// Stores the events of a request.
    private func receive(_ request: Request, _ route: Route) async throws -> Response {
        let holder = try credentials.sender(of: request.headers, route)
        return try await admission.admit { place in
            let (body, sender) = try await reader.read(request, route, from: holder, &place)
            let acknowledgement = try await commits.store(body, from: sender)
            metrics.ignored(acknowledgement.ignored)
            return acknowledgement.response(route)
        }
    }

    /// Answers a request about the collector itself.
    private func tell(_ route: Route) async throws -> Response {
        switch route {
        case .readiness: try await readiness.check()
        case .metrics:
            return Self.text(ByteBuffer(string: metrics.text), type: "text/plain; version=0.0.4; charset=utf-8")
        case .description: return Self.text(Self.description, type: "application/json")
        case .eventSchema: return Self.text(Self.eventSchema, type: "application/schema+json")
        default: break
        }
        return Self.text(ByteBuffer(string: "ok\n"), type: "text/plain; charset=utf-8")
    }

    private func page(_ request: Request, _ context: CollectorContext) throws -> Response {
        guard let pages else { throw Problem.notFound }
        let page = try pages.response(to: request, context)
        guard request.method == .get || request.method == .head else { throw Problem.methodNotAllowed("GET, HEAD") }
        return page
    }

    // Buffers share their bytes when they are copied, so clients that don't read hold no copy each.
    private static let description = ByteBuffer(string: OpenAPI.text)
    private static let eventSchema = ByteBuffer(string: EventSchema.text)

    private static func text(_ text: ByteBuffer, type: String) -> Response {
        Response(
            status: .ok, headers: [.contentType: type, .cacheControl: "no-store"],
            body: ResponseBody(byteBuffer: text))
    }

    /// Maps an unexpected error to a problem response.
    private func problem(_ error: any Error) -> Problem {
        guard let error = error as? PostgresError, error.kind != .unexpected, !error.isRefusal else {
            logger.error("A request failed by a defect.", metadata: ["error": "\(error)"])
            return .defect
        }
        logger.warning("The database takes no events.", metadata: ["error": "\(error.message)"])
        return .unavailable
    }

    /// Logs the request without its body and key. Segment's libraries for phones ask for settings with the key in the path.
    private func log(
        _ request: Request, _ response: Response, _ duration: Duration, _ context: CollectorContext
    ) {
        logger.debug(
            "request",
            metadata: [
                "method": "\(request.method)", "path": "\(CollectorKey.Secret.masked(inPath: request.uri.path))",
                "status": .stringConvertible(response.status.code),
                "milliseconds": .stringConvertible(duration.nanoseconds / 1_000_000),
                "client": "\(context.peer ?? "")",
            ])
    }
}

/// The OpenAPI 3.1 description of all paths.
package enum OpenAPI {
    /// `http/openapi.json`
    package static let text = EmbeddedFiles.all.first { $0.path == "openapi.json" }?.text ?? ""
}
