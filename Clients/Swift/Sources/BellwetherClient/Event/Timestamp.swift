/// A moment by the device's clock, with the offset of its time zone.
///
/// Its text has 32 bytes, such as `2026-03-01T17:15:30.123456+09:00`.
package struct Timestamp: Sendable, Hashable, Decodable {
    /// Microseconds since 1970-01-01T00:00:00Z.
    package let microseconds: Int64
    /// Minutes east of UTC, −1439…1439.
    package let offset: Int

    /// The length of the text, in bytes.
    package static let length = 32

    /// 2100-12-31T00:00:00Z. A day before the contract's last year ends, because of offsets.
    private static let latest: Int64 = 4_133_894_400_000_000

    /// Creates a timestamp. A time outside the contract's years 1970–2100 becomes the nearest one inside.
    package init(microseconds: Int64, offset: Int = 0) {
        self.microseconds = min(max(microseconds, 0), Timestamp.latest)
        let local = self.microseconds + Int64(offset) * 60_000_000
        self.offset = local < 0 || abs(offset) >= 1_440 ? 0 : offset
    }

    /// Returns the moment that is this many microseconds later, with the same offset.
    package func advanced(by microseconds: Int64) -> Timestamp {
        Timestamp(microseconds: self.microseconds + microseconds, offset: offset)
    }

    /// The text, an RFC 3339 date and time.
    package var text: String {
        var bytes: [UInt8] = []
        write(to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Appends the text.
    package func write(to bytes: inout [UInt8]) {
        let local = microseconds + Int64(offset) * 60_000_000
        let date = Timestamp.date(ofDay: Int(local / 86_400_000_000))
        let time = Int(local % 86_400_000_000)
        bytes.append(date.year, digits: 4, then: "-")
        bytes.append(date.month, digits: 2, then: "-")
        bytes.append(date.day, digits: 2, then: "T")
        bytes.append(time / 3_600_000_000, digits: 2, then: ":")
        bytes.append(time / 60_000_000 % 60, digits: 2, then: ":")
        bytes.append(time / 1_000_000 % 60, digits: 2, then: ".")
        bytes.append(time % 1_000_000, digits: 6, then: offset < 0 ? "-" : "+")
        bytes.append(abs(offset) / 60, digits: 2, then: ":")
        bytes.append(abs(offset) % 60, digits: 2)
    }

    /// The civil date of a day counted from 1970-01-01. Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms".
    private static func date(ofDay day: Int) -> (year: Int, month: Int, day: Int) {
        let z = day + 719_468
        let era = z / 146_097
        let dayOfEra = z % 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shifted = (5 * dayOfYear + 2) / 153
        let month = shifted < 10 ? shifted + 3 : shifted - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shifted + 2) / 5 + 1)
    }
}

extension [UInt8] {
    /// Appends a number with leading zeros, and the byte of `separator`.
    fileprivate mutating func append(_ number: Int, digits: Int, then separator: Unicode.Scalar? = nil) {
        var divisor = 1
        for _ in 1..<digits { divisor *= 10 }
        while divisor > 0 {
            append(48 + UInt8(number / divisor % 10))
            divisor /= 10
        }
        if let separator { append(UInt8(ascii: separator)) }
    }
}
