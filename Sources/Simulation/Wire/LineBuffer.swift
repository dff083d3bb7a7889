/// A buffer for NDJSON bytes.
struct LineBuffer {
    /// How timestamps are written.
    struct TimeStyle {
        /// The UTC offset in minutes; nil writes `Z`.
        var offset: Int?

        /// The minimum number of fractional digits: 0, 3, 6 or 9. The event contract drops the last three of 9.
        var digits: Int

        /// Whether `t` and `z` are lowercase.
        var isLowerCase: Bool
    }

    private(set) var bytes: [UInt8] = []

    /// Removes all bytes but keeps the allocated memory.
    mutating func clear() { bytes.removeAll(keepingCapacity: true) }

    /// Appends text without escaping.
    mutating func write(_ text: String) { bytes.append(contentsOf: text.utf8) }

    /// Appends bytes unchanged.
    mutating func write(_ line: [UInt8]) { bytes.append(contentsOf: line) }

    mutating func write(_ byte: UInt8) { bytes.append(byte) }

    /// Appends a non-negative number, padded with zeros to at least `width` digits.
    mutating func write(_ number: Int, width: Int = 1) {
        var divisor = 1
        for _ in 1..<max(width, 1) { divisor *= 10 }
        while number / divisor >= 10 { divisor *= 10 }
        while divisor > 0 {
            bytes.append(UInt8(ascii: "0") + UInt8(number / divisor % 10))
            divisor /= 10
        }
    }

    mutating func write(_ id: Truth.Identifier, upperCase: Bool) {
        let digits = upperCase ? Self.upperDigits : Self.lowerDigits
        for place in 0..<32 {
            if place == 8 || place == 12 || place == 16 || place == 20 { bytes.append(UInt8(ascii: "-")) }
            let half = place < 16 ? id.high : id.low
            bytes.append(digits[Int(half >> UInt64(60 - 4 * (place % 16)) & 15)])
        }
    }

    /// Appends a time in RFC 3339 format. Writes more fractional digits than the style's minimum if the time needs
    /// them.
    mutating func write(_ time: Microseconds, _ style: TimeStyle) {
        let local = time + Microseconds(style.offset ?? 0) * .minute
        write(CivilDate(dayNumber: local.dayNumber))
        write(UInt8(ascii: style.isLowerCase ? "t" : "T"))
        let second = Int((local - Microseconds(local.dayNumber) * .day) / .second)
        write(second / 3_600, width: 2)
        write(UInt8(ascii: ":"))
        write(second / 60 % 60, width: 2)
        write(UInt8(ascii: ":"))
        write(second % 60, width: 2)
        writeFraction(Int(local - local.floored(to: .second)), style)
        writeOffset(style)
    }

    private mutating func write(_ date: CivilDate) {
        write(date.year, width: 4)
        write(UInt8(ascii: "-"))
        write(date.month, width: 2)
        write(UInt8(ascii: "-"))
        write(date.day, width: 2)
    }

    private mutating func writeFraction(_ microseconds: Int, _ style: TimeStyle) {
        let needed = microseconds == 0 ? 0 : microseconds % 1_000 == 0 ? 3 : 6
        let digits = max(needed, style.digits)
        guard digits > 0 else { return }
        write(UInt8(ascii: "."))
        if digits == 3 { return write(microseconds / 1_000, width: 3) }
        write(microseconds, width: 6)
        if digits == 9 { write(999, width: 3) }
    }

    private mutating func writeOffset(_ style: TimeStyle) {
        guard let offset = style.offset else { return write(UInt8(ascii: style.isLowerCase ? "z" : "Z")) }
        write(UInt8(ascii: offset < 0 ? "-" : "+"))
        write(abs(offset) / 60, width: 2)
        write(UInt8(ascii: ":"))
        write(abs(offset) % 60, width: 2)
    }

    private static let lowerDigits = Array("0123456789abcdef".utf8)
    private static let upperDigits = Array("0123456789ABCDEF".utf8)
}
