import Foundation
import Glibc
import Synchronization
import TestSupport

/// A client of the collector that sends new events one request after the other, and each request again until it is
/// acknowledged, as a client's library does.
final class CollectorClient: Sendable {
    /// What became of what it sent.
    struct Tally: Sendable {
        /// Numbers of events that got a 200.
        var acknowledged: [Int] = []
        /// Requests that were sent again.
        var repeats = 0
        /// Events that a 200 called duplicates.
        var duplicates = 0
        /// Whether it was told to stop, and its last request is acknowledged.
        var isComplete = false
        /// What no client can do anything with, such as a 200 that does not account for all events. Those of an erased
        /// installation are accounted for.
        var wrongAnswers: [String] = []
    }

    private let number: Int
    private let port: Int
    private let seed: UInt64
    private let pause: useconds_t
    private let event: @Sendable (Int) -> String
    private let state = Mutex((tally: Tally(), isStopped: false))

    /// The client of a number below 1,000, which sends the events from that many ten millions on. `pause`: how long it
    /// rests after each request, in microseconds.
    init(
        number: Int, port: Int, seed: UInt64, pause: useconds_t = 0,
        event: @escaping @Sendable (Int) -> String = { CollectorClient.appOpened($0) }
    ) {
        self.number = number
        self.port = port
        self.seed = seed
        self.pause = pause
        self.event = event
    }

    var tally: Tally { state.withLock { $0.tally } }

    /// Sends no further request once the one in work is acknowledged.
    func stop() { state.withLock { $0.isStopped = true } }

    /// Sends until it is told to stop; blocks.
    func run() {
        var random = SplitMix64(state: seed &+ UInt64(number))
        var next = number * 10_000_000
        var connection: HTTPConnection?
        while !state.withLock({ $0.isStopped }) {
            let events = next..<next + Int.random(in: 1...20, using: &random)
            while !isAcknowledged(events, &connection) {
                connection = nil
                state.withLock { $0.tally.repeats += 1 }
                usleep(5_000)
            }
            next = events.upperBound
            usleep(pause)
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
            case 200 where isComplete:
                state.tally.acknowledged += events
                state.tally.duplicates += reply.duplicates ?? 0
            case 429, 503: break
            default: state.tally.wrongAnswers.append("\(reply.status) \(reply.body)")
            }
        }
    }

    /// An `app_opened` of a number.
    static func appOpened(_ number: Int) -> String {
        """
        {"id":"\(id(number))","type":"app_opened","app_id":"com.example.shop",\
        "installation_id":"00000000-0000-4000-8000-0000000000aa","occurred_at":"2026-03-01T12:00:00Z",\
        "os":{"name":"iOS","version":"17.4"}}
        """
    }

    /// The id of an event of a number.
    static func id(_ number: Int) -> String { "00000000-0000-4000-8000-" + String(format: "%012d", number) }
}
