import EventLog
import Foundation
import HTTPTypes

/// Decides which clients may send events.
enum Credentials {
    /// Clients with a key, each for the app of its key.
    case keys(Registry)
    /// Any client, for any app. Use it only if nobody else can connect.
    case none

    /// Returns the sender of a request by its headers; nil if they have no key but its body may have one, as with
    /// Segment's libraries for phones. Throws if a key is required and missing or not valid.
    func sender(of headers: HTTPFields, _ route: Route) throws(Problem) -> Sender? {
        guard case .keys = self else { return Sender() }
        let key = (route.isSegments ? Self.writeKey(headers) : nil) ?? Self.bearer(headers)
        if route.isSegments, key?.isEmpty ?? true { return nil }
        return try sender(key, route)
    }

    /// Returns the sender of a request that has its key in the body. Throws if it is missing or not valid.
    func sender(writeKey: String?, _ route: Route) throws(Problem) -> Sender {
        try sender(writeKey.map { $0[...] }, route)
    }

    /// Throws if a sender may no longer send events, because its key was revoked after the request began.
    func check(_ sender: Sender) throws(Problem) {
        guard case .keys(let registry) = self else { return }
        guard try registry.isValid(sender.key) else { throw .revoked }
    }

    private func sender(_ key: Substring?, _ route: Route) throws(Problem) -> Sender {
        guard case .keys(let registry) = self else { return Sender() }
        guard let key else { throw Self.refusal(route, "The request has no key") }
        guard let sender = try registry.sender(openedBy: key) else {
            throw Self.refusal(route, "The key is not valid")
        }
        return sender
    }

    private static func refusal(_ route: Route, _ what: String) -> Problem {
        route.isSegments
            ? .unauthorized(
                "Basic realm=\"bellwether\"",
                "\(what): send it as the write key, the user name of Basic or the member writeKey of the body.")
            : .unauthorized(
                "Bearer", "\(what): send it as `Authorization: Bearer KEY`; `bellwether keys add` makes one.")
    }

    private static func bearer(_ headers: HTTPFields) -> Substring? { parameter("bearer", of: headers) }

    /// Returns the user name of Basic authentication (RFC 7617), in which Segment's libraries send their write key; the
    /// password is empty.
    private static func writeKey(_ headers: HTTPFields) -> Substring? {
        guard let encoded = parameter("basic", of: headers), let data = Data(base64Encoded: String(encoded)) else {
            return nil
        }
        return String(decoding: data, as: UTF8.self).prefix { $0 != ":" }
    }

    /// Returns what follows the name of the scheme in Authorization.
    private static func parameter(_ scheme: String, of headers: HTTPFields) -> Substring? {
        let parts = headers[.authorization]?.split(separator: " ", maxSplits: 1) ?? []
        guard parts.count == 2, parts[0].lowercased() == scheme else { return nil }
        return parts[1].drop { $0 == " " }
    }
}
