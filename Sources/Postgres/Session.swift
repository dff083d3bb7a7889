import Dispatch

/// A connection with a thread of its own: what blocks on the server blocks nobody else.
///
/// `run` hands its closure the connection and does not suspend until the closure returns, so that a transaction is never
/// interleaved with another task's statements. A cancelled task interrupts the statement it is waiting for.
public actor Session {
    private let executor: QueueExecutor
    private var connection: Connection?
    private var canceller: Canceller?

    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    private init() {
        executor = QueueExecutor()
    }

    /// Opens a session.
    public static func connect(to target: ConnectionTarget) async throws -> Session {
        let session = Session()
        try await session.open(target)
        return session
    }

    private func open(_ target: ConnectionTarget) throws {
        let opened = try Connection(target)
        canceller = opened.canceller()
        connection = consume opened
    }

    /// Runs `body` on the session's thread with its connection.
    public func run<Value: Sendable>(
        _ body: @Sendable (borrowing Connection) throws -> Value
    ) async throws -> Value {
        try Task.checkCancellation()
        let canceller = canceller
        return try await withTaskCancellationHandler {
            try perform(body)
        } onCancel: {
            canceller?.cancel()
        }
    }

    private func perform<Value: Sendable>(_ body: @Sendable (borrowing Connection) throws -> Value) throws -> Value {
        switch connection {
        case .some(let open): try body(open)
        case .none: throw PostgresError(kind: .connection, message: "the session is closed", statement: "run")
        }
    }

    /// Closes the connection; later calls throw.
    public func close() {
        connection = nil
        canceller = nil
    }
}

/// Runs an actor's jobs on one dispatch queue, whose thread may block.
final class QueueExecutor: SerialExecutor {
    private let queue = DispatchQueue(label: "bellwether.postgres")

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }
}
