public import EventLog
import Foundation
public import Postgres
import PrivateServer
import Synchronization

/// Creates a database for each test by cloning a migrated template. The server is the one in `DATABASE_URL`, or else a
/// private server that lives as long as the test process.
public enum TestServer {
    private static let template = "bellwether_template_\(ProcessInfo.processInfo.processIdentifier)"
    private static let counter = Atomic<Int>(0)

    /// Runs `body` with its own migrated database.
    public static func withDatabase<Value: Sendable>(
        _ body: (Database) async throws -> Value
    ) async throws -> Value {
        try await withMigratedCopy(of: template, body)
    }

    /// Runs `body` with a copy of a database to which nobody is connected.
    public static func withCopy<Value: Sendable>(
        of original: Database, _ body: (Database) async throws -> Value
    ) async throws -> Value {
        try await withMigratedCopy(of: original.target.expanded.keywords["dbname"] ?? "", body)
    }

    private static func withMigratedCopy<Value: Sendable>(
        of original: String, _ body: (Database) async throws -> Value
    ) async throws -> Value {
        try await withCopy(of: original) { target in
            let database = try await Database(migrating: target)
            // CREATE DATABASE … TEMPLATE copies the privileges on objects in the database, but not those on the
            // database itself, so grant them again.
            let owner = try await Session.connect(to: target)
            try await owner.run { try Schema.grant($0) }
            await owner.close()
            return try await body(database)
        }
    }

    /// Runs `body` with its own empty database, without our schema.
    public static func withEmptyDatabase<Value: Sendable>(
        _ body: (ConnectionTarget) async throws -> Value
    ) async throws -> Value {
        try await withCopy(of: "template0", body)
    }

    private static func withCopy<Value: Sendable>(
        of original: String, _ body: (ConnectionTarget) async throws -> Value
    ) async throws -> Value {
        let server = try await ready.value
        await places.take()
        defer { Task { await places.giveBack() } }
        let name = "\(template)_\(counter.add(1, ordering: .relaxed).newValue)"
        try await server.script("CREATE DATABASE \(name) TEMPLATE \(original)")
        let outcome: Result<Value, any Error>
        do { outcome = .success(try await body(server.naming(name))) } catch { outcome = .failure(error) }
        try await server.script("DROP DATABASE \(name) WITH (FORCE)")
        return try outcome.get()
    }

    /// Limits the number of databases in use at the same time, so that the server doesn't run out of connections.
    private static let places = Places(count: 12)

    /// The server with its template; created on first use.
    private static let ready = Task {
        let server = try await start()
        try await server.script("CREATE DATABASE \(template) TEMPLATE template0 ENCODING 'UTF8'")
        let made = try await Database(migrating: server.naming(template))
        _ = made
        return server
    }

    private static func start() async throws -> ConnectionTarget {
        if let url = ProcessInfo.processInfo.environment["DATABASE_URL"], !url.isEmpty {
            atexit { TestServer.dropTemplate() }
            return ConnectionTarget(url: url).expanded
        }
        let directory = NSTemporaryDirectory() + template
        let server = try EmbeddedServer(directory: directory, environment: ProcessInfo.processInfo.environment)
        let lease = try await server.acquire()
        kept.withLock { $0 = (lease, directory) }
        atexit { TestServer.removeServer() }
        return lease.target
    }

    /// The lease that keeps the private server running, and its folder.
    private static let kept = Mutex<(ServerLease, String)?>(nil)

    private static func removeServer() {
        guard let (lease, directory) = kept.withLock({ $0 }) else { return }
        wait { try await lease.release() }
        try? FileManager.default.removeItem(atPath: directory)
    }

    private static func dropTemplate() {
        wait { try await ready.value.script("DROP DATABASE \(template) WITH (FORCE)") }
    }

    /// Waits for work at the exit of the process, at most half a minute.
    private static func wait(for work: @escaping @Sendable () async throws -> Void) {
        let done = DispatchSemaphore(value: 0)
        Task.detached {
            try? await work()
            done.signal()
        }
        _ = done.wait(timeout: .now() + 30)
    }
}

/// A semaphore for tasks, served in order of arrival.
private actor Places {
    private var free: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(count: Int) { free = count }

    func take() async {
        guard free == 0 else {
            free -= 1
            return
        }
        await withCheckedContinuation { waiting.append($0) }
    }

    func giveBack() {
        if waiting.isEmpty { free += 1 } else { waiting.removeFirst().resume() }
    }
}

extension ConnectionTarget {
    /// Returns the same server with another database.
    func naming(_ database: String) -> ConnectionTarget {
        var target = self
        target.keywords["dbname"] = database
        return target
    }
}
