/// Eight bytes of a text, processed together as one 64-bit number. The first byte is the least significant.
///
/// The techniques are from "Hacker's Delight" (H. S. Warren), chapter 6: the highest bit of each byte holds the answer
/// for that byte.
struct EightBytes: Hashable {
    var bits: UInt64

    private static let lowest: UInt64 = 0x0101_0101_0101_0101
    private static let highest: UInt64 = 0x8080_8080_8080_8080

    /// Reads the eight bytes at `pointer`, all of which must be readable.
    @inline(__always)
    init(at pointer: UnsafePointer<UInt8>) {
        bits = UInt64(littleEndian: UnsafeRawPointer(pointer).loadUnaligned(as: UInt64.self))
    }

    /// Reads the four bytes at `first` and the four at `second`.
    @inline(__always)
    init(fourAt first: UnsafePointer<UInt8>, fourAt second: UnsafePointer<UInt8>) {
        let low = UInt32(littleEndian: UnsafeRawPointer(first).loadUnaligned(as: UInt32.self))
        let high = UInt32(littleEndian: UnsafeRawPointer(second).loadUnaligned(as: UInt32.self))
        bits = UInt64(low) | UInt64(high) << 32
    }

    /// Reads the first `count` bytes at `pointer` and fills up with zeros. Eight bytes must be readable.
    @inline(__always)
    init(at pointer: UnsafePointer<UInt8>, count: Int) {
        self.init(at: pointer)
        if count < 8 { bits &= (1 << UInt64(truncatingIfNeeded: count &* 8)) &- 1 }
    }

    /// Creates the bytes of `word`, at most eight ASCII characters, filled up with zeros.
    @inline(__always)
    init(_ word: StaticString) {
        bits = 0
        for index in 0..<word.utf8CodeUnitCount { bits |= UInt64(word.utf8Start[index]) << UInt64(index &* 8) }
    }

    /// The bytes with ASCII letters in lower case. Other characters may change too, but never into letters.
    @inline(__always)
    var lowercased: EightBytes {
        var bytes = self
        // Set bit 5 of every byte except zeros, which fill up a word.
        bytes.bits |= Self.lowest &* 0x20 & ~(((bits &- Self.lowest) & ~bits & Self.highest) >> 2)
        return bytes
    }

    /// Returns the number written as sixteen hexadecimal digits in either case: these eight, the most significant ones,
    /// then those of `second`. Returns nil if any character is not a digit.
    @inline(__always)
    func hexNumber(with second: EightBytes) -> UInt64? {
        // Swift 6.3 compiles `SIMD2(repeating:)` to a loop.
        func both(_ eight: UInt64) -> SIMD2<UInt64> { SIMD2(eight, eight) }
        func all(_ byte: UInt8) -> SIMD2<UInt64> { both(Self.lowest &* UInt64(byte)) }
        let written = SIMD2(bits, second.bits)
        let small = written | all(0x20)
        let atLeastDigit = small &+ all(0x80 - UInt8(ascii: "0"))
        let aboveDigit = small &+ all(0x7F - UInt8(ascii: "9"))
        let atLeastLetter = small &+ all(0x80 - UInt8(ascii: "a"))
        let aboveLetter = small &+ all(0x7F - UInt8(ascii: "f"))
        // Reject control characters, which `small` may have turned into digits: they have neither bit 5 nor bit 6.
        let isPrintable = written &<< both(1) | written &<< both(2)
        let isInRange = (atLeastDigit & ~aboveDigit) | (atLeastLetter & ~aboveLetter)
        let isHex = isInRange & isPrintable & ~written
        guard isHex[0] & isHex[1] & Self.highest == Self.highest else { return nil }
        let isLetter = small &>> both(6) & all(1)
        var number = (small & all(0x0F)) &+ (isLetter &<< both(3)) &+ isLetter
        number = (number &<< both(4) | number &>> both(8)) & both(0x00FF_00FF_00FF_00FF)
        number = (number &<< both(8) | number &>> both(16)) & both(0x0000_FFFF_0000_FFFF)
        number = number &<< both(16) | number &>> both(32)
        return number[0] << 32 | number[1] & 0xFFFF_FFFF
    }

    /// The number of decimal digits before the first other character.
    @inline(__always)
    var digitCount: Int {
        let atLeastDigit = bits &+ Self.lowest &* (0x80 - UInt64(UInt8(ascii: "0")))
        let aboveDigit = bits &+ Self.lowest &* (0x7F - UInt64(UInt8(ascii: "9")))
        // A carry out of a non-ASCII byte can only affect the bytes after it, which are not counted.
        return (~(atLeastDigit & ~aboveDigit & ~bits) & Self.highest).trailingZeroBitCount >> 3
    }

    /// Returns the first `count` characters, which must be decimal digits, as a decimal fraction in millionths. Digits
    /// after the sixth are ignored.
    @inline(__always)
    func millionths(ofDigits count: Int) -> Int {
        let kept: UInt64 = (1 << UInt64(truncatingIfNeeded: min(count, 6) &* 8)) &- 1
        // Combine digits into pairs, pairs into fours, then all eight, of which the last two are zeros.
        var number = bits & kept & (Self.lowest &* 0x0F)
        number = number &* 10 &+ number >> 8
        let (odd, even) = (number & 0x0000_00FF_0000_00FF, number >> 16 & 0x0000_00FF_0000_00FF)
        number = odd &* (100 | 1_000_000 << 32) &+ even &* (1 | 10_000 << 32)
        return Int(number >> 32) / 100
    }

    /// Matches the bytes against `form` (at most eight characters): a 0 matches any digit, a lower-case letter matches
    /// both cases, and any other character matches only itself. Zeros must follow. Returns the values of the digits;
    /// nil if the bytes don't match.
    @inline(__always)
    func numbers(in form: StaticString) -> EightDigits? {
        var (letters, tooGreat): (UInt64, UInt64) = (0, Self.lowest &* 0x7F)
        for index in 0..<form.utf8CodeUnitCount {
            let shift = UInt64(index &* 8)
            if form.utf8Start[index].isLetter { letters |= 0x20 << shift }
            if form.utf8Start[index] == UInt8(ascii: "0") { tooGreat &-= 9 << shift }
        }
        // The XOR gives 0…9 for a matching digit and 0 for any other matching character. Adding `tooGreat` sets the
        // highest bit of each byte that is greater than 9 or 0 respectively, so that the form does not match.
        let values = (bits | letters) ^ EightBytes(form).bits
        guard (values | (values &+ tooGreat)) & Self.highest == 0 else { return nil }
        return EightDigits(values: values)
    }
}

/// The values of decimal digits, one byte each. The first byte is the least significant.
struct EightDigits {
    fileprivate let values: UInt64

    /// Returns the two-digit number at `index` and `index + 1`.
    @inline(__always)
    func pair(at index: Int) -> Int {
        let pair = values >> UInt64(truncatingIfNeeded: index &* 8)
        return Int(pair & 0xFF) &* 10 &+ Int(pair >> 8 & 0xFF)
    }
}
