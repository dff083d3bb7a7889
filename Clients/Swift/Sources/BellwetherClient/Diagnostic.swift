/// Something that a developer of the app should know. Holds no value of an event.
///
/// More cases may be added, so a `switch` needs a `default`.
public enum Diagnostic: Sendable, Hashable {
    /// Why events were dropped.
    public enum DropCause: String, Sendable, Hashable {
        /// The queue was full; the oldest engagement events made room.
        case queueFull
        /// The disk was full, and so was the waiting room in memory.
        case diskFull
        /// The device was not unlocked for the first time before the waiting room in memory was full.
        case locked
        /// The notification's id is empty or longer than 255 characters.
        case invalidNotificationID
        /// The collector has erased this installation.
        case erased
    }

    /// The collector rejected an event of this type, for one of the contract's reasons.
    case rejected(reason: String, detail: String, type: String?)
    /// The collector does not accept the key. Events are kept.
    case keyRefused
    /// The URL answers, but not as a collector does. Events are kept.
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
    /// Another process uses the same directory. This one records nothing.
    case directoryInUse
    /// The system reported an authorization status that this version of the library does not know.
    case unknownStatus(Int)
    /// The contract does not allow the app's id, or does not name the system. Nothing is recorded.
    case invalidOrigin
}
