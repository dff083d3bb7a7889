/// Why events could not be delivered.
///
/// More cases may be added, so a `switch` needs a `default`.
public enum FlushObstacle: Sendable, Hashable {
    /// The server could not be reached, or did not answer in time.
    case noAnswer
    /// The server failed or asked to try later.
    case unavailable(status: Int)
    /// The answer did not come from a collector. The network may require a login.
    case noAcknowledgement
    /// The collector does not accept the key.
    case keyRefused
    /// The server at the URL is not a collector.
    case misconfigured(status: Int)
    /// Nothing is recorded, because the setup is wrong or another process uses the directory. A diagnostic says which.
    case notRecording
    /// The device has not been unlocked since it started.
    case locked
    /// The disk failed or is full.
    case disk
    /// The delivery was cancelled because the time in the background or collecting ended.
    case stopped
}
