/// Sixteen bytes of a text, compared in parallel (SIMD).
struct SixteenBytes {
    private let bytes: SIMD16<UInt8>

    /// Reads the sixteen bytes at `pointer`, all of which must be readable.
    @inline(__always)
    init(at pointer: UnsafePointer<UInt8>) {
        bytes = UnsafeRawPointer(pointer).loadUnaligned(as: SIMD16<UInt8>.self)
    }

    /// The index of the first byte that can't be in a JSON string unescaped (a quote, a backslash or a control
    /// character); 16 if there is none.
    @inline(__always)
    var stringEnd: Int {
        let ends =
            (bytes .== Self.all(UInt8(ascii: "\""))) .| (bytes .== Self.all(UInt8(ascii: "\\")))
            .| (bytes .< Self.all(UInt8(ascii: " ")))
        let halves = unsafeBitCast(ends, to: SIMD2<UInt64>.self)
        let first = UInt64(littleEndian: halves[0])
        if first != 0 { return first.trailingZeroBitCount >> 3 }
        // If no bit is set, there are 64 trailing zeros, which gives 16.
        return 8 &+ UInt64(littleEndian: halves[1]).trailingZeroBitCount >> 3
    }

    /// Returns sixteen copies of a byte. Swift 6.3 compiles `SIMD16(repeating:)` to a loop.
    @inline(__always)
    private static func all(_ byte: UInt8) -> SIMD16<UInt8> {
        let eight = 0x0101_0101_0101_0101 &* UInt64(byte)
        return unsafeBitCast(SIMD2(eight, eight), to: SIMD16<UInt8>.self)
    }
}
