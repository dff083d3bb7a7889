import Foundation

/// The shared folder of the app and its service extension. The extension leaves events, the app takes them.
///
/// No file is locked: the system kills a suspended process that holds a lock in a shared folder (0xdead10cc).
package struct Inbox: Sendable {
    let directory: String
    let files: any FileSystem

    /// The greatest number of events in it.
    package static let limit = 500

    package init(_ directory: String, files: any FileSystem = DiskFileSystem()) {
        self.directory = directory
        self.files = files
    }

    private var identityPath: String { directory + "/identity" }
    private var eventsPath: String { directory + "/inbox" }

    /// Leaves an event for the app. It survives a kill and a power cut when this returns true.
    ///
    /// Nothing is stored if the app has never run, collects nothing, or can't be read because the device is locked.
    package func put(_ event: EncodedEvent, at time: ClockReading, name: String, launch: UInt32) -> Bool {
        guard let installation = identity()?.installation else { return false }
        var line = LineWriter()
        line.begin(launch: launch, uptime: time.uptime)
        line.add(event, installation: Array(installation.uuidString.lowercased().utf8))
        line.end()
        do throws(FileError) {
            try files.makeDirectory(eventsPath)
            for old in try names().dropLast(Inbox.limit - 1) { remove(old) }
            // The time in front orders the files.
            let digits = String(time.wall.microseconds)
            let path = eventsPath + "/" + String(repeating: "0", count: max(0, 17 - digits.count)) + digits + "-" + name
            try files.replace(path, with: line.bytes, durably: true)
        } catch {
            return false
        }
        return true
    }

    /// What the app last published; nil if it never did or the device is locked.
    func identity() -> StoredState? { (try? files.contents(of: identityPath)).flatMap(StoredState.init) }

    /// Tells the extension who the installation is.
    func publish(_ identity: StoredState, launch: UInt32) throws(FileError) {
        try files.makeDirectory(directory)
        try files.replace(identityPath, with: identity.line(launch: launch), durably: false)
    }

    /// The names of the files in it, oldest first.
    func names() throws(FileError) -> [String] {
        do { return try files.names(in: eventsPath).sorted() } catch where error.isAbsent { return [] }
    }

    func contents(_ name: String) throws(FileError) -> [UInt8] { try files.contents(of: eventsPath + "/" + name) }

    func remove(_ name: String) { try? files.delete(eventsPath + "/" + name) }
}
