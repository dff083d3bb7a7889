package import Foundation

/// Keeps events on the disk until they are delivered.
///
/// `record` and `transition` write to a file before they return, so a kill loses nothing. The other functions are slow; another
/// thread calls them, one at a time.
package final class Store: Sendable {
    /// The folder of the app. Only this store's files are in it.
    let directory: String
    let configuration: Configuration
    let environment: Environment
    /// The folder shared with the service extension. Nil if there is no extension.
    package let inbox: Inbox?
    /// Identifies this launch of the app.
    let launch: UInt32
    let queue = Lock(Queue())

    package init(
        _ directory: String, _ configuration: Configuration, _ environment: Environment = Environment(),
        launch: UInt32 = .random(in: 0...UInt32.max)
    ) {
        self.directory = directory
        self.configuration = configuration
        self.environment = environment
        self.launch = launch
        inbox = environment.sharedPath(configuration.appGroup).map { Inbox(directory: $0, files: environment.files) }
    }

    var files: any FileSystem { environment.files }
    var statePath: String { directory + "/state" }
    var asidePath: String { directory + "/aside" }

    func path(_ name: SegmentName) -> String { directory + "/" + name.fileName }

    /// Sets the function that is called on the recording thread when `tidy` has work to do or an upload is due sooner.
    package func onWork(_ wake: @escaping @Sendable () -> Void) { queue.withLock { $0.wake = wake } }

    /// Stores an engagement event that happened at this uptime, in milliseconds. Returns whether it survives a kill.
    @discardableResult package func record(_ event: [UInt8], uptime: Int64) -> Bool {
        locked { keep(Entry(events: CollectionOfOne(event), journey: nil, uptime: uptime), &$0) }
    }

    /// Takes a step of the journey: `step` changes the state and returns events. They are stored in one line with the new state.
    /// Returns false without calling `step` if the state can't be read or nothing is collected.
    @discardableResult package func transition(uptime: Int64, _ step: (inout JourneyState) -> [[UInt8]]) -> Bool {
        locked { queue in
            guard isReady(&queue) else {
                if queue.phase == .unread, queue.choice != false { queue.drop(1, .diskFull) }
                return false
            }
            if !release(&queue), queue.waiting.count >= Store.room {
                queue.drop(1, .diskFull)
                return false
            }
            var journey = queue.journey
            let before = journey.transitions
            let events = step(&journey)
            if !events.isEmpty || journey.transitions != before {
                _ = keep(Entry(events: events, journey: journey, uptime: uptime), &queue)
            }
            return true
        }
    }

    /// Runs `body` under the lock. Then calls the function set by `onWork`, if there is work.
    private func locked(_ body: (inout Queue) -> Bool) -> Bool {
        let (result, wake) = queue.withLock { queue in
            let result = body(&queue)
            defer { queue.needsWork = false }
            return (result, queue.needsWork ? queue.wake : nil)
        }
        wake?()
        return result
    }

    /// The id of the installation. Nil while nothing is collected, and while the folder can't be read or made.
    package var installationID: UUID? {
        queue.withLock { isReady(&$0) ? $0.state.installation.flatMap(UUID.init(uuidString:)) : nil }
    }

    /// Why nothing, or not everything, can be sent. Nil if it can, and if nothing is collected.
    package var obstacle: FlushObstacle? {
        queue.withLock { queue in
            _ = isReady(&queue)
            if queue.isUnread { return queue.phase == .locked ? .locked : .disk }
            return queue.phase == .inUse ? .notRecording : queue.hasDiskFailed ? .disk : nil
        }
    }

    /// Whether events are recorded, or will be once the device is unlocked.
    package var isCollecting: Bool { queue.withLock { $0.choice ?? (isReady(&$0) || $0.isUnread) } }

    /// The events recorded since the last `take`.
    package var backlog: Backlog { queue.withLock { $0.backlog } }
}
