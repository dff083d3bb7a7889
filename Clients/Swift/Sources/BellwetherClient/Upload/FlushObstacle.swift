/// Why events could not be delivered.
///
/// More cases may be added, so a `switch` needs a `default`.
public enum FlushObstacle: Sendable, Hashable {
    /// The server could not be reached, or did not answer in time.
    case noAnswer
    /// The server asked to come back later, or failed.
    case unavailable(status: Int)
    /// The answer was not a collector's; the network may want a login.
    case noReceipt
    /// The collector does not accept the key.
    case keyRefused
    /// The URL answers, but not as a collector does.
    case misconfigured(status: Int)
    /// The device has not been unlocked since it started.
    case locked
    /// The disk failed or is full.
    case disk
    /// The delivery was stopped: its time in the background was over, or collecting ended.
    case stopped
}
