import CPostgres
import Glibc
import Synchronization

/// Interrupts what a connection is doing; may be used from any thread, also after the connection is gone.
public final class Canceller: Sendable {
    /// libpq's `PQcancel` may run in any thread, but one at a time for one handle.
    private let handle: Mutex<UInt>

    init(_ handle: OpaquePointer?) {
        self.handle = Mutex(UInt(bitPattern: handle))
    }

    deinit {
        handle.withLock { PQfreeCancel(OpaquePointer(bitPattern: $0)) }
    }

    /// Asks the server to stop the statement that is running, if one is; it then fails with kind `cancelled`.
    public func cancel() {
        handle.withLock { bits in
            guard let handle = OpaquePointer(bitPattern: bits) else { return }
            withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { reason in
                Self.withoutBrokenPipe { _ = PQcancel(handle, reason.baseAddress, 256) }
            }
        }
    }

    /// Runs `body` with SIGPIPE kept from this thread: unlike the rest of libpq `PQcancel` sends without a flag against it, so
    /// that a server that is just going away would end the program.
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
