/// How a private cluster's server is.
public enum ClusterState: String, Sendable {
    /// It takes connections.
    case running
    /// It will take them: it starts, or recovers from a crash.
    case starting
    /// It was told to stop.
    case stopping
    case stopped
    /// Its processes are there, and it says nothing.
    case unresponsive
}

/// What `server status` says.
public struct ClusterStatus: Sendable, Equatable {
    /// The cluster's folder.
    public let directory: String
    public let state: ClusterState
    /// The server's process; nil if it doesn't run, or runs in another container.
    public let processID: Int32?
    /// PostgreSQL's version, such as `15.14`; nil if the cluster is not made yet.
    public let version: String?
    /// Whether `server start` keeps it up.
    public let isKept: Bool
    /// The URL to connect to; nil while the server doesn't run.
    public let connectionString: String?

    /// Whether the server takes connections.
    public var isRunning: Bool { state == .running }
}

/// What `server stop` came to.
public enum ClusterStop: Sendable, Equatable {
    /// The server was stopped.
    case stopped
    /// No server was running.
    case wasNotRunning
    /// Commands are using the server: the last of them will stop it.
    case leftToItsUsers
}
