/// The name of a segment: `p1-0000000007.log` holds permission events, `e1-0000000008.log` engagement events. 1 is the format.
package struct SegmentName: Sendable, Hashable, Comparable {
    package let kind: EventKind
    /// Segments are numbered in the order in which they were created, both kinds together.
    package let number: Int

    init(kind: EventKind, number: Int) {
        self.kind = kind
        self.number = number
    }

    /// Reads the name of a file. Returns nil of any other file.
    init?(_ name: String) {
        guard name.utf8.count == 17, name.hasSuffix(".log"), let number = Int(name.dropFirst(3).prefix(10)), number >= 0
        else { return nil }
        switch name.prefix(3) {
        case "p1-": self.init(kind: .permission, number: number)
        case "e1-": self.init(kind: .engagement, number: number)
        default: return nil
        }
    }

    var fileName: String {
        let digits = String(number)
        return (kind == .permission ? "p1-" : "e1-") + String(repeating: "0", count: max(0, 10 - digits.count)) + digits
            + ".log"
    }

    /// Orders as the segments are sent: permission events first, then older before newer.
    package static func < (left: SegmentName, right: SegmentName) -> Bool {
        left.kind == right.kind ? left.number < right.number : left.kind == .permission
    }
}
