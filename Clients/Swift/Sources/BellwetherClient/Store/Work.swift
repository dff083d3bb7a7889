/// What the worker knows of the files. The lock around it may be held during slow operations.
struct Work: Sendable {
    /// The segments that nothing is appended to, in the order in which they are sent.
    var closed: [SegmentName] = []
    /// The sizes of closed segments, as far as they are known.
    var sizes: [SegmentName: Int] = [:]
}
