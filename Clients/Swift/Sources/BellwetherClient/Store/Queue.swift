import Foundation

/// The state that threads share. Its lock is held for one `write(2)`, except that the first record of a launch also reads the
/// folder.
struct Queue: Sendable {
    enum Phase: Sendable {
        /// The folder has not been read.
        case unread
        /// The folder can't be read before the device is unlocked.
        case locked
        case collecting
        /// Nothing is collected.
        case off
        /// Another process has the folder.
        case inUse
    }

    var phase = Phase.unread
    var claim: (any AnyObject & Sendable)?
    /// The contents of the file `state`, with the newest journey that is in a file.
    var state = StoredState(installation: nil)
    /// Whether the file `state` is older than `state`, or may not survive a power cut.
    var isStateNew = false
    /// The text of the installation's id.
    var installation = ""
    /// The newest journey. Differs from that in `state` while a step waits in memory.
    var journey = JourneyState()
    /// The argument of the last `setCollecting`, until it is carried out.
    var choice: Bool?

    /// The segments of this launch.
    var tails: [EventKind: Tail] = [:]
    /// Segments of earlier launches and of bursts that `Work` does not have yet.
    var found: [SegmentName] = []
    var lastNumber = 0

    /// The entries that could not be written yet.
    var waiting: [Entry] = []
    var backlog = Backlog()
    /// The diagnostics that were not reported yet, and the number of events dropped since.
    var diagnostics: [Diagnostic] = []
    var dropped: [Diagnostic.DropCause: Int] = [:]
    /// Whether `tidy` has work to do, and the function that says so.
    var needsWork = false
    var wake: (@Sendable () -> Void)?

    /// Forgets the installation and its events.
    mutating func stop() {
        (state, installation, journey) = (StoredState(installation: nil), "", JourneyState())
        (tails, waiting, backlog) = ([:], [], Backlog())
        if phase == .collecting { phase = .off }
    }

    /// Counts events that are dropped.
    mutating func drop(_ events: Int, _ cause: Diagnostic.DropCause) {
        guard events > 0 else { return }
        dropped[cause, default: 0] += events
        state.dropped[cause.rawValue, default: 0] += events
        (isStateNew, needsWork) = (true, true)
    }

    mutating func newName(_ kind: EventKind) -> SegmentName {
        lastNumber += 1
        return SegmentName(kind: kind, number: lastNumber)
    }
}
