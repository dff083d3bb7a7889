import Foundation

/// A time of the device's clock with its UTC offset. The text has 32 bytes, such as
/// `2026-03-01T17:15:30.123456+09:00`.
package struct Timestamp: Sendable, Hashable, Codable {
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
        let start = bytes.count
        bytes += (offset < 0 ? "0000-00-00T00:00:00.000000-00:00" : "0000-00-00T00:00:00.000000+00:00").utf8
        bytes.put(Int(time.tm_year) + 1_900, before: start + 4)
        bytes.put(Int(time.tm_mon) + 1, before: start + 7)
        bytes.put(Int(time.tm_mday), before: start + 10)
        bytes.put(Int(time.tm_hour), before: start + 13)
        bytes.put(Int(time.tm_min), before: start + 16)
        bytes.put(Int(time.tm_sec), before: start + 19)
        bytes.put(Int(local % 1_000_000), before: start + 26)
        bytes.put(abs(offset) / 60, before: start + 29)
        bytes.put(abs(offset) % 60, before: start + 32)
    }
}

extension [UInt8] {
    /// Replaces zeros before a position by the digits of a number.
    fileprivate mutating func put(_ number: Int, before end: Int) {
        var (rest, place) = (number, end)
        while rest > 0 {
            place -= 1
            self[place] = 48 + UInt8(truncatingIfNeeded: rest % 10)
            rest /= 10
        }
    }
}
