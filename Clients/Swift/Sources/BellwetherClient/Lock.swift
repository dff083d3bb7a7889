import Foundation

/// Guards a value with a lock. `Mutex` and `OSAllocatedUnfairLock` need newer systems than the package supports.
/// This is the only unchecked `Sendable` of the library.
package final class Lock<Value>: @unchecked Sendable {
    private let lock = NSLock()
    private var value: Value

    package init(_ value: sending Value) { self.value = value }

    /// Runs `body` with exclusive access to the value. `body` must not call it again.
    package func withLock<Result, Failure: Error>(
        _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        lock.lock()
        defer { lock.unlock() }
        return try body(&value)
    }
}
