import Foundation

/// What the store's threads share. The lock around it is held for no more than one `write(2)`, except for the first record of a
/// launch, which reads the folder.
struct Queue: Sendable {
    enum Phase: Sendable {
        /// The folder has not been read, or could not be.
        case unread
        /// The folder can't be read before the user unlocks the device.
        case locked
        case collecting
        /// Nothing is collected.
        case off
        /// Another process has the folder.
        case inUse
    }

    var phase = Phase.unread
    var claim: (any AnyObject & Sendable)?
    /// The identity of the installation, with the journey as far as it is written.
    var state = StoredState(installation: nil)
    /// Whether the file `state` is older than `state`, or may not survive a power cut.
    var isStateNew = false
    /// The text of the installation's id.
    var installation = ""
    /// The journey's newest state. Later than that of `state` while a step waits.
    var journey = JourneyState()
    /// What `setCollecting` asked for and the worker has not carried out.
    var choice: Bool?

    /// The segments of this launch.
    var tails: [EventKind: Tail] = [:]
    /// Ended segments that the worker does not know yet, such as those of earlier launches.
    var found: [SegmentName] = []
    var lastNumber = 0

    /// What could not be written yet.
    var waiting: [Entry] = []
    var backlog = Backlog()
    /// What the developer has not been told yet, and how many events were lost since.
    var diagnostics: [Diagnostic] = []
    var dropped: [Diagnostic.DropCause: Int] = [:]
    /// Whether the worker has something to do, and what calls it.
    var needsWork = false
    var wake: (@Sendable () -> Void)?

    /// Forgets the installation and all that was recorded.
    mutating func stop() {
        (state, installation, journey) = (StoredState(installation: nil), "", JourneyState())
        (tails, waiting, backlog) = ([:], [], Backlog())
        if phase == .collecting { phase = .off }
    }

    /// Counts events that are lost.
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
