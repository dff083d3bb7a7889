import EventLog
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
            try bench.fillInbox(parts: 0)
            let address = "http://127.0.0.1:\(server.port)/\(Self.secret)"
            let run = try bench.nightly("--notify", address, "--notify-timeout", "1")
            #expect(run.status == 0, "\(run.errors)")
            #expect(!(run.output + run.errors).contains(Self.secret))
            let noted = try await bench.rows("SELECT outcome, detail FROM analytics.runs WHERE stage = 'notify'")
            #expect(noted[0][0] == (answer.isAccepted ? "done" : "failed") && !noted[0][1]!.contains(Self.secret))
            #expect(server.requests.count == (answer.isAccepted || answer == .refuses ? 1 : 3))
            #expect(run.errors.contains("could not be sent to 127.0.0.1") == !answer.isAccepted, "\(run.errors)")
            #expect(run.output.contains("notify: failed") == !answer.isAccepted)
            let request = try #require(server.requests.first)
            #expect(request.hasPrefix("POST /\(Self.secret) HTTP/1.1\r\n"))
            #expect(try message(of: request).inHalfWidth == bench.read("out/latest/digest.txt"))
        }
    }

    /// Returns the text that a request posts.
    private func message(of request: String) throws -> String {
        let body = try #require(request.split(separator: "\r\n\r\n", maxSplits: 1).last)
        return try #require(try JSONDecoder().decode([String: String].self, from: Data(body.utf8))["text"])
    }

    @Test func namesOfOthersAreNeitherMarkupNorEndTheMessage() async throws {
        let server = try WebhookServer(.accepts)
        defer { server.close() }
        try await withProgram { bench in
            try bench.fill(installations: 600, days: 60)
            let day = try bench.run("sql", "-Atc", "SELECT max(day) - 3 FROM opt_in_daily").output
                .trimmingCharacters(in: .whitespacesAndNewlines)
            // A quote and an accent are one `Character`, and so are a letter that is written before another and `<`.
            let names = [
                "\"\u{0301}\u{0D4E}<!channel|a> @here", "[a](http://b.ex) *c* _d_", "my_app ~e~ `f` \\ $g #h",
            ]
            for name in names { try bench.run("mark", day, name) }
            try bench.fillInbox(parts: 0)
            let address = "http://127.0.0.1:\(server.port)/"
            let run = try bench.nightly("--notify", address, "--address", "https://reports.example.com/a_b")
            #expect(run.status == 0 && run.output.contains("notify: done"), "\(run.output)\(run.errors)")
            let text = try message(of: #require(server.requests.first))
            #expect(text.contains("my_app") && text.contains("\nhttps://reports.example.com/a_b/index.html\n"))
            let scalars = Set(text.unicodeScalars)
            #expect(scalars.isDisjoint(with: "<>&@[]*~`\\|#$".unicodeScalars), "\(text)")
            #expect(!text.contains("http://") && !text.contains(" _d_"))
            let digest = try bench.read("out/latest/digest.txt")
            #expect(text.inHalfWidth == digest)
            for name in names { #expect(digest.utf8.firstRange(of: name.utf8) != nil, "\(digest)") }
        }
    }

    @Test func aMessageThatWasNotDeliveredIsToldTheNextNight() async throws {
        let (refusing, accepting) = (try WebhookServer(.refuses), try WebhookServer(.accepts))
        defer {
            refusing.close()
            accepting.close()
        }
        try await withProgram { bench in
            try bench.fillInbox(parts: 0)
            let lost = try bench.nightly("--notify", "http://127.0.0.1:\(refusing.port)/")
            #expect(lost.status == 0 && lost.output.contains("notify: failed"), "\(lost.output)")
            let onAlert = ["--notify-on", "alert", "--notify", "http://127.0.0.1:\(accepting.port)/"]
            for _ in 1...2 {
                let run = try bench.attempt(["nightly", "--inbox", "inbox", "--out", "out"] + onAlert)
                #expect(run.status == 0 && run.output.contains("notify: done"))
            }
            #expect(accepting.requests.count == 1)
            let text = try message(of: #require(accepting.requests.first))
            #expect(
                text.hasPrefix("The message of an earlier night was not delivered. The message could not be sent to "))
            #expect(text.contains("it answered 404"))
        }
    }

    @Test func aMissingProgramIsSaidBeforeTheNightAndByTheDoctor() async throws {
        try await withProgram { bench in
            try bench.fillInbox(parts: 0)
            let program = "BELLWETHER_NOTIFY_URL=http://127.0.0.1:1/ PATH=/nowhere '\(ProgramRun.path)'"
            let run = try bench.shell("\(program) nightly --inbox inbox --out out")
            #expect(run.status == 0 && run.output.contains("notify: failed"))
            let sentence = "Messages are sent by curl, which is not installed: install the package curl."
            #expect(run.errors.hasPrefix("bellwether: \(sentence)\n"), "\(run.errors)")
            let examined = try bench.shell("\(program) doctor")
            #expect(examined.status == 78 && examined.output.contains("error: " + sentence), "\(examined.output)")
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

    /// Ingests a person asked in the first week of March, and an event of Tuesday, 24 March: the week before is empty.
    private func takeWeeks(_ bench: Workbench) throws {
        try bench.fillInbox(parts: 0)
        try bench.take([line("prompt_shown", 1, on: "2026-03-03"), line("app_opened", 2, on: "2026-03-24")])
    }

    private static func weekly(_ server: WebhookServer, _ options: String...) -> [String] {
        ["nightly", "--quiet", "--inbox", "inbox", "--notify-on", "weekly"]
            + ["--notify", "http://127.0.0.1:\(server.port)/", "--address", "https://reports.example.com"]
            + (options.contains("--out") ? options : options + ["--out", "out"])
    }

    @Test func aWeekIsPostedOnTheFirstNightAfterItAndAnEmptyOneSaysSo() async throws {
        let server = try WebhookServer(.accepts)
        defer { server.close() }
        let nights: [(to: String?, days: String?, page: String)] = [
            ("2026-03-14", "2 Mar 2026 to 8 Mar 2026", "index.html"), ("2026-03-14", nil, ""),
            // On a Sunday the last 7 days of the report are the week.
            ("2026-03-15", "9 Mar 2026 to 15 Mar 2026", "7-days/index.html"), ("2026-03-16", nil, ""),
            ("2026-03-21", nil, ""), (nil, "16 Mar 2026 to 22 Mar 2026", "index.html"), (nil, nil, ""),
            // Neither earlier days nor days after the last event have a new week.
            ("2026-03-08", nil, ""), ("2026-04-30", nil, ""),
        ]
        try await withProgram { bench in
            try takeWeeks(bench)
            #expect(try bench.nightly().status == 0)
            #expect(try bench.names("out/latest").allSatisfy { !$0.hasPrefix("digest-weekly") }, "none was asked for")
            var posted = 0
            for night in nights {
                let run = try bench.attempt(Self.weekly(server) + (night.to.map { ["--to", $0] } ?? []))
                #expect(run.status == 0 && run.output.contains("notify: done"), "\(run.output)\(run.errors)")
                posted += night.days == nil ? 0 : 1
                try #require(server.requests.count == posted, "\(night)")
                guard let days = night.days else { continue }
                let text = try message(of: server.requests[posted - 1]).inHalfWidth
                #expect(try text == bench.read("out/latest/digest-weekly.txt"))
                #expect(text.contains("\n\(days), days in UTC; "), "\(text)")
                #expect(text.contains("\nhttps://reports.example.com/\(night.page)\n"), "\(text)")
                #expect(try bench.read("out/latest/digest-weekly.html").contains(days))
                if night.to == nil { #expect(text.hasPrefix("com.example.shop: No one was asked for permission.")) }
            }
            try bench.expectHonestManifest()
            let noted = try await bench.rows("SELECT week FROM analytics.weekly_digest ORDER BY week")
            #expect(noted == [["2026-03-02"], ["2026-03-09"], ["2026-03-16"]])
            // Reports of one app have their own weeks.
            for _ in 1...2 {
                let run = try bench.attempt(Self.weekly(server, "--app", "com.example.shop", "--out", "shop"))
                #expect(run.status == 0 && server.requests.count == posted + 1, "\(run.errors)")
            }
        }
    }

    @Test func aWeekThatWasNotDeliveredIsPostedTheNextNight() async throws {
        let (refusing, accepting) = (try WebhookServer(.refuses), try WebhookServer(.accepts))
        defer {
            refusing.close()
            accepting.close()
        }
        try await withProgram { bench in
            try takeWeeks(bench)
            try bench.write("", to: "file")
            #expect(try bench.attempt(Self.weekly(accepting, "--out", "file")).status == 73)
            let failure = try message(of: #require(accepting.requests.first))
            #expect(failure.hasPrefix("The nightly run failed. Can't write"))
            for _ in 1...2 { #expect(try bench.attempt(Self.weekly(refusing)).output.contains("notify: failed")) }
            for _ in 1...2 { #expect(try bench.attempt(Self.weekly(accepting)).output.contains("notify: done")) }
            try #require(refusing.requests.count == 2 && accepting.requests.count == 2)
            let text = try message(of: accepting.requests[1])
            #expect(text.hasPrefix("The message of an earlier night was not delivered. The message could not be sent "))
            #expect(text.contains("16 Mar 2026 to 22 Mar 2026"))
        }
    }

    @Test func aRunKilledWhileItPostsAWeekIsToldAndTheWeekNotPostedAgain() async throws {
        let (hanging, accepting) = (try WebhookServer(.hangs), try WebhookServer(.accepts))
        defer {
            hanging.close()
            accepting.close()
        }
        try await withProgram { bench in
            try takeWeeks(bench)
            let process = ProgramRun.process(
                Self.weekly(hanging, "--notify-timeout", "60"), database: bench.database.target, in: bench.folder)
            process.standardOutput = FileHandle.nullDevice
            process.standardError = FileHandle.nullDevice
            try process.run()
            try await wait(for: "the message") { !hanging.requests.isEmpty }
            kill(process.processIdentifier, SIGKILL)
            process.waitForItsEnd()
            // The server releases the lock of the killed run when it notices that the connection is gone.
            try await wait(for: "the next night") { try bench.attempt(Self.weekly(accepting)).status == 0 }
            #expect(try bench.attempt(Self.weekly(accepting)).status == 0)
            try #require(hanging.requests.count == 1 && accepting.requests.count == 1)
            let sentences = """
                The message of an earlier night was not delivered. The run ended while it posted the digest of the week, \
                which may have arrived.
                """
            #expect(try message(of: accepting.requests[0]) == sentences)
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
        /// Answers 200, but the body never comes or never ends.
        case acceptsSlowly, acceptsEndlessly
        /// Never answers, or closes the connection instead.
        case hangs, closes

        var isAccepted: Bool { [.accepts, .acceptsSlowly, .acceptsEndlessly].contains(self) }

        /// The response; nil for none.
        var text: String? {
            switch self {
            case .accepts: "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"
            case .fails: "HTTP/1.1 500 Internal Server Error\r\nContent-Length: 0\r\n\r\n"
            case .refuses: "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n"
            case .acceptsSlowly: "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n"
            case .acceptsEndlessly: "HTTP/1.1 200 OK\r\n\r\n"
            case .hangs, .closes: nil
            }
        }
    }

    /// Part of an answer's body.
    private static let piece = String(repeating: "x", count: 65_536)

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
            // Ends when the client closes the connection.
            while answer == .acceptsEndlessly, send(client, Self.piece, Self.piece.utf8.count, Int32(MSG_NOSIGNAL)) > 0
            {}
            if answer != .hangs, answer != .acceptsSlowly { Glibc.close(client) }
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

extension String {
    /// The text with full-width forms of ASCII characters replaced by these.
    fileprivate var inHalfWidth: String {
        String(
            String.UnicodeScalarView(
                unicodeScalars.map {
                    (0xFF01...0xFF5E).contains($0.value) ? Unicode.Scalar($0.value - 0xFEE0)! : $0
                }))
    }
}
