/// A file that this launch appends lines to.
struct Segment: Sendable {
    let name: SegmentName
    let file: any File
    var size = 0
}
