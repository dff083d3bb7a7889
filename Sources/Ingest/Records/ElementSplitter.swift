/// Finds the elements of JSON arrays, and objects that stand outside of arrays, in bytes that come in pieces, with a memory
/// of a few words.
///
/// What stands between the elements of an array and is no comma makes the rest of the source one stray record, since
/// nothing tells where the next element begins; outside of arrays a stray record ends with its line.
package struct ElementSplitter: Sendable {
    private enum State {
        /// Outside of arrays.
        case outside
        /// Behind a bracket that opens an array.
        case opened
        /// Behind an element of an array.
        case behindElement
        /// Behind a comma.
        case behindComma
        /// In an element that began with a bracket or a quote and ends with its counterpart.
        case inEnclosed
        /// In a number or a word, which ends before what can't be a part of it.
        case inBare
        case inStrayLine
        case inStrayRest
    }

    private var state = State.outside
    private var isInArray = false
    private var nesting = Nesting()
    /// How many arrays, and objects outside of arrays, have begun.
    private(set) var valueCount = 0

    /// Whether nothing is open: the source may end here.
    var isWhole: Bool { state == .outside && !isInArray }

    /// Finds what the next bytes are.
    mutating func cut(_ bytes: UnsafeBufferPointer<UInt8>) -> Cut {
        var cut = Cut()
        while cut.before < bytes.count, isBetween(bytes[cut.before]) { cut.before += 1 }
        var end = cut.before
        while end < bytes.count, !cut.isEnd {
            cut.isEnd = isLast(bytes[end])
            // A number or a word ends before this byte, all else behind it.
            if cut.isEnd && isBeforeByte { break }
            end += 1
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

    /// Whether a byte lies between records; one that doesn't begins a record, or goes on with one.
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

    /// Whether a record ends with a byte of it, or before it where it is a number, a word or a stray line.
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
