/// One OS version of an app, or one major with all its versions.
public struct OptInRow: Sendable, Equatable {
    /// As the events spell it, such as `iOS`.
    public var osName: String
    /// `17.4`, or `17` for the row of a major.
    public var osVersion: String
    /// Whether the row holds all versions of a major.
    public var isMajor: Bool
    /// The numbers; nil where the minimum cell withholds them.
    public var cell: OptInCell?

    /// A row of the funnel by OS version.
    public init(osName: String, osVersion: String, isMajor: Bool, cell: OptInCell?) {
        self.osName = osName
        self.osVersion = osVersion
        self.isMajor = isMajor
        self.cell = cell
    }
}
