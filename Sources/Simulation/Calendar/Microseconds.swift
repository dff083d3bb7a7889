/// A point in time in microseconds since 1970-01-01T00:00:00Z, or a time span in microseconds.
///
/// The event contract keeps times to the microsecond, so an integer holds each of them exactly.
public typealias Microseconds = Int64

extension Microseconds {
    static let second: Microseconds = 1_000_000

    static let minute = 60 * second

    static let hour = 60 * minute

    /// 86,400 seconds: one calendar day in UTC.
    static let day = 24 * hour

    /// The number of the UTC day that contains this time; day 0 is 1970-01-01.
    var dayNumber: Int { Int(floorDivided(by: .day)) }

    /// Returns this value divided by `unit`, rounded towards negative infinity.
    func floorDivided(by unit: Microseconds) -> Microseconds {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: unit)
        return remainder < 0 ? quotient - 1 : quotient
    }

    /// Returns this time rounded down to a whole multiple of `unit`.
    func floored(to unit: Microseconds) -> Microseconds { floorDivided(by: unit) * unit }
}
