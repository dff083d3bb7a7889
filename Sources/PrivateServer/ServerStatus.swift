/// The state of a private server.
public enum ServerState: String, Sendable {
    /// Accepts connections.
    case running
    /// Starting, or recovering from a crash.
    case starting
    /// Shutting down.
    case stopping
    case stopped
    /// Its processes exist but don't answer.
    case unresponsive
}

/// The output of `server status`.
public struct ServerStatus: Sendable, Equatable {
    /// The server's folder.
    public let directory: String
    public let state: ServerState
    /// The server's process id; nil if it is not running, or runs in another container.
    public let processID: Int32?
    /// PostgreSQL's version, such as `15.14`; nil if the server does not exist yet.
    public let version: String?
    /// Whether `server start` keeps the server up.
    public let isKept: Bool
    /// The URL to connect to; nil unless the server is running.
    public let connectionString: String?

    /// Whether the server's programs were replaced since it started, as by an upgrade of their packages.
    public var runsReplacedPrograms = false

    /// Whether the server accepts connections.
    public var isRunning: Bool { state == .running }
}

/// The result of `server stop`.
public enum ServerStop: Sendable, Equatable {
    /// The server was stopped.
    case stopped
    /// No server was running.
    case wasNotRunning
    /// Commands are still using the server; the last of them will stop it.
    case leftToItsUsers
}
