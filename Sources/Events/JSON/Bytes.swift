/// UTF-8 text, or a part of it, where it lies.
typealias Bytes = UnsafeBufferPointer<UInt8>

extension Bytes {
    /// The bytes of `range`, counted from 0 again.
    func part(_ range: Range<Int>) -> Bytes {
        Bytes(rebasing: self[range])
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

    /// Whether the bytes are those of `word`.
    func spells(_ word: String) -> Bool {
        count == word.utf8.count && word.utf8.elementsEqual(self)
    }

    /// Whether the bytes are those of `word`, ASCII letters of either case taken as one.
    func spellsIgnoringCase(_ word: String) -> Bool {
        count == word.utf8.count && word.utf8.elementsEqual(self) { $0.lowercased == $1.lowercased }
    }
}

extension UInt8 {
    /// The value of a decimal digit; nil for any other character.
    var decimalDigit: UInt8? {
        let value = self &- UInt8(ascii: "0")
        return value < 10 ? value : nil
    }

    /// The value of a hexadecimal digit of any case; nil for any other character.
    var hexDigit: UInt8? {
        if let decimalDigit { return decimalDigit }
        let value = lowercased &- UInt8(ascii: "a")
        return value < 6 ? value + 10 : nil
    }

    /// Whether this is an ASCII letter.
    var isLetter: Bool {
        (self | 0x20) &- UInt8(ascii: "a") < 26
    }

    /// An ASCII letter in lower case; any other byte as it is.
    var lowercased: UInt8 {
        isLetter ? self | 0x20 : self
    }
}
