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
    package var text: String { String(decoding: ByteWriter.bytes(Timestamp.length, write), as: UTF8.self) }

    /// Appends the text. `gmtime_r` takes longer than the algorithm, Hinnant's `civil_from_days`, whose years begin in March.
    func write(to writer: inout ByteWriter) {
        let local = UInt64(microseconds + Int64(offset) * 60_000_000)
        let (seconds, days) = (local / 1_000_000 % 86_400, local / 86_400_000_000 + 719_468)
        let (era, day) = (days / 146_097, days % 146_097)
        let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365
        let dayOfYear = day - (365 * year + year / 4 - year / 100)
        let month = (5 * dayOfYear + 2) / 153
        let start = writer.count
        writer.append(offset < 0 ? "0000-00-00T00:00:00.000000-00:00" : "0000-00-00T00:00:00.000000+00:00")
        writer.put(era * 400 + year + (month < 10 ? 0 : 1), before: start + 4)
        writer.put(month < 10 ? month + 3 : month - 9, before: start + 7)
        writer.put(dayOfYear - (153 * month + 2) / 5 + 1, before: start + 10)
        writer.put(seconds / 3_600, before: start + 13)
        writer.put(seconds / 60 % 60, before: start + 16)
        writer.put(seconds % 60, before: start + 19)
        writer.put(local % 1_000_000, before: start + 26)
        writer.put(UInt64(abs(offset) / 60), before: start + 29)
        writer.put(UInt64(abs(offset) % 60), before: start + 32)
    }
}
