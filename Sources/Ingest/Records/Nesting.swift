/// Tracks open brackets and strings in a JSON text. A bracket of either kind closes the last one, because malformed
/// text is detected later, when it is validated.
struct Nesting {
    /// Number of open brackets.
    private(set) var depth = 0
    /// Whether a string is open.
    private(set) var isInString = false
    private var isEscaped = false

    /// Advances by one byte.
    mutating func take(_ byte: UInt8) {
        if isEscaped {
            isEscaped = false
        } else if isInString {
            if byte == UInt8(ascii: "\\") { isEscaped = true }
            if byte == UInt8(ascii: "\"") { isInString = false }
        } else if byte == UInt8(ascii: "\"") {
            isInString = true
        } else if byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") {
            depth += 1
        } else if byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]") {
            depth -= 1
        }
    }

    /// Returns the offset of the next byte that must be taken: in a string, the next quote or backslash at or after `start`;
    /// elsewhere `start`. Most of a JSON text lies in strings, and is skipped this way.
    func skipString(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        guard isInString, !isEscaped else { return start }
        var place = start
        while place < bytes.count, bytes[place] != UInt8(ascii: "\""), bytes[place] != UInt8(ascii: "\\") { place += 1 }
        return place
    }

    /// Whether no bracket and no string is open.
    var isClosed: Bool { depth <= 0 && !isInString }
}

extension UInt8 {
    /// A space, a tab or a carriage return.
    var isBlank: Bool { self == 0x20 || self == 0x09 || self == 0x0D }

    /// Whether JSON allows it as whitespace between tokens.
    var isJSONSpace: Bool { isBlank || self == 0x0A }
}
