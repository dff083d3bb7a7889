/// UTF-8 text, or a part of it, where it lies.
typealias Bytes = UnsafeBufferPointer<UInt8>

extension Bytes {
    /// The bytes of `range`, counted from 0 again.
    @inline(__always)
    func part(_ range: Range<Int>) -> Bytes {
        Bytes(start: baseAddress.map { $0 + range.lowerBound }, count: range.count)
    }

    /// The offset of the first byte that is not UTF-8 by RFC 3629; nil when all of it is.
    var firstInvalidUTF8: Int? {
        do {
            _ = try UTF8Span(validating: span)
            return nil
        } catch {
            return error.byteOffsets.lowerBound
        }
    }

    /// How many Unicode scalar values the bytes hold, which must be UTF-8.
    var scalarCount: Int {
        reduce(into: 0) { count, byte in
            if byte & 0xC0 != 0x80 { count += 1 }
        }
    }

    /// Whether the bytes are those of `word`. A literal is compared by a few instructions.
    @inline(__always)
    func spells(_ word: StaticString) -> Bool {
        guard count == word.utf8CodeUnitCount, let start = UnsafeRawPointer(baseAddress) else { return false }
        let letters = UnsafeRawPointer(word.utf8Start)
        func isSame<Piece: FixedWidthInteger>(_: Piece.Type, at offset: Int) -> Bool {
            start.loadUnaligned(fromByteOffset: offset, as: Piece.self)
                == letters.loadUnaligned(fromByteOffset: offset, as: Piece.self)
        }
        // Pieces may overlap.
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

    /// Gives `body` a copy of the bytes with zeros behind it, so that sixteen may be read at each of them and one more, and
    /// whether all of them are ASCII characters.
    @inline(__always)
    func withZerosBehind<Result>(_ body: (Bytes, _ isASCII: Bool) -> Result) -> Result {
        let zeros = 16
        return withUnsafeTemporaryAllocation(byteCount: count &+ zeros, alignment: 1) { copy in
            let start = copy.baseAddress!.assumingMemoryBound(to: UInt8.self)
            let isASCII = copyBytes(to: start)
            copy.storeBytes(of: 0, toByteOffset: count, as: UInt64.self)
            copy.storeBytes(of: 0, toByteOffset: count &+ 8, as: UInt64.self)
            return body(Bytes(start: start, count: count), isASCII)
        }
    }

    /// Copies the bytes, eight at once, and says whether all of them are ASCII characters.
    @inline(__always)
    private func copyBytes(to copy: UnsafeMutablePointer<UInt8>) -> Bool {
        guard let baseAddress else { return true }
        var seen: UInt64 = 0
        let whole = count & ~7
        for offset in stride(from: 0, to: whole, by: 8) {
            let bytes = EightBytes(at: baseAddress + offset).bits
            seen |= bytes
            UnsafeMutableRawPointer(copy).storeBytes(of: bytes.littleEndian, toByteOffset: offset, as: UInt64.self)
        }
        for offset in whole..<count {
            seen |= UInt64(baseAddress[offset])
            copy[offset] = baseAddress[offset]
        }
        return seen & 0x8080_8080_8080_8080 == 0
    }
}

extension UInt8 {
    /// The value of a decimal digit; nil for any other character.
    @inline(__always)
    var decimalDigit: UInt8? {
        let value = self &- UInt8(ascii: "0")
        return value < 10 ? value : nil
    }

    /// The value of a hexadecimal digit of any case; nil for any other character.
    var hexDigit: UInt8? {
        if let decimalDigit { return decimalDigit }
        let value = (self | 0x20) &- UInt8(ascii: "a")
        return value < 6 ? value + 10 : nil
    }

    /// Whether this is an ASCII letter.
    var isLetter: Bool {
        (self | 0x20) &- UInt8(ascii: "a") < 26
    }
}
