import Foundation

/// The folder that the app and its service extension share. The extension leaves events in it, and the app takes them.
///
/// Nothing locks a file: the system kills a suspended process that holds a lock in a shared folder (0xdead10cc).
package struct Inbox: Sendable {
    /// The greatest number of files in it.
    private static let limit = 500

    let files: any FileSystem
    private let directory: String

    package init(_ directory: String, files: any FileSystem) {
        self.files = files
        self.directory = directory
    }

    private var identityPath: String { directory + "/identity" }
    var eventsPath: String { directory + "/inbox" }

    /// Leaves an event for the app. Returns true once the event survives a kill and a power cut.
    ///
    /// Stores nothing if the app has never run, if it collects nothing, and while the device is locked.
    package func put(_ event: EncodedEvent, at time: ClockReading, name: String, launch: UInt32) -> Bool {
        guard let installation = identity()?.installation else { return false }
        let line = Line.bytes(launch: launch, uptime: time.uptime, [event.object(of: installation.uuidString)])
        guard (try? files.makeDirectory(eventsPath)) != nil else { return false }
        for old in names().dropLast(Inbox.limit - 1) { try? files.delete(eventsPath + "/" + old) }
        // The time in front orders the files.
        let path = eventsPath + "/" + String(format: "%017lld-", time.wall.microseconds) + name
        return (try? files.replace(path, with: line, durably: true)) != nil
    }

    /// What the app published last. Nil if it never did, and while the device is locked.
    func identity() -> StoredState? { (try? files.contents(of: identityPath)).flatMap(StoredState.init) }

    /// Publishes the installation's id to the extension.
    func publish(_ identity: StoredState, launch: UInt32) throws(FileError) {
        try files.makeDirectory(directory)
        try files.replace(identityPath, with: identity.line(launch: launch), durably: false)
    }

    /// The names of the files in it, oldest first.
    func names() -> [String] { ((try? files.names(in: eventsPath)) ?? []).sorted() }
}
