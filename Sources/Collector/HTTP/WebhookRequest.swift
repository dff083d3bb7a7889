import HTTPTypes
import Hummingbird
import HummingbirdCore

/// Answers services that ask whether they may deliver CloudEvents (CloudEvents' HTTP 1.1 Web Hooks for Event Delivery
/// 1.0.2, section 4). Any service may: the key, which each delivery needs, says who sends.
enum WebhookRequest {
    private static let requestOrigin = HTTPField.Name("WebHook-Request-Origin")!
    private static let requestRate = HTTPField.Name("WebHook-Request-Rate")!
    private static let allowedOrigin = HTTPField.Name("WebHook-Allowed-Origin")!
    private static let allowedRate = HTTPField.Name("WebHook-Allowed-Rate")!
    /// The longest origin that is answered, in bytes. It is a DNS name.
    private static let greatestLength = 255

    /// Returns the answer if a service asks for this; nil for any other request.
    static func answer(_ request: Request, _ route: Route?) -> Response? {
        guard request.method == .options, route == .events, let origin = request.headers[requestOrigin],
            1...greatestLength ~= origin.utf8.count, origin.utf8.allSatisfy({ 0x20...0x7E ~= $0 })
        else { return nil }
        var headers: HTTPFields = [.allow: "POST", allowedOrigin: origin]
        // A service that asks for a rate must be told one. The asterisk means any.
        if request.headers[requestRate] != nil { headers[allowedRate] = "*" }
        return Response(status: .ok, headers: headers)
    }
}
