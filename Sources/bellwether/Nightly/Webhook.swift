import Foundation
import Glibc
import Subprocess

/// An HTTP address that takes messages as `{"text": "…"}`, such as an incoming webhook of Slack or Mattermost. The path
/// of such an address is a secret, so messages of the program name only the host. Requests are made by `curl`.
struct Webhook {
    private let address: String
    private let host: String

    /// Creates it; nil unless the text is an address of http or https.
    init?(_ text: String) {
        guard let host = Self.host(of: text), text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else { return nil }
        (address, self.host) = (text, host)
    }

    /// Returns the host of an address of http or https; nil for other texts.
    static func host(of text: String) -> String? {
        guard let parts = URLComponents(string: text), ["http", "https"].contains(parts.scheme) else { return nil }
        return parts.host.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// A sentence that says that `curl` is missing; nil if a folder of `PATH` has it.
    static var obstacle: String? {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        let isThere = path.split(separator: ":").contains { access("\($0)/curl", X_OK) == 0 }
        return isThere
            ? nil : "Messages are sent by curl, which is not installed: install the package curl."
    }

    /// Posts a text. Tries three times, with pauses of 1 and 4 seconds, if there is no answer or one that a retry may
    /// change (429 or 5xx).
    ///
    /// - Parameter timeout: how long to wait for an answer, in seconds.
    /// - Throws: `Failure` 69 if it was not taken.
    func post(_ text: String, timeout: Int) async throws {
        if let obstacle = Self.obstacle { throw Failure(status: 69, description: obstacle) }
        let body = MessageBody(text).json
        var words = ""
        for pause in [0, 1, 4] {
            try await Task.sleep(for: .seconds(pause))
            switch try await request(body, timeout) {
            case .answer(let code) where (200..<300).contains(code): return
            case .answer(let code):
                words = "it answered \(code)"
                guard code == 429 || code >= 500 else { throw failure(words) }
            case .none(let reason): words = reason
            }
        }
        throw failure(words)
    }

    private func failure(_ words: String) -> Failure {
        Failure(
            status: 69,
            description: "The message could not be sent to \(host): \(words); check the address and that it can be "
                + "reached from here.")
    }

    private enum Outcome {
        /// The status of the answer.
        case answer(Int)
        /// No answer, and why, without the address.
        case none(String)
    }

    /// Runs `curl`, which reads the address and the body from standard input, because arguments can be seen by others.
    private func request(_ body: String, _ timeout: Int) async throws -> Outcome {
        let settings = [
            ("url", address), ("data-raw", body), ("header", "Content-Type: application/json"), ("header", "Expect:"),
            ("user-agent", "bellwether"), ("proto", "=http,https"), ("max-time", "\(timeout)"),
            ("write-out", "%{http_code}"),
            // The status decides. Writing to this file fails, so curl stops at the first bytes of the answer's body.
            ("output", "/dev/full"),
        ]
        let input = settings.map { "\($0) = \"\(Self.quoted($1))\"\n" }.joined()
        let result: (code: Int, output: String)
        do {
            let run = try await Subprocess.run(
                .name("curl"),
                arguments: ["--disable", "--silent", "--globoff", "--no-buffer", "--config", "-"],
                input: .string(input),
                output: .string(limit: 64), error: .discarded)
            guard case .exited(let code) = run.terminationStatus else { return .none("curl was stopped") }
            result = (Int(code), run.standardOutput)
        } catch {
            try Task.checkCancellation()
            return .none("curl can't be run, so install it")
        }
        // 000 if there was no answer.
        if let status = Int(result.output), status > 0 { return .answer(status) }
        switch result.code {
        case 28: return .none("it did not answer within \(timeout) s")
        case 52, 56: return .none("it closed the connection without an answer")
        default: return .none("the connection failed (status \(result.code) of curl)")
        }
    }

    /// Escapes ASCII text of one line for a quoted value of curl's settings.
    private static func quoted(_ text: String) -> String {
        String(
            decoding: text.utf8.flatMap { "\\\"".utf8.contains($0) ? [UInt8(ascii: "\\"), $0] : [$0] }, as: UTF8.self)
    }
}
