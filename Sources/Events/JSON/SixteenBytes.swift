/// Sixteen bytes of a text, compared at once.
struct SixteenBytes {
    private let bytes: SIMD16<UInt8>

    /// The sixteen bytes at `pointer`, which must all be readable.
    @inline(__always)
    init(at pointer: UnsafePointer<UInt8>) {
        bytes = UnsafeRawPointer(pointer).loadUnaligned(as: SIMD16<UInt8>.self)
    }

    /// The place of the first byte that can't stand in a JSON string as it is: a quote, a backslash or a control character;
    /// 16 where there is none.
    @inline(__always)
    var stringEnd: Int {
        let ends =
            (bytes .== Self.all(UInt8(ascii: "\""))) .| (bytes .== Self.all(UInt8(ascii: "\\")))
            .| (bytes .< Self.all(UInt8(ascii: " ")))
        let halves = unsafeBitCast(ends, to: SIMD2<UInt64>.self)
        let first = UInt64(littleEndian: halves[0])
        if first != 0 { return first.trailingZeroBitCount >> 3 }
        // Of no bits there are 64 trailing zeros.
        return 8 &+ UInt64(littleEndian: halves[1]).trailingZeroBitCount >> 3
    }

    /// Sixteen times the same byte; `SIMD16(repeating:)` is a loop (Swift 6.3).
    @inline(__always)
    private static func all(_ byte: UInt8) -> SIMD16<UInt8> {
        let eight = 0x0101_0101_0101_0101 &* UInt64(byte)
        return unsafeBitCast(SIMD2(eight, eight), to: SIMD16<UInt8>.self)
    }
}
