@testable import BellwetherClient
import Foundation

/// A collector that stores each event once. Every third answer is lost.
final class PhoneCollector: Transport {
    private struct State {
        var requests = 0
        var arrived: [RecordedEvent] = []
    }

    private let state = Lock(State())

    func send(_ request: UploadRequest) async -> UploadAnswer? {
        let body = request.isCompressed ? inflate(request.body, room: 1 << 18) : request.body
        let lines = body.split(separator: UInt8(ascii: "\n"))
        let events = lines.compactMap { try? JSONDecoder().decode(RecordedEvent.self, from: Data($0)) }
        guard events.count == lines.count else { return UploadAnswer(status: 400) }
        return state.withLock { state in
            let known = Set(state.arrived.map(\.id))
            let new = events.filter { !known.contains($0.id) }
            state.arrived += new
            state.requests += 1
            let answer = #"{"accepted":\#(new.count),"duplicates":\#(events.count - new.count),"rejected_count":0}"#
            return state.requests % 3 == 0 ? nil : UploadAnswer(status: 200, body: Array(answer.utf8))
        }
    }

    /// Returns what has arrived in its order, permission events first and in that of their sequence. Forgets it.
    func take() -> [RecordedEvent] {
        let arrived = state.withLock { state in
            defer { state.arrived = [] }
            return state.arrived
        }
        let steps = arrived.filter { $0.sequence != nil }.sorted { $0.sequence ?? 0 < $1.sequence ?? 0 }
        return steps + arrived.filter { $0.sequence == nil }
    }
}
