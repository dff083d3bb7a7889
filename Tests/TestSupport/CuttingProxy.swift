import Foundation
import Glibc
import Synchronization

/// A proxy on a Unix socket that forwards to a PostgreSQL server and can cut a connection at its COMMIT.
///
/// Sockets are close-on-exec, because a connection inherited by a program that a test starts would stay open after the
/// cut.
public final class CuttingProxy: Sendable {
    /// Where to cut the connection of the next COMMIT.
    public enum Cut: Sendable {
        /// Don't cut.
        case none
        /// Before the COMMIT reaches the server.
        case before
        /// After the server has committed, so that its answer is lost.
        case after
        /// The same as `after`, and from then on the server can't be reached.
        case afterAndAway
    }

    /// The folder to connect to instead of the server's socket folder.
    public let folder: String
    private let upstream: String
    private let listener: Int32
    private let next = Mutex(Cut.none)
    private let away = Mutex(false)
    private let silent = Mutex(false)

    /// Starts a proxy for the server whose socket is in the folder `upstream`.
    public init(upstream: String, port: String) throws {
        folder = NSTemporaryDirectory() + "proxy-\(UUID().uuidString.prefix(8))"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        self.upstream = "\(upstream)/.s.PGSQL.\(port)"
        listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard withUnixAddress("\(folder)/.s.PGSQL.\(port)", { bind(listener, $0, $1) }) == 0, listen(listener, 8) == 0
        else { throw CocoaError(.fileWriteUnknown) }
        Thread { [self] in accept() }.start()
    }

    /// Cuts the connection that sends the next COMMIT.
    public func cutNext(_ cut: Cut) { next.withLock { $0 = cut } }

    /// Whether the server is unreachable: open connections are cut and new ones are refused.
    public var isAway: Bool {
        get { away.withLock { $0 } }
        set { away.withLock { $0 = newValue } }
    }

    /// Whether new connections get no answer, as if the host were down.
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
            // Connections made in the meantime wait in the listen backlog.
            while isSilent { usleep(20_000) }
            let server = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
            guard !isAway, withUnixAddress(upstream, { connect(server, $0, $1) }) == 0 else {
                Glibc.close(client)
                Glibc.close(server)
                continue
            }
            Thread { self.pump(client, server) }.start()
        }
    }

    /// Forwards bytes in both directions until one side closes or a COMMIT is cut.
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
                // MSG_NOSIGNAL: if the other side is gone, the connection ends without a SIGPIPE that would kill the
                // test process.
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
}
