/// The state of slow work. Its lock may be held for long.
struct Work: Sendable {
    /// The segments that have ended, in the order in which they are sent.
    var closed: [SegmentName] = []
    /// The sizes of closed segments, as far as they are known.
    var sizes: [SegmentName: Int] = [:]
}
