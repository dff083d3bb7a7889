/// The state that threads share. Its lock is held for one `write(2)`; the first record of a launch also reads the folder.
struct Queue: Sendable {
    enum Phase: Sendable {
        /// The folder has not been read, or the disk failed; or it can't be read before the device is unlocked.
        case unread, locked
        case collecting
        /// Nothing is collected.
        case off
        /// Another process has the folder.
        case inUse
    }

    /// A file that this launch appends lines to.
    struct Segment: Sendable {
        let name: SegmentName
        let file: any File
        var size = 0
    }

    var phase = Phase.unread
    var claim: (any AnyObject & Sendable)?
    /// The contents of the file `state`, with the newest journey that is in a file.
    var state = StoredState(installation: nil) {
        didSet { prefix = .object("installation_id", state.installation ?? "") }
    }
    /// How events begin in a file.
    private(set) var prefix: [UInt8] = []
    /// Whether the file `state` is older than `state`, or may not survive a power cut.
    var isStateNew = false
    /// The argument of the last `setCollecting`, until it is carried out.
    var choice: Bool?

    /// The segments that this launch appends to, by the raw value of their kind.
    var tails: [Segment?] = [nil, nil]
    /// The sizes of the other segments.
    var closed: [SegmentName: Int] = [:]
    /// The segments that may not survive a power cut.
    var unsynchronized: [SegmentName] = []
    var lastNumber = 0

    /// The entries that could not be written yet.
    var waiting: [Entry<[[UInt8]]>] = []
    var backlog = Backlog()
    /// Whether the last `take` left segments because the disk failed.
    var hasDiskFailed = false
    /// The diagnostics that were not reported yet, and the number of events dropped since.
    var diagnostics: [Diagnostic] = []
    var dropped: [Diagnostic.DropCause: Int] = [:]
    /// Whether `tidy` has work to do, and the function that says so.
    var needsWork = false
    var wake: (@Sendable () -> Void)?

    var isUnread: Bool { phase == .unread || phase == .locked }

    /// The newest journey, which may wait in memory.
    var journey: JourneyState { waiting.last { $0.journey != nil }?.journey ?? state.journey ?? JourneyState() }

    /// Forgets the installation and its events.
    mutating func stop() {
        (state, isStateNew, hasDiskFailed) = (StoredState(installation: nil), false, false)
        (tails, closed, unsynchronized, waiting, backlog) = ([nil, nil], [:], [], [], Backlog())
        if phase == .collecting { phase = .off }
    }

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

    /// Ends this launch's segment, and appends to the next one from now on.
    mutating func endSegment(_ kind: EventKind, next: Segment?) {
        if let ended = tails[kind.rawValue] { closed[ended.name] = ended.size }
        tails[kind.rawValue] = next
    }
}
