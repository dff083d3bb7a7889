import Foundation
public import Postgres

/// A private PostgreSQL server in one folder, reached through a Unix socket and without a TCP port.
///
/// Every command that uses it holds a lease: the first command starts the server, creating it if needed, and the last
/// one stops it. Connections are trusted, because only the folder's owner and root can reach the socket.
public struct EmbeddedServer: Sendable {
    /// Absolute path of the folder.
    public let directory: String
    /// How long the server may take to start, recover or stop. Waiting for a lock that another command holds may take
    /// three times as long.
    package var patience: Duration = .seconds(60)
    private let environment: [String: String]
    private let programs: PostgresPrograms?
    private let progress: @Sendable (String) -> Void

    /// Creates a handle to the server in `directory`; the server itself is created on first use. If `programs` is
    /// nil, they are searched for. `progress` receives a message for each long step. Throws if `PGHOSTADDR` would make
    /// libpq connect elsewhere.
    public init(
        directory: String, environment: [String: String], programs: PostgresPrograms? = nil,
        progress: @escaping @Sendable (String) -> Void = { _ in }
    ) throws {
        // libpq uses PGHOSTADDR instead of the host it is given. It ignores an empty value.
        if let address = environment["PGHOSTADDR"], !address.isEmpty {
            throw ServerError.unavailable(
                "PGHOSTADDR is \(address) while neither PGHOST nor PGDATABASE names a database: "
                    + "unset it, or name the database with --database-url")
        }
        self.directory = absolutePath(directory, from: FileManager.default.currentDirectoryPath)
        self.environment = environment
        self.programs = programs
        self.progress = progress
    }

    /// Creates the server on first use, starts it if needed, and returns a lease on it. All processes and tasks that call
    /// this share one server.
    public func acquire() async throws -> ServerLease {
        try await whileStarting { server in
            let use = try FileLock(path: server.folder.useLock, account: server.folder.account)
            try await stopIfReplaced(server, use)
            try await lock(use, .shared, server.folder)
            try await run(server)
            return ServerLease(socket: server.socket, use: use) { try await leave(server, $0) }
        }
    }

    /// Starts the server if needed, and keeps it up until ``stop()``.
    public func start() async throws -> ConnectionTarget {
        try await whileStarting { server in
            let use = try FileLock(path: server.folder.useLock, account: server.folder.account)
            try await stopIfReplaced(server, use)
            try await run(server)
            try server.folder.write("", to: server.folder.keep)
            return server.socket.target
        }
    }

    /// Undoes ``start()``: stops the server, or leaves that to the last command that uses it.
    @discardableResult
    public func stop() async throws -> ServerStop {
        let there = try ServerFolder.existing(directory, environment: environment)
        guard let folder = there, folder.isMade else { return .wasNotRunning }
        unlink(folder.keep)
        let use = try FileLock(path: folder.useLock, account: folder.account)
        return try await leave(server(in: folder), use)
    }

    /// Returns the server's status, without creating or starting anything.
    public func status() async throws -> ServerStatus {
        guard let folder = try ServerFolder.existing(directory, environment: environment), folder.isMade else {
            return ServerStatus(
                directory: directory, state: .stopped, processID: nil, version: nil, isKept: false,
                connectionString: nil)
        }
        let server = try await server(in: folder)
        let state = try await server.state()
        return ServerStatus(
            directory: folder.path, state: state, processID: try await server.processID(),
            version: server.programs.version, isKept: exists(folder.keep),
            connectionString: state == .running ? server.socket.connectionString : nil,
            runsReplacedPrograms: try await server.isOfReplacedPrograms())
    }

    private func run(_ server: ServerProcess) async throws {
        let creation = ServerCreation(folder: server.folder, shell: server.shell, programs: server.programs)
        try await server.ensureRunning { lock in
            progress("making a private PostgreSQL server in \(server.folder.path)")
            try await creation.make(holding: lock)
        }
    }

    /// Stops a server whose programs were replaced since it started, unless somebody uses it: it could not load the new
    /// libraries. The caller starts it again.
    private func stopIfReplaced(_ server: ServerProcess, _ use: FileLock) async throws {
        guard try await server.isOfReplacedPrograms(), try use.tryLock(.exclusive) else { return }
        defer { use.unlock() }
        guard await !server.hasSessions() else { return }
        try await server.stop()
    }

    /// Stops the server if no other process uses it and `server start` does not keep it up.
    @discardableResult
    private func leave(_ server: ServerProcess, _ use: FileLock) async throws -> ServerStop {
        let folder = server.folder
        // PostgreSQL shuts itself down within a minute of its folder being deleted.
        guard exists(folder.startLock) else { return .wasNotRunning }
        let start = try FileLock(path: folder.startLock, account: folder.account)
        try await lock(start, .exclusive, folder)
        defer { start.unlock() }
        defer { use.unlock() }
        guard try use.tryLock(.exclusive) else { return .leftToItsUsers }
        guard !exists(folder.keep), try await server.processID() != nil else { return .wasNotRunning }
        try await server.stop()
        return .stopped
    }

    private func whileStarting<Outcome>(_ body: (ServerProcess) async throws -> Outcome) async throws -> Outcome {
        let made = try ServerFolder.existing(directory, environment: environment)
        // Search before creating the folder: without the programs it would be useless.
        let programs = try await findPrograms(for: made?.majorVersion)
        let folder = try ServerFolder.open(directory, environment: environment)
        let start = try FileLock(path: folder.startLock, account: folder.account)
        try await lock(start, .exclusive, folder)
        defer { start.unlock() }
        return try await body(server(in: folder, having: programs))
    }

    private func server(
        in folder: ServerFolder, having programs: PostgresPrograms? = nil
    ) async throws -> ServerProcess {
        ServerProcess(
            folder: folder, shell: try await ServerShell(folder: folder, environment: environment),
            programs: try await findPrograms(for: folder.majorVersion, having: programs),
            socket: try ServerSocket(of: folder, environment: environment), patience: patience)
    }

    private func findPrograms(
        for majorVersion: Int?, having found: PostgresPrograms? = nil
    ) async throws -> PostgresPrograms {
        if let given = found ?? programs, majorVersion == nil || given.majorVersion == majorVersion { return given }
        return try await PostgresPrograms.find(environment: environment, majorVersion: majorVersion)
    }

    private func lock(_ lock: FileLock, _ mode: FileLock.Mode, _ folder: ServerFolder) async throws {
        try await lock.lock(mode, patience: patience * 3) {
            progress("waiting for another command to start or stop the database in \(folder.path)")
        }
    }
}
