/// A point in time as microseconds since 1970-01-01T00:00:00Z, or a span of so many microseconds.
///
/// The contract keeps every time to the microsecond, so whole numbers hold each of them exactly.
public typealias Microseconds = Int64

extension Microseconds {
    /// One second.
    static let second: Microseconds = 1_000_000

    /// Sixty seconds.
    static let minute = 60 * second

    /// Sixty minutes.
    static let hour = 60 * minute

    /// 86,400 seconds; in UTC also a calendar day.
    static let day = 24 * hour

    /// The number of the UTC day that holds this time; day 0 is 1970-01-01.
    var dayNumber: Int { Int(floorDivided(by: .day)) }

    /// The largest whole number of `unit` that is not above this one.
    func floorDivided(by unit: Microseconds) -> Microseconds {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: unit)
        return remainder < 0 ? quotient - 1 : quotient
    }

    /// This time, cut down to a whole multiple of `unit`.
    func floored(to unit: Microseconds) -> Microseconds { floorDivided(by: unit) * unit }
}
