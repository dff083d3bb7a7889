import Foundation

/// A time of the device's clock with its UTC offset. The text has 32 bytes, such as
/// `2026-03-01T17:15:30.123456+09:00`.
package struct Timestamp: Sendable, Hashable, Decodable {
    /// Microseconds since 1970-01-01T00:00:00Z.
    package let microseconds: Int64
    /// Minutes east of UTC, −1439…1439.
    package let offset: Int

    /// The length of the text, in bytes.
    package static let length = 32

    /// Creates a timestamp. Clamps the time to the contract's years 1970–2100, without the last day of 2100, which the
    /// offset could move into 2101.
    package init(microseconds: Int64, offset: Int = 0) {
        self.microseconds = min(max(microseconds, 0), 4_133_894_400_000_000)
        self.offset = abs(offset) < 1_440 && self.microseconds + Int64(offset) * 60_000_000 >= 0 ? offset : 0
    }

    /// Parses a text that `write` wrote. Returns nil for any other.
    package init?(reading text: ArraySlice<UInt8>) {
        let parts = text.split { !(48...57).contains($0) }
        guard text.count == Timestamp.length, parts.map(\.count) == [4, 2, 2, 2, 2, 2, 6, 2, 2] else { return nil }
        let numbers = parts.map { $0.reduce(0) { $0 * 10 + Int($1) - 48 } }
        let offset = (numbers[7] * 60 + numbers[8]) * (text[text.startIndex + 26] == UInt8(ascii: "-") ? -1 : 1)
        var day = tm()
        (day.tm_year, day.tm_mon, day.tm_mday) = (Int32(numbers[0] - 1_900), Int32(numbers[1] - 1), Int32(numbers[2]))
        let seconds = Int(timegm(&day)) + (numbers[3] * 60 + numbers[4] - offset) * 60 + numbers[5]
        self.init(microseconds: Int64(seconds) * 1_000_000 + Int64(numbers[6]), offset: offset)
        guard self.text.utf8.elementsEqual(text) else { return nil }
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
        var seconds = time_t(local / 1_000_000)
        var time = tm()
        gmtime_r(&seconds, &time)
        bytes.append(Int(time.tm_year) + 1_900, digits: 4, then: "-")
        bytes.append(Int(time.tm_mon) + 1, digits: 2, then: "-")
        bytes.append(Int(time.tm_mday), digits: 2, then: "T")
        bytes.append(Int(time.tm_hour), digits: 2, then: ":")
        bytes.append(Int(time.tm_min), digits: 2, then: ":")
        bytes.append(Int(time.tm_sec), digits: 2, then: ".")
        bytes.append(Int(local % 1_000_000), digits: 6, then: offset < 0 ? "-" : "+")
        bytes.append(abs(offset) / 60, digits: 2, then: ":")
        bytes.append(abs(offset) % 60, digits: 2)
    }
}

extension [UInt8] {
    /// Appends a number with leading zeros, and a separator.
    fileprivate mutating func append(_ number: Int, digits: Int, then separator: Unicode.Scalar? = nil) {
        let end = count + digits
        append(contentsOf: repeatElement(48, count: digits))
        var rest = number
        for place in 1...digits {
            self[end - place] += UInt8(rest % 10)
            rest /= 10
        }
        if let separator { append(UInt8(ascii: separator)) }
    }
}
