import Dispatch

/// A connection with a thread of its own: what blocks on the server blocks nobody else.
///
/// `run` hands its closure the connection and does not suspend until the closure returns, so that a transaction is never
/// interleaved with another task's statements. A cancelled task interrupts the statement it is waiting for.
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

    /// Opens a session; `prepare` sets its connection up, also when it is opened again.
    public static func connect(
        to target: ConnectionTarget, prepare: @escaping @Sendable (borrowing Connection) throws -> Void = { _ in }
    ) async throws -> Session {
        let session = Session(target, prepare)
        try await session.open()
        return session
    }

    /// Opens a new connection in place of one that broke. What the old session held (locks, temporary tables) is gone.
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

    /// Begins a transaction that goes on from one `run` to the next, until it is committed or rolled back.
    public func begin(_ isolation: Connection.Isolation) throws {
        try perform { connection in try connection.begin(isolation) }
    }

    /// Commits what `begin` began.
    public func commit() throws {
        try perform { connection in try connection.commit() }
    }

    /// Rolls back what `begin` began, for an error that tells more than a failure to do so.
    public func rollBack() {
        try? perform { connection in connection.rollBack() }
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
