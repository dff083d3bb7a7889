import Foundation

/// What the store's threads share. The lock around it is held for no more than one `write(2)`, but for the first record of a
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
    var claim: (any Sendable & AnyObject)?
    /// The identity of the installation, with the journey as far as it is written.
    var state = StoredState(installation: nil)
    /// The text of the installation's id.
    var installation: [UInt8] = []
    /// The journey's newest state. Later than that of `state` while a step waits.
    var journey = JourneyState()
    /// Whether the file `state` is older than `state`.
    var isStateNew = false
    /// What `setCollecting` asked for before the folder could be read.
    var choice: Bool?

    var permission: Tail?
    var engagement: Tail?
    /// Segments that nothing is appended to any more, and that may not survive a power cut yet.
    var ended: [Tail] = []
    /// Segments of earlier launches.
    var found: [SegmentName] = []
    /// Whether files were created that may not survive a power cut yet.
    var hasNewFiles = false
    var nextNumber = 1

    var waiting: [Waiting] = []
    var line = LineWriter()
    var backlog = Backlog()
    /// What the developer has not been told yet.
    var diagnostics: [Diagnostic] = []
    var dropped: [Diagnostic.DropCause: Int] = [:]
    /// Whether the worker has something to do, and what tells it.
    var needsWork = false
    var wake: (@Sendable () -> Void)?

    subscript(kind: EventKind) -> Tail? {
        get { kind == .permission ? permission : engagement }
        set { if kind == .permission { permission = newValue } else { engagement = newValue } }
    }

    /// Forgets the installation and all that was recorded.
    mutating func stop() {
        (state, installation, journey) = (StoredState(installation: nil), [], JourneyState())
        (permission, engagement, ended, waiting) = (nil, nil, [], [])
        backlog = Backlog()
        if phase == .collecting { phase = .off }
    }

    mutating func drop(_ events: Int, _ cause: Diagnostic.DropCause) {
        dropped[cause, default: 0] += events
        needsWork = true
    }

    mutating func reserveNumber() -> Int {
        defer { nextNumber += 1 }
        return nextNumber
    }
}
