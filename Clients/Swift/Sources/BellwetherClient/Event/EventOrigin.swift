/// The app and the device that events come from.
package struct EventOrigin: Sendable, Hashable {
    /// The system and its version, such as `iPadOS 17.4.1`.
    package let os: String
    /// The event members for the app and the device, as `ByteWriter` writes them.
    let members: [UInt8]

    /// Creates an origin. Returns nil if the contract does not allow the app's id, the system's name or its version.
    package init?(
        appID: String, osName: String, osVersion: String, appVersion: String? = nil, deviceModel: String? = nil,
        locale: String? = nil
    ) {
        guard (1...155).contains(appID.utf8.count), appID.utf8.allSatisfy(EventOrigin.allowed.contains),
            ["iOS", "iPadOS", "tvOS", "watchOS", "visionOS", "macOS"].contains(osName), EventOrigin.isVersion(osVersion)
        else { return nil }
        os = osName + " " + osVersion
        members = ByteWriter.bytes { writer in
            writer.text("app_id", appID)
            writer.object("os") { writer in
                writer.text("name", osName)
                writer.text("version", osVersion)
            }
            writer.text("app_version", appVersion?.valid(upTo: 64))
            writer.text("device_model", deviceModel?.valid(upTo: 64))
            writer.text("locale", locale?.valid(upTo: 64))
        }
    }

    private static let allowed = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-".utf8)

    private static func isVersion(_ text: String) -> Bool {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false).map(\.utf8)
        return parts.count <= 3
            && parts.allSatisfy { (1...3).contains($0.count) && $0.allSatisfy { (48...57).contains($0) } }
    }
}
