@testable import BellwetherClient
import Foundation
import Testing

/// `URLSession` against a server on a socket.
@Suite(.timeLimit(.minutes(1))) struct TransportTests {
    private let transport = URLSessionTransport(usesConstrainedNetworks: true)

    private func send(to server: SocketServer, path: String = "/v1/events", body: String = "x\n") async -> UploadAnswer?
    {
        await transport.send(
            UploadRequest(
                url: server.url.appendingPathComponent(path),
                headers: ["Authorization": "Bearer k", "Content-Type": "application/x-ndjson"], body: Array(body.utf8)))
    }

    private func response(_ head: String, _ body: String = "") -> SocketServer.Reply {
        .bytes(Array("HTTP/1.1 \(head)\r\nContent-Length: \(body.utf8.count)\r\nConnection: close\r\n\r\n\(body)".utf8))
    }

    @Test func aRequestAndItsAnswerAreCarried() async throws {
        let server = try SocketServer { _ in
            response("503 Service Unavailable\r\nRetry-After: 7\r\nDate: Sun, 01 Mar 2026 08:15:30 GMT", "later")
        }
        let answer = await send(to: server, body: "one\ntwo\n")
        #expect(
            answer
                == UploadAnswer(
                    status: 503, body: Array("later".utf8), retryAfter: "7", date: "Sun, 01 Mar 2026 08:15:30 GMT"))
        let request = try #require(server.requests.first)
        #expect(request.hasPrefix("POST /v1/events HTTP/1.1\r\n") && request.hasSuffix("\r\n\r\none\ntwo\n"))
        #expect(
            request.contains("Authorization: Bearer k\r\n")
                && request.contains("Content-Type: application/x-ndjson\r\n"))
    }

    @Test(arguments: ["301 Moved Permanently", "302 Found", "307 Temporary Redirect", "308 Permanent Redirect"])
    func aRedirectionIsNotFollowed(status: String) async throws {
        let server = try SocketServer { request in
            request.hasPrefix("POST /v1/events ")
                ? response("\(status)\r\nLocation: /elsewhere") : response("200 OK", "{}")
        }
        #expect(await send(to: server)?.status == Int(status.prefix(3)))
        #expect(server.requests.count == 1)
    }

    @Test(arguments: [0, 1, 2, 3])
    func aConnectionThatIsClosedIsNoAnswer(moment: Int) async throws {
        let server = try SocketServer { _ in
            switch moment {
            case 0: .nothing
            case 1: .closeAfterHead
            case 2: .bytes([])
            default: .bytes(Array("HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\n{\"accepted\":".utf8))
            }
        }
        let answer = await send(to: server, body: String(repeating: "x", count: 200_000))
        #expect(answer == nil)
    }

    @Test func aServerThatIsNotThereIsNoAnswer() async throws {
        let url = try SocketServer { _ in .nothing }.url
        let request = UploadRequest(url: url, headers: [:], body: [1])
        #expect(await transport.send(request) == nil)
    }

    @Test func aCookieIsNotKept() async throws {
        let server = try SocketServer { _ in response("200 OK\r\nSet-Cookie: a=b; Path=/", "{}") }
        for _ in 0..<2 { _ = await send(to: server) }
        #expect(server.requests.count == 2 && server.requests.allSatisfy { !$0.lowercased().contains("cookie:") })
    }

    @Test func aCancelledTaskEndsItsRequest() async throws {
        let (asked, ask) = AsyncStream.makeStream(of: Void.self)
        let server = try SocketServer { request in
            if !request.isEmpty { ask.yield() }
            return .silence
        }
        let task = Task { await send(to: server) }
        for await _ in asked { break }
        task.cancel()
        #expect(await task.value == nil)
    }

    @Test func aTaskThatWasCancelledBeforeSendsNothing() async throws {
        let server = try SocketServer { _ in .silence }
        let (held, hold) = AsyncStream.makeStream(of: Void.self)
        let task = Task {
            for await _ in held {}
            return await send(to: server)
        }
        task.cancel()
        hold.finish()
        #expect(await task.value == nil)
    }

    @Test func aQueueIsDeliveredOverTheNetwork() async throws {
        let recorder = Recorder()
        let server = try SocketServer { _ in
            response("200 OK", #"{"accepted":20,"duplicates":0,"rejected_count":0,"rejected":[]}"#)
        }
        let store = recorder.store { configuration, environment in
            configuration.url = server.url
            configuration.diagnostics = { Issue.record("\($0)") }
            environment.transport = { _ in transport }
        }
        for _ in 0..<20 { store.record(recorder.opened(), uptime: 0) }
        #expect(await Uploader(store).flush() == .empty)
        #expect(server.requests.first?.contains("Content-Encoding: gzip\r\n") == true)
    }
}
