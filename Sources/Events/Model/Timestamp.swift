/// A point in time with microsecond precision.
public struct Timestamp: Sendable, Hashable, Comparable {
    /// Microseconds since 1970-01-01T00:00:00Z, not counting leap seconds.
    public var microseconds: Int64

    public init(microseconds: Int64) {
        self.microseconds = microseconds
    }

    public static func < (left: Timestamp, right: Timestamp) -> Bool {
        left.microseconds < right.microseconds
    }
}

extension Timestamp {
    /// 2008-01-01T00:00:00Z, the year in which the App Store opened. Earlier events are rejected.
    static let earliestEvent = Timestamp(microseconds: 1_199_145_600_000_000)

    /// Returns the microseconds from `earlier` to this time, negative if `earlier` is later; clamped to the range of
    /// `Int64`.
    func microseconds(since earlier: Timestamp) -> Int64 {
        let (span, overflow) = microseconds.subtractingReportingOverflow(earlier.microseconds)
        guard overflow else { return span }
        return self < earlier ? .min : .max
    }

    /// Returns the time `span` microseconds after this one, clamped to the range of `Int64`.
    func advanced(byMicroseconds span: Int64) -> Timestamp {
        let (sum, overflow) = microseconds.addingReportingOverflow(span)
        guard overflow else { return Timestamp(microseconds: sum) }
        return Timestamp(microseconds: span < 0 ? .min : .max)
    }
}
