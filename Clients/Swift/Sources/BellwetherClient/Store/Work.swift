/// What the worker knows of the files. The lock around it may be held during slow operations.
struct Work: Sendable {
    /// The segments that nothing is appended to, in the order in which they are sent.
    var closed: [SegmentName] = []
    /// The sizes of closed segments, as far as they are known.
    var sizes: [SegmentName: Int] = [:]
    /// The segments whose events are with an upload.
    var taken: [SegmentName] = []
    /// The segments whose damage was told.
    var told: Set<SegmentName> = []
    /// Unfinished files of the service extension, seen the last time.
    var unfinished: Set<String> = []
    /// What the shared folder says of this installation.
    var published: StoredState?

    mutating func close(_ names: [SegmentName]) { closed = (closed + names).sorted() }
}
