extension Truth {
    /// An operating system with major and minor version, for example `iOS 17.4`: the granularity of the tables.
    package struct OperatingSystem: Hashable, Sendable {
        /// The name in the event contract's spelling.
        package var name: String

        package var major: Int

        /// The minor version; 0 if the event gave none.
        package var minor: Int

        package init(name: String, major: Int, minor: Int) {
            self.name = name
            self.major = major
            self.minor = minor
        }

        /// Whether the OS reports `denied` both for "never asked" and "refused": iOS and iPadOS before 10, Android from
        /// 13 on.
        var confusesDeniedWithNotAsked: Bool { isBefore10 || name == "Android" && major >= 13 }

        /// Whether it is iOS or iPadOS before 10.
        var isBefore10: Bool { isMobile && major < 10 }

        /// Whether the OS has provisional authorization: iOS and iPadOS 12 and later.
        var hasProvisional: Bool { isMobile && major >= 12 }

        /// Whether the OS has ephemeral authorization: iOS and iPadOS 14 and later.
        var hasEphemeral: Bool { isMobile && major >= 14 }

        private var isMobile: Bool { name == "iOS" || name == "iPadOS" }
    }
}
