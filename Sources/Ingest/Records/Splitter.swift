import Glibc

/// Splits a source into records: lines, or elements of arrays.
package enum Splitter: Sendable {
    case lines
    case elements(ElementSplitter)

    /// The splitter for NDJSON.
    package static let ndjson = Splitter.lines
    /// The splitter for JSON: elements of an array, or objects one after the other.
    package static let json = Splitter.elements(ElementSplitter())

    /// The number of a source's first record: lines are counted from 1, elements from 0.
    var firstNumber: Int {
        switch self {
        case .lines: 1
        case .elements: 0
        }
    }

    /// Whether no bracket is open, so the source may end here. Always true for lines.
    var isWhole: Bool {
        switch self {
        case .lines: true
        case .elements(let elements): elements.isWhole
        }
    }

    /// Whether the data so far is at most one JSON value. Always true for lines.
    var isOneValue: Bool {
        switch self {
        case .lines: true
        case .elements(let elements): elements.valueCount <= 1
        }
    }

    /// Classifies the next bytes. The records do not depend on how the data is divided into pieces.
    mutating func cut(_ bytes: UnsafeBufferPointer<UInt8>) -> Cut {
        switch self {
        case .lines: return Self.cutLine(bytes)
        case .elements(var elements):
            let cut = elements.cut(bytes)
            self = .elements(elements)
            return cut
        }
    }

    private static func cutLine(_ bytes: UnsafeBufferPointer<UInt8>) -> Cut {
        guard let start = bytes.baseAddress, let end = memchr(start, Int32(UInt8(ascii: "\n")), bytes.count) else {
            return Cut(content: bytes.count)
        }
        return Cut(content: UnsafeRawPointer(end) - UnsafeRawPointer(start), behind: 1, isEnd: true)
    }
}

/// Divides the beginning of some bytes: what comes before a record's content, the content or a part of it, and what
/// comes after.
struct Cut {
    var before = 0
    var content = 0
    var behind = 0
    /// Whether the record ends here.
    var isEnd = false
    /// Whether the record is in a place where no record is allowed.
    var isStray = false
}
