import Foundation
import Glibc
import Synchronization
import TestSupport
import Testing

/// A client of the collector that posts new events one request at a time and repeats a request until it is
/// acknowledged, as the client libraries do.
final class CollectorClient: Sendable {
    /// The results of a client's requests.
    struct Tally: Sendable {
        /// Numbers of events acknowledged with status 200.
        var acknowledged: [Int] = []
        /// Whether the client was stopped and its last request was acknowledged.
        var isComplete = false
        /// Responses that a client can't handle, for example a 200 whose accepted, duplicate and erased events don't
        /// add up to those sent.
        var wrongAnswers: [String] = []
    }

    private let number: Int
    private let port: Int
    private let seed: UInt64
    private let event: @Sendable (Int) -> String
    private let state = Mutex((tally: Tally(), isStopped: false))

    /// Creates a client with a number below 1,000; the events it sends are numbered from `number` × 10,000,000.
    init(number: Int, port: Int, seed: UInt64, event: @escaping @Sendable (Int) -> String) {
        self.number = number
        self.port = port
        self.seed = seed
        self.event = event
    }

    var tally: Tally { state.withLock { $0.tally } }

    /// Stops the client after the current request is acknowledged.
    func stop() { state.withLock { $0.isStopped = true } }

    /// Posts events until stopped. Blocks the thread.
    func run() {
        var random = SplitMix64(state: seed &+ UInt64(number))
        var next = number * 10_000_000
        var connection: HTTPConnection?
        while !state.withLock({ $0.isStopped }) {
            let events = next..<next + Int.random(in: 1...20, using: &random)
            while !isAcknowledged(events, &connection) {
                connection = nil
                usleep(5_000)
            }
            next = events.upperBound
            usleep(10_000)
        }
        state.withLock { $0.tally.isComplete = true }
    }

    private func isAcknowledged(_ events: Range<Int>, _ connection: inout HTTPConnection?) -> Bool {
        if connection == nil { connection = try? HTTPConnection(port: port, patience: 10) }
        let body = "[" + events.map(event).joined(separator: ",") + "]"
        connection?.send(
            """
            POST /v1/events HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n\
            Content-Length: \(body.utf8.count)\r\n\r\n\(body)
            """)
        guard let reply = connection?.receive() else { return false }
        note(reply, events)
        return reply.status == 200
    }

    private func note(_ reply: Reply, _ events: Range<Int>) {
        let erased = reply.reasons.count { $0 == "erased" }
        let isComplete = (reply.accepted ?? 0) + (reply.duplicates ?? 0) + erased == events.count
        state.withLock { state in
            switch reply.status {
            case 200 where isComplete: state.tally.acknowledged += events
            case 429, 503: break
            default: state.tally.wrongAnswers.append("\(reply.status) \(reply.body)")
            }
        }
    }

    /// Returns a port on which nothing listens.
    static func freePort() throws -> Int {
        let listener = try Listener()
        close(listener.descriptor)
        return listener.port
    }
}
