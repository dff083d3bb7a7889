import Foundation

/// The name of a segment: `p1-0000000007.log` holds permission events, `e1-0000000008.log` engagement events. 1 is the format.
struct SegmentName: Sendable, Hashable, Comparable {
    let kind: EventKind
    /// Counts the segments of both kinds in the order of their creation.
    let number: Int

    var fileName: String { (kind == .permission ? "p1-" : "e1-") + String(format: "%010d.log", number) }

    /// Orders segments as they are sent: permission events first, then older ones first.
    static func < (left: SegmentName, right: SegmentName) -> Bool {
        left.kind == right.kind ? left.number < right.number : left.kind == .permission
    }
}

extension SegmentName {
    /// Reads the name of a file. Returns nil if it is not a segment.
    init?(_ name: String) {
        self.init(kind: name.hasPrefix("p") ? .permission : .engagement, number: Int(name.dropFirst(3).prefix(10)) ?? 0)
        guard fileName == name else { return nil }
    }
}
