import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1

/// An HTTP address that takes messages as `{"text": "…"}`, such as an incoming webhook of Slack or Mattermost. The path
/// of such an address is a secret, so messages of the program name only the host.
struct Webhook {
    private let address: String
    private let host: String

    /// Creates it; nil unless the text is an address of http or https.
    init?(_ text: String) {
        guard let host = Self.host(of: text) else { return nil }
        (address, self.host) = (text, host)
    }

    /// Returns the host of an address of http or https; nil for other texts.
    static func host(of text: String) -> String? {
        guard let parts = URLComponents(string: text), ["http", "https"].contains(parts.scheme) else { return nil }
        return parts.host.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The longest message in characters.
    private static let limit = 20_000

    /// Posts a text. Tries three times, with pauses of 1 and 4 seconds, if there is no answer or one that a retry may
    /// change (429 or 5xx).
    ///
    /// - Parameter timeout: how long to wait for an answer, in seconds.
    /// - Throws: `Failure` 69 if it was not taken.
    func post(_ text: String, timeout: Int) async throws {
        let body = try JSONEncoder().encode(["text": Self.escaped(text)])
        let seconds = TimeAmount.seconds(Int64(timeout))
        let client = HTTPClient(
            eventLoopGroupProvider: .singleton,
            configuration: HTTPClient.Configuration(
                redirectConfiguration: .disallow, timeout: .init(connect: seconds, read: seconds)))
        let outcome: Result<Void, any Error>
        do { outcome = .success(try await post(body, with: client, seconds)) } catch { outcome = .failure(error) }
        try? await client.shutdown()
        try outcome.get()
    }

    private func post(_ body: Data, with client: HTTPClient, _ timeout: TimeAmount) async throws {
        var words = ""
        for pause in [0, 1, 4] {
            try await Task.sleep(for: .seconds(pause))
            var request = HTTPClientRequest(url: address)
            request.method = .POST
            request.headers.add(name: "content-type", value: "application/json")
            request.body = .bytes(ByteBuffer(bytes: body))
            do {
                let status = try await client.execute(request, timeout: timeout).status
                if (200..<300).contains(status.code) { return }
                words = "it answered \(status.code)"
                guard status.code == 429 || status.code >= 500 else { break }
            } catch {
                try Task.checkCancellation()
                words = Self.words(error, timeout)
            }
        }
        throw Failure(
            status: 69,
            description: "The message could not be sent to \(host): \(words); check the address and that it can be "
                + "reached from here.")
    }

    /// Says what went wrong without text of the error, which may have the address in it.
    private static func words(_ error: any Error, _ timeout: TimeAmount) -> String {
        guard let error = error as? HTTPClientError else { return "the connection failed" }
        return switch error {
        case .deadlineExceeded, .readTimeout, .connectTimeout:
            "it did not answer within \(timeout.nanoseconds / 1_000_000_000) s"
        case .remoteConnectionClosed: "it closed the connection without an answer"
        default: "the connection failed"
        }
    }

    /// Shortens a text and escapes the characters with which Slack marks links and groups, such as `<!channel>`.
    private static func escaped(_ text: String) -> String {
        let short = text.count > limit ? text.prefix(limit) + "…" : text[...]
        return short.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    }
}
