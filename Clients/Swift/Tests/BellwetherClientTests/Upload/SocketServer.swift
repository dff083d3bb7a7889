import BellwetherClient
import Foundation

/// An HTTP server on a local socket that answers with bytes of a test's choice, one request a connection.
final class SocketServer: Sendable {
    /// When a connection is closed without more.
    enum Reply: Sendable {
        /// Before the request is read.
        case nothing
        /// After the request's head is read.
        case closeAfterHead
        /// After the request is read, these bytes are sent and the connection is closed.
        case bytes([UInt8])
        /// After the request is read, nothing happens until the client goes away.
        case silence
    }

    let url: URL
    private let socket: Int32
    private let reply: @Sendable (_ request: String) -> Reply
    private let seen = Lock<[String]>([])

    struct Failure: Error {}

    init(_ reply: @escaping @Sendable (_ request: String) -> Reply) throws {
        self.reply = reply
        #if canImport(Darwin)
        socket = Foundation.socket(AF_INET, SOCK_STREAM, 0)
        #else
        socket = Foundation.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #endif
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let descriptor = socket
        let isListening = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, length) == 0 && listen(descriptor, 16) == 0
                    && getsockname(descriptor, $0, &length) == 0
            }
        }
        guard isListening else { throw Failure() }
        url = URL(string: "http://127.0.0.1:\(UInt16(bigEndian: address.sin_port))")!
        let (listener, seen) = (socket, seen)
        Thread {
            while true {
                let connection = accept(listener, nil, nil)
                guard connection >= 0 else { return }
                Thread { SocketServer.serve(connection, reply, seen) }.start()
            }
        }.start()
    }

    deinit {
        shutdown(socket, Int32(SHUT_RDWR))
        close(socket)
    }

    /// The requests so far, head and body.
    var requests: [String] { seen.withLock { $0 } }

    private static func serve(
        _ connection: Int32, _ reply: @Sendable (String) -> Reply, _ seen: Lock<[String]>
    ) {
        defer { close(connection) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        func isComplete() -> Bool {
            let text = String(decoding: bytes, as: UTF8.self)
            guard let head = text.range(of: "\r\n\r\n") else { return false }
            let length = text.lowercased().components(separatedBy: "content-length: ").dropFirst().first
                .flatMap { Int($0.prefix { $0.isNumber }) }
            return text[head.upperBound...].utf8.count >= length ?? 0
        }
        if case .nothing = reply("") { return }
        while !isComplete() {
            let count = recv(connection, &buffer, buffer.count, 0)
            guard count > 0 else { break }
            bytes += buffer[..<count]
            if case .closeAfterHead = reply("") { return }
        }
        let request = String(decoding: bytes, as: UTF8.self)
        seen.withLock { $0.append(request) }
        switch reply(request) {
        case .bytes(let answer): _ = send(connection, answer, answer.count, Int32(MSG_NOSIGNAL))
        case .silence: while recv(connection, &buffer, buffer.count, 0) > 0 {}
        default: break
        }
    }
}
