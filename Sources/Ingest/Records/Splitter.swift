import Glibc

/// How a source is cut into records: by lines, or by the elements of arrays.
package enum Splitter: Sendable {
    case lines
    case elements(ElementSplitter)

    /// A splitter of NDJSON.
    package static let ndjson = Splitter.lines
    /// A splitter of JSON: an array's elements, or objects one after the other.
    package static let json = Splitter.elements(ElementSplitter())

    /// The number of a source's first record: lines are counted from 1, elements from 0.
    var firstNumber: Int {
        switch self {
        case .lines: 1
        case .elements: 0
        }
    }

    /// Whether nothing is open: the source may end here, as it may behind any byte of a line.
    var isWhole: Bool {
        switch self {
        case .lines: true
        case .elements(let elements): elements.isWhole
        }
    }

    /// Whether what was cut is no more than one value of JSON; lines are not asked.
    var isOneValue: Bool {
        switch self {
        case .lines: true
        case .elements(let elements): elements.valueCount <= 1
        }
    }

    /// Finds what the next bytes are; the same bytes in other pieces give the same records.
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

/// The beginning of some bytes: what lies before the content of a record, its content or a part of it, what lies behind.
struct Cut {
    var before = 0
    var content = 0
    var behind = 0
    /// Whether the record ends here.
    var isEnd = false
    /// Whether the record is no element but what stands in the wrong place.
    var isStray = false
}
