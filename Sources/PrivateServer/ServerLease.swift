public import Postgres
import Synchronization

/// A lease on a running server, which stays up at least until the lease is released.
///
/// A process that ends without releasing leaves the server running. The next process that uses it stops it when it is
/// the last to release.
public final class ServerLease: Sendable {
    public let target: ConnectionTarget
    /// The same as a URL for people and other programs.
    public let connectionString: String
    private let use: Mutex<FileLock?>
    private let leave: @Sendable (FileLock) async throws -> Void

    init(socket: ServerSocket, use: FileLock, leave: @escaping @Sendable (FileLock) async throws -> Void) {
        self.target = socket.target
        self.connectionString = socket.connectionString
        self.use = Mutex(use)
        self.leave = leave
    }

    /// Releases the lease. The last process to do so stops the server, unless `server start` keeps it up. A second call
    /// does nothing.
    public func release() async throws {
        let held = use.withLock { use in
            defer { use = nil }
            return use
        }
        guard let held else { return }
        let leave = leave
        // In a new task, because a cancelled command must still stop the server that it started.
        try await Task { try await leave(held) }.value
    }
}
