import Foundation

/// The name of a segment: `p1-0000000007.log` holds permission events, `e1-0000000008.log` engagement events. 1 is the format.
struct SegmentName: Sendable, Hashable, Comparable {
    let kind: EventKind
    /// Segments are numbered in the order in which they were created, both kinds together.
    let number: Int

    init(kind: EventKind, number: Int) {
        self.kind = kind
        self.number = number
    }

    /// Reads the name of a file. Returns nil of any other file.
    init?(_ name: String) {
        guard let number = Int(name.dropFirst(3).prefix(10)) else { return nil }
        self.init(kind: name.hasPrefix("p") ? .permission : .engagement, number: number)
        guard fileName == name else { return nil }
    }

    var fileName: String { (kind == .permission ? "p1-" : "e1-") + String(format: "%010d.log", number) }

    /// Orders as the segments are sent: permission events first, then older before newer.
    static func < (left: SegmentName, right: SegmentName) -> Bool {
        left.kind == right.kind ? left.number < right.number : left.kind == .permission
    }
}
