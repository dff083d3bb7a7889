/// A point in time, to the microsecond.
public struct Timestamp: Sendable, Hashable, Comparable {
    /// Microseconds since 1970-01-01T00:00:00Z, leap seconds not counted.
    public var microseconds: Int64

    /// The point `microseconds` after 1970-01-01T00:00:00Z.
    public init(microseconds: Int64) {
        self.microseconds = microseconds
    }

    /// Whether `left` comes before `right`.
    public static func < (left: Timestamp, right: Timestamp) -> Bool {
        left.microseconds < right.microseconds
    }
}

extension Timestamp {
    /// 2008-01-01T00:00:00Z: no event is older than the App Store.
    static let earliestEvent = Timestamp(microseconds: 1_199_145_600_000_000)

    /// The microseconds from `earlier` to this point, negative when it is later; held to the range of `Int64`.
    func microseconds(since earlier: Timestamp) -> Int64 {
        let (span, overflow) = microseconds.subtractingReportingOverflow(earlier.microseconds)
        guard overflow else { return span }
        return self < earlier ? .min : .max
    }

    /// The point `span` microseconds after this one; held to the range of `Int64`.
    func advanced(byMicroseconds span: Int64) -> Timestamp {
        let (sum, overflow) = microseconds.addingReportingOverflow(span)
        guard overflow else { return Timestamp(microseconds: sum) }
        return Timestamp(microseconds: span < 0 ? .min : .max)
    }
}
