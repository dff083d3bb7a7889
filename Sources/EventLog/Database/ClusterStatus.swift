/// What `server status` says.
public struct ClusterStatus: Sendable, Equatable {
    /// The cluster's folder.
    public let directory: String
    /// Whether the server takes connections.
    public let isRunning: Bool
    /// The server's process; nil if it doesn't run, or runs in another container.
    public let processID: Int32?
    /// PostgreSQL's version, such as `15.14`; nil if the cluster is not made yet.
    public let version: String?
    /// Whether `server start` keeps it up.
    public let isKept: Bool
    /// The URL to connect to; nil while the server doesn't run.
    public let connectionString: String?
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
