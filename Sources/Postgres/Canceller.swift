import CPostgres
import Glibc
import Synchronization

/// Cancels the statement that a connection is running. Can be used from any thread, even after the connection is
/// closed.
public final class Canceller: Sendable {
    /// The `PGcancel*`. `PQcancel` may be called from any thread, but this lock allows only one call at a time for a
    /// handle.
    private let handle: Mutex<UInt>

    init(_ handle: OpaquePointer?) {
        self.handle = Mutex(UInt(bitPattern: handle))
    }

    deinit {
        handle.withLock { PQfreeCancel(OpaquePointer(bitPattern: $0)) }
    }

    /// Asks the server to cancel the statement that is running, if any. The statement then fails with kind `cancelled`.
    public func cancel() {
        handle.withLock { bits in
            guard let handle = OpaquePointer(bitPattern: bits) else { return }
            withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { reason in
                Self.withoutBrokenPipe { _ = PQcancel(handle, reason.baseAddress, 256) }
            }
        }
    }

    /// Runs `body` with SIGPIPE blocked in this thread. `PQcancel`, unlike the rest of libpq, sends without suppressing
    /// SIGPIPE, so a server that is shutting down would otherwise end the program.
    private static func withoutBrokenPipe(_ body: () -> Void) {
        var brokenPipe = sigset_t()
        var before = sigset_t()
        sigemptyset(&brokenPipe)
        sigaddset(&brokenPipe, SIGPIPE)
        pthread_sigmask(SIG_BLOCK, &brokenPipe, &before)
        body()
        var noTime = timespec()
        sigtimedwait(&brokenPipe, nil, &noTime)
        pthread_sigmask(SIG_SETMASK, &before, nil)
    }
}
