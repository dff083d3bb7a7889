/// Eight bytes of a text, worked on at once; the first of them is the least significant.
///
/// The tricks are those of "Hacker's Delight" (H. S. Warren), chapter 6: a byte's highest bit carries the answer for it.
struct EightBytes: Hashable {
    /// The bytes as one number.
    var bits: UInt64

    private static let lowest: UInt64 = 0x0101_0101_0101_0101
    private static let highest: UInt64 = 0x8080_8080_8080_8080

    /// The eight bytes at `pointer`, which must all be readable.
    @inline(__always)
    init(at pointer: UnsafePointer<UInt8>) {
        bits = UInt64(littleEndian: UnsafeRawPointer(pointer).loadUnaligned(as: UInt64.self))
    }

    /// The four bytes at `first` and the four at `second`.
    @inline(__always)
    init(fourAt first: UnsafePointer<UInt8>, fourAt second: UnsafePointer<UInt8>) {
        let low = UInt32(littleEndian: UnsafeRawPointer(first).loadUnaligned(as: UInt32.self))
        let high = UInt32(littleEndian: UnsafeRawPointer(second).loadUnaligned(as: UInt32.self))
        bits = UInt64(low) | UInt64(high) << 32
    }

    /// The first `count` bytes at `pointer`, zeros after them; eight must be readable.
    @inline(__always)
    init(at pointer: UnsafePointer<UInt8>, count: Int) {
        self.init(at: pointer)
        if count < 8 { bits &= (1 << UInt64(truncatingIfNeeded: count &* 8)) &- 1 }
    }

    /// A word of at most eight ASCII characters, zeros after them.
    @inline(__always)
    init(_ word: StaticString) {
        bits = 0
        for index in 0..<word.utf8CodeUnitCount { bits |= UInt64(word.utf8Start[index]) << UInt64(index &* 8) }
    }

    /// With ASCII letters in lower case; other characters may become others, but none a letter.
    @inline(__always)
    var lowercased: EightBytes {
        var bytes = self
        // Zeros, behind the end of a word, stay.
        bytes.bits |= Self.lowest &* 0x20 & ~(((bits &- Self.lowest) & ~bits & Self.highest) >> 2)
        return bytes
    }

    /// The number that sixteen hexadecimal digits of any case give, these eight and those of `second`, the first the most
    /// significant; nil for other characters.
    @inline(__always)
    func hexNumber(with second: EightBytes) -> UInt64? {
        // `SIMD2(repeating:)` is a loop (Swift 6.3).
        func both(_ eight: UInt64) -> SIMD2<UInt64> { SIMD2(eight, eight) }
        func all(_ byte: UInt8) -> SIMD2<UInt64> { both(Self.lowest &* UInt64(byte)) }
        let written = SIMD2(bits, second.bits)
        let small = written | all(0x20)
        let atLeastDigit = small &+ all(0x80 - UInt8(ascii: "0"))
        let aboveDigit = small &+ all(0x7F - UInt8(ascii: "9"))
        let atLeastLetter = small &+ all(0x80 - UInt8(ascii: "a"))
        let aboveLetter = small &+ all(0x7F - UInt8(ascii: "f"))
        // A control character, which `small` may turn into a digit, has neither of the two bits.
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

    /// How many decimal digits come first.
    @inline(__always)
    var digitCount: Int {
        let atLeastDigit = bits &+ Self.lowest &* (0x80 - UInt64(UInt8(ascii: "0")))
        let aboveDigit = bits &+ Self.lowest &* (0x7F - UInt64(UInt8(ascii: "9")))
        // A carry out of a byte beyond ASCII can only spoil those after it, of which none counts.
        return (~(atLeastDigit & ~aboveDigit & ~bits) & Self.highest).trailingZeroBitCount >> 3
    }

    /// The millionths that the first `count` characters, decimal digits, give as a fraction; those behind the sixth don't count.
    @inline(__always)
    func millionths(ofDigits count: Int) -> Int {
        let kept: UInt64 = (1 << UInt64(truncatingIfNeeded: min(count, 6) &* 8)) &- 1
        // Two digits each, then four, then all eight, of which the last two are zeros.
        var number = bits & kept & (Self.lowest &* 0x0F)
        number = number &* 10 &+ number >> 8
        let (odd, even) = (number & 0x0000_00FF_0000_00FF, number >> 16 & 0x0000_00FF_0000_00FF)
        number = odd &* (100 | 1_000_000 << 32) &+ even &* (1 | 10_000 << 32)
        return Int(number >> 32) / 100
    }

    /// The values of the digits where `form`, of at most eight characters, has a 0; nil where one is no digit, or another
    /// character is not that of `form` (a small letter stands for the capital too).
    @inline(__always)
    func numbers(in form: StaticString) -> EightDigits? {
        var (letters, tooGreat): (UInt64, UInt64) = (0, Self.lowest &* 0x7F)
        for index in 0..<form.utf8CodeUnitCount {
            let shift = UInt64(index &* 8)
            if form.utf8Start[index].isLetter { letters |= 0x20 << shift }
            if form.utf8Start[index] == UInt8(ascii: "0") { tooGreat &-= 9 << shift }
        }
        // A digit's value is up to 9, any other character's difference 0: more than that carries into the highest bit.
        let values = (bits | letters) ^ EightBytes(form).bits
        guard (values | (values &+ tooGreat)) & Self.highest == 0 else { return nil }
        return EightDigits(values: values)
    }
}

/// The values of decimal digits, a byte each, the first of them the least significant.
struct EightDigits {
    fileprivate let values: UInt64

    /// The number of the two digits at `index` and behind it.
    @inline(__always)
    func pair(at index: Int) -> Int {
        let pair = values >> UInt64(truncatingIfNeeded: index &* 8)
        return Int(pair & 0xFF) &* 10 &+ Int(pair >> 8 & 0xFF)
    }
}
