public import Postgres
import Synchronization

/// The use of a running cluster by this process; the server stays up at least until it is released.
///
/// A process that ends without releasing leaves the server to the next one, which stops it when it is the last.
public final class ClusterLease: Sendable {
    /// Where to connect to.
    public let target: ConnectionTarget
    /// The same as a URL for people and other programs.
    public let connectionString: String
    private let use: Mutex<ClusterLock?>
    private let leave: @Sendable (ClusterLock) async throws -> Void

    init(socket: ServerSocket, use: ClusterLock, leave: @escaping @Sendable (ClusterLock) async throws -> Void) {
        self.target = socket.target
        self.connectionString = socket.connectionString
        self.use = Mutex(use)
        self.leave = leave
    }

    /// Gives the use up; the last one out stops the server unless `server start` keeps it. A second call does nothing.
    public func release() async throws {
        let held = use.withLock { use in
            defer { use = nil }
            return use
        }
        guard let held else { return }
        let leave = leave
        // A task of its own: a cancelled command still has to stop the server it started.
        try await Task { try await leave(held) }.value
    }
}
