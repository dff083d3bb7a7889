/// The settings of a store.
package struct StoreSettings: Sendable {
    /// The folder of the app. Only this store's files are in it.
    package var directory: String
    /// The folder shared with the service extension. Nil if there is no extension.
    package var sharedDirectory: String?
    /// Whether a first launch collects.
    package var collectsFromStart: Bool
    /// The greatest number of bytes of engagement events.
    package var maximumBytes: Int

    package init(
        directory: String, sharedDirectory: String? = nil, collectsFromStart: Bool = true, maximumBytes: Int = 1 << 20
    ) {
        self.directory = directory
        self.sharedDirectory = sharedDirectory
        self.collectsFromStart = collectsFromStart
        self.maximumBytes = max(maximumBytes, 4 << 10)
    }

    /// The size at which a segment ends, in bytes.
    var segmentBytes: Int { min(64 << 10, maximumBytes / 4) }

    /// The greatest number of bytes of a kind.
    func maximumBytes(of kind: EventKind) -> Int { kind == .permission ? 256 << 10 : maximumBytes }

    var statePath: String { directory + "/state" }
    var asidePath: String { directory + "/aside" }

    func path(_ segment: SegmentName) -> String { directory + "/" + segment.fileName }
}
