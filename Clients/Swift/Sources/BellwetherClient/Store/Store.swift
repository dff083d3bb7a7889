package import Foundation

/// Keeps events on the disk until they are delivered.
///
/// `record` and `transition` write to a file before they return, so a kill loses nothing. Slow work is left to `tidy`, `take` and
/// `finish`, which run on another thread, one at a time.
package final class Store: Sendable {
    /// The number of entries that may wait in memory.
    private static let room = 200

    let settings: StoreSettings
    let files: any FileSystem
    /// Identifies this launch of the app.
    package let launch: UInt32
    let makeID: @Sendable () -> UUID
    let diagnose: @Sendable (Diagnostic) -> Void
    let queue = Lock(Queue())
    /// Locked before `queue` where both locks are needed.
    let work = Lock(Work())

    package init(
        _ settings: StoreSettings, files: any FileSystem = DiskFileSystem(),
        launch: UInt32 = .random(in: 0...UInt32.max), makeID: @escaping @Sendable () -> UUID = { UUID() },
        diagnose: @escaping @Sendable (Diagnostic) -> Void
    ) {
        self.settings = settings
        self.files = files
        self.launch = launch
        self.makeID = makeID
        self.diagnose = diagnose
    }

    /// Sets the function that is called, on the recording thread, when `tidy` has work to do or an upload is due sooner.
    package func onWork(_ wake: @escaping @Sendable () -> Void) { queue.withLock { $0.wake = wake } }

    /// Stores an engagement event. Returns whether it is in a file, so that it survives a kill.
    ///
    /// `uptime` is the device's uptime when the event happened, in milliseconds.
    @discardableResult
    package func record(_ event: EncodedEvent, uptime: Int64) -> Bool {
        locked { keep(Entry(events: [event], journey: nil, uptime: uptime), &$0) }
    }

    /// Takes a step of the journey: `step` changes the state and returns events. They are stored in one line with the new state.
    /// Returns false without calling `step` if the state can't be read or nothing is collected.
    @discardableResult
    package func transition(uptime: Int64, _ step: (inout JourneyState) -> [EncodedEvent]) -> Bool {
        locked { queue in
            guard isReady(&queue) else { return false }
            if !release(&queue), queue.waiting.count >= Store.room {
                queue.drop(1, .diskFull)
                return false
            }
            let before = queue.journey.transitions
            let events = step(&queue.journey)
            if !events.isEmpty || queue.journey.transitions != before {
                _ = keep(Entry(events: events, journey: queue.journey, uptime: uptime), &queue)
            }
            return true
        }
    }

    /// The id of the installation. Nil while nothing is collected, and while the device is locked.
    package var installationID: UUID? { queue.withLock { isReady(&$0) ? $0.state.installation : nil } }

    /// Whether the folder could not be read yet.
    package var isLocked: Bool {
        queue.withLock { !isReady(&$0) && ($0.phase == .locked || $0.phase == .unread) }
    }

    /// The events recorded since the last `take`.
    package var backlog: Backlog { queue.withLock { $0.backlog } }

    /// Runs `body` under the lock. Then calls the function set by `onWork`, if there is work.
    private func locked(_ body: (inout Queue) -> Bool) -> Bool {
        let (result, wake) = queue.withLock { queue -> (Bool, (@Sendable () -> Void)?) in
            let result = body(&queue)
            defer { queue.needsWork = false }
            return (result, queue.needsWork ? queue.wake : nil)
        }
        wake?()
        return result
    }

    /// Writes an entry or keeps it in memory. Returns whether it was written.
    private func keep(_ entry: Entry, _ queue: inout Queue) -> Bool {
        if release(&queue), write(entry, &queue) { return true }
        guard queue.phase != .off, queue.phase != .inUse, queue.choice != false else { return false }
        if queue.waiting.count < Store.room {
            queue.waiting.append(entry)
        } else {
            queue.drop(entry.events.count, queue.phase == .locked ? .locked : .diskFull)
        }
        return false
    }

    /// Writes the entries that wait in memory, in order. Returns whether the next entry can be written too.
    func release(_ queue: inout Queue) -> Bool {
        guard isReady(&queue) else { return false }
        while let first = queue.waiting.first {
            guard write(first, &queue) else { return false }
            queue.waiting.removeFirst()
        }
        return true
    }
}
