/// A problem that the app's developer should know about. Contains no event data.
///
/// More cases may be added, so a `switch` needs a `default`.
public enum Diagnostic: Sendable, Hashable {
    /// Why events were dropped.
    public enum DropCause: String, Sendable, Hashable {
        /// The queue was full, so the oldest events were dropped.
        case queueFull
        /// The disk was full or failed, and the events could not wait in memory.
        case diskFull
        /// The device was not unlocked before the buffer in memory was full.
        case locked
        /// The notification's id is empty or longer than 255 characters.
        case invalidNotificationID
        /// The name of the experiment or of its variant is empty or longer than 255 characters.
        case invalidAssignment
        /// The collector has erased this installation.
        case erased
    }

    /// The collector rejected an event of this type, for one of the contract's reasons.
    case rejected(reason: String, detail: String, type: String?)
    /// The collector does not accept the key. Events are kept.
    case keyRefused
    /// The URL answers, but is not a collector's. Events are kept.
    case misconfigured(status: Int)
    /// Events were dropped.
    case dropped(count: Int, cause: DropCause)
    /// The device has not been unlocked since it started. Events wait in memory.
    case locked
    /// Lines of the queue were damaged and skipped.
    case corrupt(lines: Int)
    /// Something other than this library asked the user for permission, so the prompt can't be counted.
    case promptBypassed
    /// `UNUserNotificationCenter` has no delegate, so opened notifications can't be seen.
    case noNotificationDelegate
    /// Another process uses the same directory, so this one records nothing.
    case directoryInUse
    /// The system reported an authorization status that is newer than this library.
    case unknownStatus(Int)
    /// The process is not in `Configuration.appGroup`, so events of the service extension are lost.
    case notInAppGroup
    /// The process is an app extension, in which a `Bellwether` would be another installation of the app. It records nothing,
    /// unless `Configuration.directory` is a separate folder, which no other process uses.
    case inAppExtension
    /// The app's id is invalid, or the system is not one of the contract's. Nothing is recorded.
    case invalidOrigin
}
