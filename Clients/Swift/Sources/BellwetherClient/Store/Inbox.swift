import Foundation

/// The folder that the app and its service extension share. Other apps of the group have their own. The extension leaves events in it,
/// and the app takes them. Nothing locks a file: the system kills a suspended process that holds a lock in a shared folder
/// (0xdead10cc).
package struct Inbox: Sendable {
    /// The greatest number of events in it.
    private static let limit = 500

    let directory: String
    let files: any FileSystem

    private var identityPath: String { directory + "/identity" }
    private var eventsPath: String { directory + "/inbox" }

    /// What the app published last. Nil if it has never run, and while the device is locked.
    private var identity: StoredState? { (try? files.contents(of: identityPath)).flatMap(StoredState.init) }

    /// The app's id in events, for the extension. Nil if the app has never run, and while the device is locked.
    var appID: String? { identity?.appID }

    /// The paths of the events, oldest first.
    private var paths: [String] { ((try? files.names(in: eventsPath)) ?? []).sorted().map { eventsPath + "/" + $0 } }

    /// Leaves an event for the app. Returns true once it survives a kill and a power cut. Returns false if the app has never run or
    /// collects nothing, and while the device is locked.
    package func put(_ event: [UInt8], at time: ClockReading, name: String, launch: UInt32) -> Bool {
        guard let installation = identity?.installation else { return false }
        for old in paths.dropLast(Inbox.limit - 1) { try? files.delete(old) }
        let prefix = [UInt8].object("installation_id", installation)
        let line = ByteWriter.bytes { $0.line(launch: launch, uptime: time.uptime, prefix: prefix, [event]) }
        // The time in front orders the files.
        let path = eventsPath + "/" + String(format: "%017lld-", time.wall.microseconds) + name
        return (try? files.replace(path, with: line, durably: true)) != nil
    }

    /// Tells the extension the ids of the installation and of the app. If the former is nil, nothing is collected, and the events are
    /// removed.
    func publish(_ installation: String?, appID: String?) {
        if installation == nil { files.delete(in: eventsPath) }
        try? files.replace(identityPath, with: StoredState(installation: installation, appID: appID).line)
    }

    /// Passes the events to `store` as lines. Calls `synchronize`, and removes those for which `store` returned true. After a kill,
    /// events may be passed twice; the server counts them once.
    func drain(_ store: (_ line: [UInt8]) -> Bool, synchronize: () -> Void) {
        // Unfinished files stay. The extension's limit bounds them too.
        let done = paths.filter { !$0.hasSuffix(".tmp") && (try? files.contents(of: $0)).map(store) == true }
        if !done.isEmpty { synchronize() }
        for path in done { try? files.delete(path) }
    }
}
