/// A view of UTF-8 text or a part of it, without a copy.
typealias Bytes = UnsafeBufferPointer<UInt8>

extension Bytes {
    /// Returns the bytes in `range` as a view whose indices start at 0.
    @inline(__always)
    func part(_ range: Range<Int>) -> Bytes {
        Bytes(start: baseAddress.map { $0 + range.lowerBound }, count: range.count)
    }

    /// The offset of the first byte that is not valid UTF-8 by RFC 3629; nil if all bytes are valid.
    var firstInvalidUTF8: Int? {
        do {
            _ = try UTF8Span(validating: span)
            return nil
        } catch {
            return error.byteOffsets.lowerBound
        }
    }

    /// The number of Unicode scalar values in the bytes, which must be UTF-8.
    var scalarCount: Int {
        reduce(into: 0) { count, byte in
            if byte & 0xC0 != 0x80 { count += 1 }
        }
    }

    /// Returns whether the bytes are those of `word`. For a literal this compiles to a few instructions.
    @inline(__always)
    func spells(_ word: StaticString) -> Bool {
        guard count == word.utf8CodeUnitCount, let start = UnsafeRawPointer(baseAddress) else { return false }
        let letters = UnsafeRawPointer(word.utf8Start)
        func isSame<Piece: FixedWidthInteger>(_: Piece.Type, at offset: Int) -> Bool {
            start.loadUnaligned(fromByteOffset: offset, as: Piece.self)
                == letters.loadUnaligned(fromByteOffset: offset, as: Piece.self)
        }
        // Compare whole integers; the last one may overlap the one before it.
        switch count {
        case 16...:
            for offset in stride(from: 0, to: count - 8, by: 8) where !isSame(UInt64.self, at: offset) { return false }
            return isSame(UInt64.self, at: count - 8)
        case 8...: return isSame(UInt64.self, at: 0) && isSame(UInt64.self, at: count - 8)
        case 4...: return isSame(UInt32.self, at: 0) && isSame(UInt32.self, at: count - 4)
        case 2...: return isSame(UInt16.self, at: 0) && isSame(UInt16.self, at: count - 2)
        case 1: return isSame(UInt8.self, at: 0)
        default: return true
        }
    }

    /// Calls `body` with a copy of the bytes followed by 16 zeros, and whether all of them are ASCII. So 16 bytes can
    /// be read starting at any of the bytes, or at the end. The copy is valid only during the call.
    @inline(__always)
    func withZerosBehind<Result>(_ body: (Bytes, _ isASCII: Bool) -> Result) -> Result {
        let zeros = 16
        return withUnsafeTemporaryAllocation(byteCount: count &+ zeros, alignment: 1) { copy in
            let start = copy.baseAddress!.assumingMemoryBound(to: UInt8.self)
            if let baseAddress { start.update(from: baseAddress, count: count) }
            copy.storeBytes(of: SIMD16<UInt8>(), toByteOffset: count, as: SIMD16<UInt8>.self)
            let bytes = Bytes(start: start, count: count)
            return body(bytes, bytes.isASCII)
        }
    }

    /// Whether all bytes are ASCII. 16 zeros must follow them.
    @inline(__always)
    private var isASCII: Bool {
        guard let start = UnsafeRawPointer(baseAddress) else { return true }
        var seen = SIMD16<UInt8>()
        var offset = 0
        while offset < count {
            seen |= start.loadUnaligned(fromByteOffset: offset, as: SIMD16<UInt8>.self)
            offset &+= 16
        }
        let halves = unsafeBitCast(seen, to: SIMD2<UInt64>.self)
        return (halves[0] | halves[1]) & 0x8080_8080_8080_8080 == 0
    }
}

extension UInt8 {
    @inline(__always)
    var decimalDigit: UInt8? {
        let value = self &- UInt8(ascii: "0")
        return value < 10 ? value : nil
    }

    /// The value of a hexadecimal digit in either case; nil for any other character.
    var hexDigit: UInt8? {
        if let decimalDigit { return decimalDigit }
        let value = (self | 0x20) &- UInt8(ascii: "a")
        return value < 6 ? value + 10 : nil
    }

    var isLetter: Bool {
        (self | 0x20) &- UInt8(ascii: "a") < 26
    }
}
