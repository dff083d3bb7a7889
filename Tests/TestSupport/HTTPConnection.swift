import Dispatch
import Foundation
import Glibc

/// An HTTP response.
public struct Reply: Sendable {
    public let status: Int
    /// The headers; names are in lowercase.
    public let headers: [String: String]
    public let body: String

    /// The body as a JSON object; empty if it isn't one.
    public var json: [String: Any] {
        (try? JSONSerialization.jsonObject(with: Data(body.utf8))) as? [String: Any] ?? [:]
    }

    public var accepted: Int? { json["accepted"] as? Int }
    public var duplicates: Int? { json["duplicates"] as? Int }
    /// The reject reasons, in order.
    public var reasons: [String] { (json["rejected"] as? [[String: Any]] ?? []).compactMap { $0["reason"] as? String } }
    /// The indexes of the rejected events, in order.
    public var indexes: [Int] { (json["rejected"] as? [[String: Any]] ?? []).compactMap { $0["index"] as? Int } }
    /// The `code` member of problem details.
    public var code: String? { json["code"] as? String }
}

/// A connection to a server on this machine that sends raw bytes, so that a test can misbehave like a bad client.
public final class HTTPConnection: @unchecked Sendable {
    private let descriptor: Int32
    private var unread: [UInt8] = []

    public init(port: Int, patience: Int = 60) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var limit = timeval(tv_sec: patience, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        let connected = withLoopback(port: port) { [descriptor] in connect(descriptor, $0, $1) }
        guard connected == 0 else { throw CocoaError(.fileReadUnknown) }
    }

    deinit { close(descriptor) }

    public func cut() { shutdown(descriptor, Int32(SHUT_RDWR)) }

    /// Closes the sending direction only.
    public func endSending() { shutdown(descriptor, Int32(SHUT_WR)) }

    /// Sends bytes; returns false if the server accepts no more.
    @discardableResult
    public func send(_ bytes: some Collection<UInt8>) -> Bool {
        let bytes = Array(bytes)
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return false }
            sent += count
        }
        return true
    }

    @discardableResult
    public func send(_ text: String) -> Bool { send(text.utf8) }

    /// Returns the next response; nil if the connection ends or times out.
    public func receive(isHead: Bool = false) -> Reply? {
        while true {
            if let reply = parse(isHead) { return reply }
            var piece = [UInt8](repeating: 0, count: 1 << 16)
            let count = recv(descriptor, &piece, piece.count, 0)
            guard count > 0 else { return nil }
            unread += piece[..<count]
        }
    }

    /// Returns whether the server closes the connection before the timeout.
    public func isClosed() -> Bool {
        var piece = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = recv(descriptor, &piece, piece.count, 0)
            if count == 0 { return true }
            if count < 0 { return errno == ECONNRESET }
        }
    }

    private func parse(_ isHead: Bool) -> Reply? {
        guard let end = unread.firstRange(of: Array("\r\n\r\n".utf8)) else { return nil }
        let lines = String(decoding: unread[..<end.lowerBound], as: UTF8.self).components(separatedBy: "\r\n")
        var headers: [String: String] = [:]
        for line in lines.dropFirst() {
            guard let colon = line.firstIndex(of: ":") else { continue }
            headers[line[..<colon].lowercased()] =
                line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
        }
        var length =
            isHead ? 0 : headers["content-length"].flatMap { Int($0) } ?? 0
        let status = Int(lines[0].split(separator: " ").dropFirst().first ?? "") ?? 0
        if status == 304 { length = 0 }
        guard unread.count >= end.upperBound + length else { return nil }
        let body = String(decoding: unread[end.upperBound..<end.upperBound + length], as: UTF8.self)
        unread.removeFirst(end.upperBound + length)
        return Reply(status: status, headers: headers, body: body)
    }
}

/// Runs a blocking function on its own thread, because the server under test needs the threads of the task pool.
public func blocking<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
        Thread { continuation.resume(with: Result { try body() }) }.start()
    }
}
