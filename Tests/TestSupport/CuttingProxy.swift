import Foundation
import Glibc
import Synchronization

/// A Unix socket that passes everything on to a PostgreSQL server's, and can cut a connection at its commit. Programs that
/// tests start don't inherit its sockets: a connection that is cut would live on in them.
public final class CuttingProxy: Sendable {
    /// What becomes of the next COMMIT.
    public enum Cut: Sendable {
        /// Nothing.
        case none
        /// It never reaches the server.
        case before
        /// The server commits, and its answer gets lost.
        case after
        /// The same, and the server is away from then on.
        case afterAndAway
    }

    /// The folder to connect to in place of the server's.
    public let folder: String
    private let upstream: String
    private let listener: Int32
    private let next = Mutex(Cut.none)
    private let away = Mutex(false)
    private let silent = Mutex(false)

    /// A proxy before the server whose socket is in the folder `upstream`.
    public init(upstream: String, port: String) throws {
        folder = NSTemporaryDirectory() + "proxy-\(UUID().uuidString.prefix(8))"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        self.upstream = "\(upstream)/.s.PGSQL.\(port)"
        listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard Self.withAddress("\(folder)/.s.PGSQL.\(port)", { bind(listener, $0, $1) }) == 0, listen(listener, 8) == 0
        else { throw CocoaError(.fileWriteUnknown) }
        Thread { [self] in accept() }.start()
    }

    /// What becomes of the next COMMIT of any connection.
    public func cutNext(_ cut: Cut) { next.withLock { $0 = cut } }

    /// Whether the server is away: connections are cut, and new ones too.
    public var isAway: Bool {
        get { away.withLock { $0 } }
        set { away.withLock { $0 = newValue } }
    }

    /// Whether new connections get no answer, as where the host is gone.
    public var isSilent: Bool {
        get { silent.withLock { $0 } }
        set { silent.withLock { $0 = newValue } }
    }

    public func close() {
        isSilent = false
        shutdown(listener, Int32(SHUT_RDWR))
        Glibc.close(listener)
        try? FileManager.default.removeItem(atPath: folder)
    }

    private func accept() {
        while true {
            let client = Glibc.accept(listener, nil, nil)
            guard client >= 0 else { return }
            _ = fcntl(client, F_SETFD, FD_CLOEXEC)
            // Those that come meanwhile wait in the kernel.
            while isSilent { usleep(20_000) }
            let server = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
            guard !isAway, Self.withAddress(upstream, { connect(server, $0, $1) }) == 0 else {
                Glibc.close(client)
                Glibc.close(server)
                continue
            }
            Thread { self.pump(client, server) }.start()
        }
    }

    /// Passes bytes both ways until one side ends or a commit is cut.
    private func pump(_ client: Int32, _ server: Int32) {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        var sides = [
            pollfd(fd: client, events: Int16(POLLIN), revents: 0),
            pollfd(fd: server, events: Int16(POLLIN), revents: 0),
        ]
        defer {
            Glibc.close(client)
            Glibc.close(server)
        }
        while poll(&sides, 2, 50) >= 0, !isAway {
            for side in 0..<2 where sides[side].revents != 0 {
                let count = read(sides[side].fd, &buffer, buffer.count)
                guard count > 0 else { return }
                let cut = side == 0 && buffer[..<count].contains(Self.commit) ? takeCut() : .none
                if cut == .before { return }
                // The other side may be gone: that ends this connection, not the tests.
                guard send(sides[1 - side].fd, buffer, count, Int32(MSG_NOSIGNAL)) == count else { return }
                if cut == .after || cut == .afterAndAway {
                    _ = read(server, &buffer, buffer.count)
                    if cut == .afterAndAway { isAway = true }
                    return
                }
            }
        }
    }

    private static let commit = Array("COMMIT".utf8) + [0]

    private func takeCut() -> Cut {
        next.withLock { cut in
            defer { cut = .none }
            return cut
        }
    }

    private static func withAddress(_ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }
}
