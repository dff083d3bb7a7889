extension JSONScanner {
    /// Scans the string at the position (RFC 8259, section 7) and returns it. Throws for U+0000 and for unpaired
    /// surrogates.
    @inline(__always)
    mutating func passString() throws(JSONFault) -> JSONValue {
        let first = position
        position &+= 1
        passPlain()
        guard isAt("\"") else { return try passEscapedString(from: first) }
        position &+= 1
        return JSONValue(.string, first..<position)
    }

    /// Moves to the next byte that can't be in a string unescaped. The zero after the text is such a byte, so the scan
    /// ends there at the latest.
    @inline(__always)
    private mutating func passPlain() {
        var end = SixteenBytes(at: start + position).stringEnd
        while end == 16 {
            position &+= 16
            end = SixteenBytes(at: start + position).stringEnd
        }
        position &+= end
    }

    /// Scans the rest of the string that began at `first`, from its first byte that can't be in a string unescaped.
    private mutating func passEscapedString(from first: Int) throws(JSONFault) -> JSONValue {
        var isEscaped = false
        while !isAt("\"") {
            guard position < bytes.count else { throw fault(.unclosedString) }
            guard isAt("\\") else { throw fault(.controlCharacter) }
            isEscaped = true
            try passEscape()
            passPlain()
        }
        position += 1
        return JSONValue(.string, first..<position, isEscaped: isEscaped)
    }

    private mutating func passEscape() throws(JSONFault) {
        guard position + 1 < bytes.count else { throw fault(.unclosedString) }
        let letter = bytes[position + 1]
        if letter == UInt8(ascii: "u") {
            try passUnicodeEscape()
        } else {
            guard letter.escapedCharacter != nil else { throw fault(.unknownEscape) }
            position += 2
        }
    }

    private mutating func passUnicodeEscape() throws(JSONFault) {
        guard let unit = bytes.codeUnit(at: position) else { throw fault(.unknownEscape) }
        guard unit != 0 else { throw fault(.nulCharacter) }
        guard UTF16.isSurrogate(unit) else {
            position += 6
            return
        }
        guard UTF16.isLeadSurrogate(unit), let trail = bytes.codeUnit(at: position + 6), UTF16.isTrailSurrogate(trail)
        else { throw fault(.unpairedSurrogate) }
        position += 12
    }
}

extension Bytes {
    /// Returns the UTF-16 code unit of the escape `\uXXXX` at `offset`; nil if there is no such escape.
    fileprivate func codeUnit(at offset: Int) -> UInt16? {
        guard offset + 6 <= count, self[offset] == UInt8(ascii: "\\"), self[offset + 1] == UInt8(ascii: "u") else {
            return nil
        }
        var unit: UInt16 = 0
        for index in offset + 2..<offset + 6 {
            guard let digit = self[index].hexDigit else { return nil }
            unit = unit << 4 | UInt16(digit)
        }
        return unit
    }

    /// Calls `body` with the characters of `string`, without quotes and with escapes resolved. The scanner must have
    /// passed the string. Eight bytes can be read starting at any of the characters.
    @inline(__always)
    func withText<Result>(of string: JSONValue, _ body: (Bytes) -> Result) -> Result {
        string.isEscaped ? withUnescaped(string, body) : body(content(of: string))
    }

    /// Returns a string's characters as they are written, without the quotes.
    @inline(__always)
    func content(of string: JSONValue) -> Bytes {
        part(string.range.lowerBound &+ 1..<string.range.upperBound &- 1)
    }

    @inline(never)
    private func withUnescaped<Result>(_ string: JSONValue, _ body: (Bytes) -> Result) -> Result {
        content(of: string).unescaped().withUnsafeBufferPointer { $0.withZerosBehind { bytes, _ in body(bytes) } }
    }

    /// Returns the bytes with the escapes of RFC 8259 resolved. They must be the content of a string that the scanner
    /// has passed.
    package func unescaped() -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity(count)
        var offset = 0
        while offset < count {
            if self[offset] != UInt8(ascii: "\\") {
                text.append(self[offset])
                offset += 1
            } else if let character = self[offset + 1].escapedCharacter {
                text.append(character)
                offset += 2
            } else {
                offset = appendScalar(at: offset, to: &text)
            }
        }
        return text
    }

    /// Appends the character that one or two escapes `\uXXXX` at `offset` encode, and returns the offset after them.
    private func appendScalar(at offset: Int, to text: inout [UInt8]) -> Int {
        guard let unit = codeUnit(at: offset) else { return count }
        var value = UInt32(unit)
        var length = 6
        if UTF16.isLeadSurrogate(unit), let trail = codeUnit(at: offset + 6) {
            value = 0x1_0000 + (value & 0x3FF) << 10 + UInt32(trail & 0x3FF)
            length = 12
        }
        text.append(contentsOf: (Unicode.Scalar(value) ?? "\u{FFFD}").utf8)
        return offset + length
    }
}

extension UInt8 {
    /// The character that a backslash and this letter encode; nil for `u` and for any other letter.
    fileprivate var escapedCharacter: UInt8? {
        switch self {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): self
        case UInt8(ascii: "b"): 0x08
        case UInt8(ascii: "f"): 0x0C
        case UInt8(ascii: "n"): 0x0A
        case UInt8(ascii: "r"): 0x0D
        case UInt8(ascii: "t"): 0x09
        default: nil
        }
    }
}
