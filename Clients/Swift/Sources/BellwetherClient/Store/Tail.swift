/// A segment that this launch appends lines to.
struct Tail: Sendable {
    let name: SegmentName
    let file: any File
    var size = 0
    /// Whether all of it survives a power cut.
    var isSynchronized = true
}
