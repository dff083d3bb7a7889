extension Truth {
    /// An OS cell: name, major and minor (`iOS 17.4`).
    package struct OperatingSystem: Hashable, Sendable {
        /// The name as the contract spells it.
        package var name: String

        /// The first part of the version.
        package var major: Int

        /// The second part of the version; 0 where none was given.
        package var minor: Int

        /// The OS of this name and version.
        package init(name: String, major: Int, minor: Int) {
            self.name = name
            self.major = major
            self.minor = minor
        }

        /// iOS and iPadOS below 10 say the same for "never asked" and "refused".
        var confusesDeniedWithNotAsked: Bool { isMobile && major < 10 }

        /// iOS and iPadOS have provisional authorization from 12 on.
        var hasProvisional: Bool { isMobile && major >= 12 }

        /// iOS and iPadOS have ephemeral authorization from 14 on.
        var hasEphemeral: Bool { isMobile && major >= 14 }

        private var isMobile: Bool { name == "iOS" || name == "iPadOS" }
    }
}
