extension Truth {
    /// An OS cell: name, major and minor (`iOS 17.4`).
    public struct OperatingSystem: Hashable, Sendable {
        /// The name as the contract spells it.
        public var name: String

        /// The first part of the version.
        public var major: Int

        /// The second part of the version; 0 where none was given.
        public var minor: Int

        /// The OS of this name and version.
        public init(name: String, major: Int, minor: Int) {
            self.name = name
            self.major = major
            self.minor = minor
        }

        /// iOS and iPadOS below 10 say the same for "never asked" and "refused".
        var confusesDeniedWithNotAsked: Bool { (name == "iOS" || name == "iPadOS") && major < 10 }
    }
}
