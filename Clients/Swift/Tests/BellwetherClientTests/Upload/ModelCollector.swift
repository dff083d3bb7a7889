@testable import BellwetherClient
import CZlib
import Foundation
import Testing

/// A collector in memory, which a test can make misbehave.
final class ModelCollector: Transport {
    /// What becomes of a request.
    enum Reaction: Sendable {
        /// The events are stored, and the answer is an acknowledgement.
        case store
        /// The events are stored, and the answer gets lost.
        case storeAndSayNothing
        /// The events are not stored.
        case answer(UploadAnswer?)
        /// The events but those with these places are stored; the others are rejected for a reason.
        case reject([Int: String])
    }

    /// A request as the collector sees it.
    struct Request: Sendable {
        let headers: [String: String]
        let url: URL
        /// The body as NDJSON.
        let lines: [String]
        let bodySize: Int
        var isCompressed: Bool { headers["Content-Encoding"] == "gzip" }
        /// Ids of the events, in order.
        let ids: [String]
    }

    /// An event as the collector has it.
    struct Stored: Sendable {
        let line: String
        let occurredAt: Timestamp
        let sentAt: Timestamp
        let receivedAt: Int64
        /// How far the device's clock was ahead, in microseconds, and the launch that sent the event.
        let skew: Int64
        let launch: Int
        /// The contract's effective time, in microseconds.
        var effectiveAt: Int64 {
            guard occurredAt.microseconds - sentAt.microseconds <= 60_000_000 else { return occurredAt.microseconds }
            let transit = receivedAt - sentAt.microseconds
            return abs(transit) > 60_000_000 ? occurredAt.microseconds + transit : occurredAt.microseconds
        }
    }

    private struct State {
        var requests: [Request] = []
        var stored: [String: Stored] = [:]
        var react: @Sendable (Request) -> Reaction = { _ in .store }
        var before: @Sendable () async -> Void = {}
        var key = "bw_1_key"
    }

    private let state = Lock(State())
    private let time: DeviceTime

    init(_ time: DeviceTime) {
        self.time = time
    }

    var requests: [Request] { state.withLock { $0.requests } }
    var stored: [String: Stored] { state.withLock { $0.stored } }

    func react(_ body: @escaping @Sendable (Request) -> Reaction) { state.withLock { $0.react = body } }

    /// Answers every request alike.
    func always(_ reaction: Reaction) { react { _ in reaction } }

    /// Sets what happens between sending and answering.
    func before(_ body: @escaping @Sendable () async -> Void) { state.withLock { $0.before = body } }

    /// Replaces the key; requests with another one get 401.
    func replaceKey(_ key: String) { state.withLock { $0.key = key } }

    func send(_ request: UploadRequest) async -> UploadAnswer? {
        await state.withLock { $0.before }()
        let seen = read(request)
        let react = state.withLock { state in
            state.requests.append(seen)
            return state.react
        }
        guard seen.headers["Authorization"] == "Bearer " + state.withLock({ $0.key }) else {
            return UploadAnswer(status: 401)
        }
        switch react(seen) {
        case .store: return store(seen, rejects: [:])
        case .storeAndSayNothing:
            _ = store(seen, rejects: [:])
            return nil
        case .answer(let answer): return answer
        case .reject(let rejects): return store(seen, rejects: rejects)
        }
    }

    private func read(_ request: UploadRequest) -> Request {
        let isCompressed = request.headers["Content-Encoding"] == "gzip"
        let body = isCompressed ? inflate(request.body) : request.body
        #expect(body.last == UInt8(ascii: "\n"))
        let lines = String(decoding: body, as: UTF8.self).split(separator: "\n").map(String.init)
        let ids = lines.map { line in member("id", line) }
        return Request(
            headers: request.headers, url: request.url, lines: lines, bodySize: request.body.count, ids: ids)
    }

    /// Stores events as the contract says, and returns the acknowledgement.
    private func store(_ request: Request, rejects: [Int: String]) -> UploadAnswer {
        let now = time.now
        let duplicates = state.withLock { state in
            var duplicates = 0
            for (place, line) in request.lines.enumerated() where rejects[place] == nil {
                if state.stored[request.ids[place]] != nil { duplicates += 1; continue }
                state.stored[request.ids[place]] = Stored(
                    line: line, occurredAt: timestamp("occurred_at", line), sentAt: timestamp("sent_at", line),
                    receivedAt: now,
                    skew: time.skew, launch: time.launch)
            }
            return duplicates
        }
        let list = rejects.sorted { $0.key < $1.key }.map {
            #"{"index":\#($0.key),"reason":"\#($0.value)","detail":"why"}"#
        }
        let accepted = request.lines.count - duplicates - rejects.count
        return UploadAnswer(
            status: 200,
            body: Array(
                #"{"accepted":\#(accepted),"duplicates":\#(duplicates),"rejected_count":\#(rejects.count),"rejected":[\#(list.joined(separator: ","))]}"#
                    .utf8))
    }

    private func member(_ name: String, _ line: String) -> String {
        let object = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
        guard let value = object?[name] as? String else {
            Issue.record("\(name) is missing in \(line)")
            return ""
        }
        return value
    }

    private func timestamp(_ name: String, _ line: String) -> Timestamp {
        Timestamp(reading: Array(member(name, line).utf8)[...]) ?? Timestamp(microseconds: 0)
    }
}

/// Reads the format of gzip, up to `room` bytes.
func inflate(_ bytes: [UInt8], room: Int = 4 << 20) -> [UInt8] {
    var stream = z_stream()
    guard inflateInit2_(&stream, 31, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else { return [] }
    defer { inflateEnd(&stream) }
    var input = bytes
    var output = [UInt8](repeating: 0, count: room)
    let status = input.withUnsafeMutableBufferPointer { input in
        output.withUnsafeMutableBufferPointer { output in
            (stream.next_in, stream.avail_in) = (input.baseAddress, uInt(input.count))
            (stream.next_out, stream.avail_out) = (output.baseAddress, uInt(output.count))
            return inflate(&stream, Z_FINISH)
        }
    }
    guard status == Z_STREAM_END else { return [] }
    return Array(output[..<(output.count - Int(stream.avail_out))])
}
