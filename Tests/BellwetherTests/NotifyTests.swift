import Foundation
import Glibc
import Synchronization
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10))) struct NotifyTests {
    /// The secret path of the webhook.
    private static let secret = "T0SECRET/B1/xyz"

    @Test(arguments: WebhookServer.Answer.allCases)
    func whateverTheWebhookDoesTheNightIsDone(answer: WebhookServer.Answer) async throws {
        let server = try WebhookServer(answer)
        defer { server.close() }
        try await withProgram { bench in
            try bench.simulate(installations: 100, days: 40)
            try bench.fillInbox(parts: 1)
            let address = "http://127.0.0.1:\(server.port)/\(Self.secret)"
            let run = try bench.nightly("--notify", address, "--notify-timeout", "1")
            #expect(run.status == 0, "\(run.errors)")
            #expect(!(run.output + run.errors).contains(Self.secret))
            let noted = try await bench.rows("SELECT outcome, detail FROM analytics.runs WHERE stage = 'notify'")
            #expect(noted[0][0] == (answer == .accepts ? "done" : "failed") && !noted[0][1]!.contains(Self.secret))
            #expect(server.requests.count == (answer == .accepts || answer == .refuses ? 1 : 3))
            #expect(run.errors.contains("could not be sent to 127.0.0.1") == (answer != .accepts), "\(run.errors)")
            let request = try #require(server.requests.first)
            #expect(request.hasPrefix("POST /\(Self.secret) HTTP/1.1\r\n"))
            let body = try #require(request.split(separator: "\r\n\r\n", maxSplits: 1).last)
            let message = try JSONDecoder().decode([String: String].self, from: Data(body.utf8))
            #expect(try message["text"] == bench.read("out/latest/digest.txt"))
        }
    }

    @Test func onAlertAQuietNightIsNotPostedAndAFailedOneIs() async throws {
        let server = try WebhookServer(.accepts)
        defer { server.close() }
        try await withProgram { bench in
            try bench.fillInbox(parts: 0)
            let options = ["--notify", "http://127.0.0.1:\(server.port)/", "--notify-on", "alert"]
            let quiet = try bench.attempt(["nightly", "--inbox", "inbox", "--out", "out"] + options)
            #expect(quiet.status == 0 && quiet.output.contains("notify: done") && server.requests.isEmpty)
            try bench.write("", to: "file")
            let failed = try bench.attempt(["nightly", "--inbox", "inbox", "--out", "file"] + options)
            #expect(failed.status == 73, "\(failed.errors)")
            #expect(server.requests.count == 1 && server.requests[0].contains("The nightly run failed. Can't write"))
        }
    }

    @Test func whatIsNoAddressIsNotRepeated() async throws {
        try await withProgram { bench in
            try bench.fillInbox(parts: 0)
            let run = try bench.nightly("--notify", "hooks.example.com/\(Self.secret)")
            #expect(run.status == 64 && !run.errors.contains(Self.secret))
        }
    }
}

/// A server on a local port that takes requests and answers all of them in the same way.
final class WebhookServer: Sendable {
    enum Answer: CaseIterable, Sendable {
        /// Answers 200, 500 or 404.
        case accepts, fails, refuses
        /// Never answers, or closes the connection instead.
        case hangs, closes

        /// The response; nil for none.
        var text: String? {
            switch self {
            case .accepts: "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"
            case .fails: "HTTP/1.1 500 Internal Server Error\r\nContent-Length: 0\r\n\r\n"
            case .refuses: "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n"
            case .hangs, .closes: nil
            }
        }
    }

    private let listener: Listener
    private let answer: Answer
    private let taken = Mutex<[String]>([])

    var port: Int { listener.port }

    /// The requests so far.
    var requests: [String] { taken.withLock { $0 } }

    init(_ answer: Answer) throws {
        self.answer = answer
        listener = try Listener()
        Thread { [self] in accept() }.start()
    }

    func close() {
        shutdown(listener.descriptor, Int32(SHUT_RDWR))
        Glibc.close(listener.descriptor)
    }

    private func accept() {
        while true {
            let client = Glibc.accept(listener.descriptor, nil, nil)
            guard client >= 0 else { return }
            let request = Self.read(client)
            taken.withLock { $0.append(request) }
            if let text = answer.text { _ = send(client, text, text.utf8.count, Int32(MSG_NOSIGNAL)) }
            if answer != .hangs { Glibc.close(client) }
        }
    }

    /// Reads a request with its body.
    private static func read(_ client: Int32) -> String {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let text = String(decoding: bytes, as: UTF8.self)
            if let head = text.range(of: "\r\n\r\n"),
                let length = text.lowercased().firstMatch(of: /content-length: ([0-9]+)/).flatMap({ Int($0.output.1) }),
                text[head.upperBound...].utf8.count >= length
            {
                return text
            }
            let count = recv(client, &buffer, buffer.count, 0)
            guard count > 0 else { return text }
            bytes += buffer.prefix(count)
        }
    }
}
