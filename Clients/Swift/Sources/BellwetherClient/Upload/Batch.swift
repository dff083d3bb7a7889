/// Events that are delivered together, and the segments that are removed then.
package struct Batch: Sendable {
    var segments: [SegmentName] = []
    package private(set) var events: [QueuedEvent] = []
    private(set) var size = 0

    mutating func add(_ name: SegmentName, _ lines: [Line]) {
        segments.append(name)
        for line in lines {
            events += line.events.map { QueuedEvent(bytes: $0, line: line) }
            size += line.events.reduce(0) { $0 + $1.count }
        }
    }
}

package struct QueuedEvent: Sendable {
    /// The contract's JSON object without `sent_at`.
    package let bytes: ArraySlice<UInt8>
    let line: Line
}
