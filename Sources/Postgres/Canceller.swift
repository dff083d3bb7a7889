import CPostgres
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
                _ = PQcancel(handle, reason.baseAddress, 256)
            }
        }
    }
}
