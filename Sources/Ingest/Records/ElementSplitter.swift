/// Finds the elements of JSON arrays, and objects outside of arrays, in bytes that arrive in pieces. Needs only a few
/// words of memory.
///
/// Anything but a comma between two elements turns the rest of the source into one stray record, since it is unclear
/// where the next element begins. Outside of arrays, a stray record ends with its line.
package struct ElementSplitter: Sendable {
    private enum State {
        case outside
        /// After the bracket that opens an array.
        case opened
        /// After an element of an array.
        case behindElement
        /// After a comma.
        case behindComma
        /// In an element that began with a bracket or a quote and ends with the matching one.
        case inEnclosed
        /// In a number or a literal such as `true`, which ends before the first byte that can't belong to it.
        case inBare
        case inStrayLine
        case inStrayRest
    }

    private var state = State.outside
    private var isInArray = false
    private var nesting = Nesting()
    /// How many arrays and objects outside of arrays have begun.
    private(set) var valueCount = 0

    /// Whether no bracket is open, so the source may end here.
    var isWhole: Bool { state == .outside && !isInArray }

    /// Classifies the next bytes.
    mutating func cut(_ bytes: UnsafeBufferPointer<UInt8>) -> Cut {
        var cut = Cut()
        while cut.before < bytes.count, isBetween(bytes[cut.before]) { cut.before += 1 }
        var end = cut.before
        while end < bytes.count, !cut.isEnd {
            cut.isEnd = isLast(bytes[end])
            // A number, a literal or a stray line ends before this byte, everything else after it.
            if cut.isEnd && isBeforeByte { break }
            end += 1
            if state == .inEnclosed { end = nesting.skipString(bytes, from: end) }
        }
        cut.isStray = state == .inStrayLine || state == .inStrayRest
        if cut.isEnd { leave() }
        cut.content = end - cut.before
        return cut
    }

    private var isBeforeByte: Bool { state == .inBare || state == .inStrayLine }

    private mutating func leave() {
        state = isInArray ? .behindElement : .outside
    }

    /// Returns whether a byte lies between records. If not, it begins or continues a record.
    private mutating func isBetween(_ byte: UInt8) -> Bool {
        switch state {
        case .inEnclosed, .inBare, .inStrayLine, .inStrayRest: return false
        case _ where byte.isJSONSpace: return true
        case .outside: return isBetweenArrays(byte)
        case .opened: return byte == UInt8(ascii: "]") ? close() : begin(byte)
        case .behindComma:
            return byte == UInt8(ascii: ",") || byte == UInt8(ascii: "]") ? stray(.inStrayRest) : begin(byte)
        case .behindElement:
            if byte == UInt8(ascii: "]") { return close() }
            guard byte == UInt8(ascii: ",") else { return stray(.inStrayRest) }
            state = .behindComma
            return true
        }
    }

    private mutating func isBetweenArrays(_ byte: UInt8) -> Bool {
        guard byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") else { return stray(.inStrayLine) }
        valueCount += 1
        if byte == UInt8(ascii: "{") { return begin(byte) }
        state = .opened
        isInArray = true
        return true
    }

    private mutating func close() -> Bool {
        state = .outside
        isInArray = false
        return true
    }

    private mutating func begin(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "\""): state = .inEnclosed
        case UInt8(ascii: "}"), UInt8(ascii: ":"), UInt8(ascii: ","): return stray(.inStrayRest)
        default: state = .inBare
        }
        nesting = Nesting()
        return false
    }

    private mutating func stray(_ kind: State) -> Bool {
        state = kind
        return false
    }

    /// Returns whether a record ends with this byte or, for a number, a literal or a stray line, before it.
    private mutating func isLast(_ byte: UInt8) -> Bool {
        switch state {
        case .inEnclosed:
            nesting.take(byte)
            return nesting.isClosed
        case .inBare:
            return byte.isJSONSpace || byte == UInt8(ascii: ",") || byte == UInt8(ascii: "]")
        case .inStrayLine: return byte == UInt8(ascii: "\n")
        default: return false
        }
    }
}
