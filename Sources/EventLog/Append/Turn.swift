import Dispatch
import Synchronization

/// The place of a batch among those of one source that are stored over several connections at once: each is committed
/// after the one before it.
///
/// Who stores a batch waits for the one before on a thread of its own. PostgreSQL does not see that wait, so that a
/// transaction may only take a moment for it: somebody whom the one before waits for may be waiting for ours.
final class Turn: Sendable {
    /// Thrown by a transaction that has waited as long as it may; it is to be rolled back, and done again after the batch before.
    struct NotYet: Error {}

    /// How long a transaction may wait for the batch before.
    private static let patience = DispatchTimeInterval.seconds(1)

    /// How many batches of the source came before.
    let number: Int
    private let previous: Mutex<Turn?>
    private let begun = Latch()
    private let ended = Latch()
    private let failure = Mutex<(any Error)?>(nil)

    init(after previous: Turn?) {
        number = previous.map { $0.number + 1 } ?? 0
        self.previous = Mutex(previous)
    }

    /// Says that the batch's transaction has begun, and holds the locks for which it would queue behind one that waits for the next.
    func begin() { begun.open() }

    /// Says that the batch is committed or, with an error, that it never will be.
    func end(_ error: (any Error)? = nil) {
        failure.withLock { $0 = error }
        previous.withLock { $0 = nil }
        begun.open()
        ended.open()
    }

    /// Waits until the transaction of the batch before has begun.
    func waitToBegin() { before?.begun.wait() }

    /// Waits within a transaction until the batch before is committed. Throws its error if it failed, and `NotYet` after a moment.
    func waitToCommit() throws {
        guard let before else { return }
        guard before.ended.wait(atMost: Self.patience) else { throw NotYet() }
        if let error = before.failure.withLock({ $0 }) { throw error }
    }

    /// Waits outside of a transaction until the batch before is committed or failed.
    func waitForPrevious() { before?.ended.wait() }

    private var before: Turn? { previous.withLock { $0 } }
}

/// A door that opens once, for all who wait.
private struct Latch: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)

    func open() { semaphore.signal() }

    func wait() { _ = wait(until: .distantFuture) }

    /// False where it did not open in time.
    func wait(atMost time: DispatchTimeInterval) -> Bool { wait(until: .now() + time) }

    private func wait(until time: DispatchTime) -> Bool {
        guard semaphore.wait(timeout: time) == .success else { return false }
        // For the next who waits.
        semaphore.signal()
        return true
    }
}
