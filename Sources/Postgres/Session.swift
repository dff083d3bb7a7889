import Dispatch

/// A connection whose blocking calls run on its own thread, so that waiting for the server blocks no other task.
///
/// `run` passes the connection to its closure and does not suspend until the closure returns, so another task's
/// statements never get into the same transaction. Cancelling a task cancels the statement that it is waiting for.
public actor Session {
    private let executor: QueueExecutor
    private let target: ConnectionTarget
    private let prepare: @Sendable (borrowing Connection) throws -> Void
    private var connection: Connection?
    private var canceller: Canceller?

    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    private init(_ target: ConnectionTarget, _ prepare: @escaping @Sendable (borrowing Connection) throws -> Void) {
        executor = QueueExecutor()
        self.target = target
        self.prepare = prepare
    }

    /// Opens a session. `prepare` sets up the connection, also after `reconnect`.
    public static func connect(
        to target: ConnectionTarget, prepare: @escaping @Sendable (borrowing Connection) throws -> Void = { _ in }
    ) async throws -> Session {
        let session = Session(target, prepare)
        try await session.open()
        return session
    }

    /// Replaces a broken connection with a new one. Locks and temporary tables of the old connection are lost.
    public func reconnect() throws {
        close()
        try open()
    }

    private func open() throws {
        let opened = try Connection(target)
        try prepare(opened)
        canceller = opened.canceller()
        connection = consume opened
    }

    /// Runs `body` with the connection, on the session's thread.
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

    /// Begins a transaction that spans several `run` calls, until `commit` or `rollBack`.
    public func begin(_ isolation: Connection.Isolation) throws {
        try perform { connection in try connection.begin(isolation) }
    }

    /// Commits the transaction that `begin` began.
    public func commit() throws {
        try perform { connection in try connection.commit() }
    }

    /// Rolls back the transaction that `begin` began. Ignores errors: call this while handling an error that says more.
    public func rollBack() {
        try? perform { connection in connection.rollBack() }
    }

    private func perform<Value: Sendable>(_ body: @Sendable (borrowing Connection) throws -> Value) throws -> Value {
        switch connection {
        case .some(let open): try body(open)
        case .none: throw PostgresError(kind: .connection, message: "the session is closed", statement: "run")
        }
    }

    /// Closes the connection. Later calls of `run` throw.
    public func close() {
        connection = nil
        canceller = nil
    }
}

/// Runs an actor's jobs on one serial dispatch queue, whose thread may block.
final class QueueExecutor: SerialExecutor {
    private let queue = DispatchQueue(label: "bellwether.postgres")

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }
}
