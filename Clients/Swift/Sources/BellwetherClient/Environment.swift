package import Foundation

/// The library's external dependencies, which tests replace.
package struct Environment: Sendable {
    package var clock: @Sendable () -> ClockReading = ClockReading.now
    /// Returns a new UUID at each call, for events.
    package var makeID: @Sendable () -> UUID = { .next() }
    package var makeInstallationID: @Sendable () -> UUID = UUID.beginSeries
    package var files: any FileSystem = DiskFileSystem()
    /// Returns the transport for requests. The argument is `Configuration.usesConstrainedNetworks`.
    package var transport: @Sendable (Bool) -> any Transport = { URLSessionTransport(usesConstrainedNetworks: $0) }
    package var permissions: any PermissionCenter = SystemPermissionCenter()
    /// Returns the origin of events for an app id; nil if the id is invalid.
    package var origin: @Sendable (String) -> EventOrigin? = { EventOrigin.system(appID: $0) }
    /// The bundle identifier of the app, also in its extensions; nil in a process without a bundle.
    package var bundleID = EventOrigin.systemAppID
    package var isAppExtension = EventOrigin.isAppExtension
    /// Returns the folder of an app group; nil if the process is not in the group.
    package var sharedFolder: @Sendable (String) -> URL? = { group in
        #if canImport(Darwin)
        FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: group)
        #else
        nil
        #endif
    }
    /// Returns a random number of a range.
    package var jitter: @Sendable (ClosedRange<Int64>) -> Int64 = { .random(in: $0) }
    /// Waits for this many milliseconds.
    package var sleep: @Sendable (Int64) async throws -> Void = { milliseconds in
        try await Task.sleep(nanoseconds: UInt64(max(0, milliseconds)) * 1_000_000)
    }

    package init() {}

    /// Returns the path of this app's folder in that of an app group.
    func sharedPath(_ group: String?) -> String? {
        guard let bundleID, let folder = group.flatMap(sharedFolder) else { return nil }
        return folder.appendingPathComponent("BellwetherClient/" + bundleID, isDirectory: true).path
    }
}
