import HTTPTypes
import Hummingbird
import HummingbirdCore

/// Lets pages of other origins send events and read the answers, as browsers ask (CORS, section 3.3 of the Fetch
/// standard). A browser asks before it sends a key, so the origins are a setting and not a property of keys.
struct CrossOrigin {
    /// Stands for every origin.
    static let any = "*"
    /// How long a browser may remember an answer, in seconds.
    private static let memory = "600"

    /// The allowed origins, such as `https://shop.example.com`.
    let origins: Set<String>

    /// Returns the answer if a browser asks whether a page may send events; nil for any other request. Throws if it may
    /// not.
    func preflight(_ request: Request, _ route: Route?) throws(Problem) -> Response? {
        guard request.method == .options, route?.takesEvents == true, request.headers[.origin] != nil,
            request.headers[.accessControlRequestMethod] != nil
        else { return nil }
        guard allowed(request) != nil else { throw .originNotAllowed }
        var headers: HTTPFields = [.accessControlAllowMethods: "POST", .accessControlMaxAge: Self.memory]
        // A page decides nothing by its headers except the key and the form of its events, so it may send any.
        headers[.accessControlAllowHeaders] = request.headers[.accessControlRequestHeaders]
        return Response(status: .noContent, headers: headers)
    }

    /// Lets the page that sent the request read the answer, if its origin is allowed. Otherwise its library would treat
    /// every answer as a failure and send the events again.
    func open(_ response: inout Response, to request: Request, _ route: Route?) {
        guard !origins.isEmpty, route?.takesEvents == true else { return }
        response.headers[.vary] = "Origin"
        guard let origin = allowed(request) else { return }
        response.headers[.accessControlAllowOrigin] = origin
        response.headers[.accessControlExposeHeaders] = "Retry-After"
    }

    /// Returns the origin of the request as it is to be allowed; nil if it is not.
    private func allowed(_ request: Request) -> String? {
        guard let origin = request.headers[.origin] else { return nil }
        if origins.contains(Self.any) { return Self.any }
        return origins.contains(origin) ? origin : nil
    }
}
