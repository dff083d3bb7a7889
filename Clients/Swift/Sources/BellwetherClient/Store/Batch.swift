/// Events that are taken from the queue together, and the segments that go once they are delivered.
package struct Batch: Sendable {
    /// The size in bytes at which no more segments are added.
    static let fullSize = 64 << 10

    var segments: [SegmentName] = []
    package private(set) var events: [QueuedEvent] = []
    private(set) var size = 0

    mutating func add(_ name: SegmentName, _ lines: [Line]) {
        segments.append(name)
        for line in lines {
            for event in line.events {
                events.append(QueuedEvent(bytes: event, line: line))
                size += event.count
            }
        }
    }
}

/// An event of the queue.
package struct QueuedEvent: Sendable {
    /// The contract's JSON object without `sent_at`.
    package let bytes: ArraySlice<UInt8>
    let line: Line
}
