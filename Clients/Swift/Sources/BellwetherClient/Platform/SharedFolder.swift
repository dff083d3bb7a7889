import Foundation

/// The folder that an app shares with its notification service extension.
enum SharedFolder {
    /// Returns its path; nil if the process does not belong to the group.
    static func path(appGroup: String) -> String? {
        #if canImport(Darwin)
        FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: appGroup)?
            .appendingPathComponent("BellwetherClient", isDirectory: true).path
        #else
        nil
        #endif
    }
}
