/// The app and the device that events come from.
package struct EventOrigin: Sendable, Hashable {
    /// The bundle identifier.
    package let appID: String
    /// The contract's name of the operating system, such as `iPadOS`.
    package let osName: String
    /// One to three numbers, such as `17.4.1`.
    package let osVersion: String
    private let appVersion: String?
    private let deviceModel: String?
    private let locale: String?

    /// Creates an origin. Returns nil if the contract does not allow the app's id, the system's name or its version.
    package init?(
        appID: String, osName: String, osVersion: String, appVersion: String? = nil, deviceModel: String? = nil,
        locale: String? = nil
    ) {
        guard (1...155).contains(appID.utf8.count), appID.utf8.allSatisfy(EventOrigin.isAllowed),
            EventOrigin.systems.contains(osName), EventOrigin.isVersion(osVersion)
        else { return nil }
        self.appID = appID
        self.osName = osName
        self.osVersion = osVersion
        self.appVersion = appVersion?.valid(upTo: 64)
        self.deviceModel = deviceModel?.valid(upTo: 64)
        self.locale = locale?.valid(upTo: 64)
    }

    /// The system and its version, in one text.
    package var os: String { osName + " " + osVersion }

    /// The members of an event that these values are, as JSON without braces.
    var members: [UInt8] {
        var writer = JSONWriter()
        writer.text("app_id", appID)
        writer.open("os")
        writer.text("name", osName)
        writer.text("version", osVersion)
        writer.close()
        writer.text("app_version", appVersion)
        writer.text("device_model", deviceModel)
        writer.text("locale", locale)
        return writer.bytes
    }

    private static let systems: Set = [
        "iOS", "iPadOS", "tvOS", "watchOS", "visionOS", "macOS", "Android", "web",
    ]

    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F: true
        default: false
        }
    }

    private static func isVersion(_ text: String) -> Bool {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        return (1...3).contains(parts.count)
            && parts.allSatisfy { (1...3).contains($0.utf8.count) && $0.utf8.allSatisfy { (48...57).contains($0) } }
    }
}
