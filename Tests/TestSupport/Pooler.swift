import Foundation
import Glibc
import Synchronization

/// A connection pooler on a Unix socket, before a PostgreSQL server. It answers with its own process number, as
/// poolers do, and gives all clients one session of the server, each for a statement at a time, or a session to each
/// client.
public final class Pooler: Sendable {
    /// The folder to connect to instead of the server's socket folder.
    public let folder: String
    private let upstream: String
    private let ignoresOptions: Bool
    private let listener: Int32
    /// The session that all clients share; nil if each has its own.
    private let shared: ServerSession?
    private let seen = Mutex<[String]>([])

    /// The statements that clients sent as simple queries.
    public var statements: [String] { seen.withLock { $0 } }

    /// Starts a pooler for the server whose socket is in the folder `upstream`. `ignoresOptions`: whether the server gets
    /// no `options` of a client.
    public init(upstream: String, port: String, sharing: Bool, ignoresOptions: Bool = false) throws {
        self.ignoresOptions = ignoresOptions
        folder = NSTemporaryDirectory() + "pooler-\(UUID().uuidString.prefix(8))"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        self.upstream = "\(upstream)/.s.PGSQL.\(port)"
        shared = sharing ? ServerSession(self.upstream) : nil
        listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard withUnixAddress("\(folder)/.s.PGSQL.\(port)", { bind(listener, $0, $1) }) == 0, listen(listener, 8) == 0
        else { throw CocoaError(.fileWriteUnknown) }
        Thread { [self] in accept() }.start()
    }

    public func close() {
        shutdown(listener, Int32(SHUT_RDWR))
        Glibc.close(listener)
        try? FileManager.default.removeItem(atPath: folder)
    }

    private func accept() {
        while true {
            let client = Glibc.accept(listener, nil, nil)
            guard client >= 0 else { return }
            _ = fcntl(client, F_SETFD, FD_CLOEXEC)
            Thread { [self] in
                serve(client)
                Glibc.close(client)
            }.start()
        }
    }

    private func serve(_ client: Int32) {
        let session = shared ?? ServerSession(upstream)
        guard let startup = client.message(isStartup: true),
            let greeting = session.greet(ignoresOptions ? Self.withoutOptions(startup) : startup)
        else { return }
        guard client.send(greeting) else { return }
        while let request = request(of: client), let answer = session.exchange(request) {
            guard client.send(answer) else { return }
        }
    }

    /// Returns a session's first message with another parameter in place of `options`, which the server takes for one of
    /// an extension.
    private static func withoutOptions(_ startup: [UInt8]) -> [UInt8] {
        var startup = startup
        if let name = startup.firstRange(of: Array("\0options\0".utf8)) {
            startup.replaceSubrange(name, with: Array("\0x.ption\0".utf8))
        }
        return startup
    }

    /// Returns the messages up to the one that the server answers; nil if the client leaves.
    private func request(of client: Int32) -> [UInt8]? {
        var messages: [UInt8] = []
        while let message = client.message(), let kind = message.first.map({ Character(Unicode.Scalar($0)) }) {
            if kind == "X" { return nil }
            messages += message
            if kind == "Q" {
                seen.withLock { $0.append(String(decoding: message.dropFirst(5).dropLast(), as: UTF8.self)) }
            }
            if kind == "Q" || kind == "S" { return messages }
        }
        return nil
    }
}

/// A session of the server, closed with its last user.
private final class ServerSession: Sendable {
    private let path: String
    /// The socket, and what the server answered to the start of the session; nil before.
    private let opened = Mutex<(socket: Int32, greeting: [UInt8])?>(nil)

    init(_ path: String) { self.path = path }

    deinit { opened.withLock { if let opened = $0 { Glibc.close(opened.socket) } } }

    /// Returns what the server answered to the start of the session; starts it first if this is its first user.
    func greet(_ startup: [UInt8]) -> [UInt8]? {
        opened.withLock { opened in
            if let opened { return opened.greeting }
            let made = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
            guard withUnixAddress(path, { connect(made, $0, $1) }) == 0, made.send(startup),
                let greeting = made.answer(replacingProcess: true)
            else { return nil }
            opened = (made, greeting)
            return greeting
        }
    }

    /// Sends a request and returns the whole answer, before anybody else's request.
    func exchange(_ request: [UInt8]) -> [UInt8]? {
        opened.withLock { opened in
            guard let opened, opened.socket.send(request) else { return nil }
            return opened.socket.answer()
        }
    }
}

extension Int32 {
    /// Returns the messages up to the one that says that the server is ready.
    fileprivate func answer(replacingProcess: Bool = false) -> [UInt8]? {
        var messages: [UInt8] = []
        while var message = message(), let kind = message.first.map({ Character(Unicode.Scalar($0)) }) {
            // The process number follows the kind and the length.
            if kind == "K", replacingProcess { message.replaceSubrange(5..<9, with: [0, 0, 0, 1]) }
            messages += message
            if kind == "Z" { return messages }
        }
        return nil
    }

    /// Reads one message: its kind, unless it is a session's first, its length, and the rest.
    fileprivate func message(isStartup: Bool = false) -> [UInt8]? {
        let head = isStartup ? 4 : 5
        guard let start = bytes(head) else { return nil }
        let length = start.suffix(4).reduce(0) { $0 << 8 | Int($1) }
        return bytes(length - 4).map { start + $0 }
    }

    private func bytes(_ count: Int) -> [UInt8]? {
        var all = [UInt8](repeating: 0, count: count)
        var done = 0
        while done < count {
            let read = all.withUnsafeMutableBytes { recv(self, $0.baseAddress! + done, count - done, 0) }
            guard read > 0 else { return nil }
            done += read
        }
        return all
    }

    fileprivate func send(_ bytes: [UInt8]) -> Bool {
        Glibc.send(self, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count
    }
}

/// Calls `body` with the address of a Unix socket.
func withUnixAddress(_ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    return withUnsafePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
        }
    }
}
