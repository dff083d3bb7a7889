/// The kind of a JSON value and its position in its text, which must be shorter than 1 GiB.
struct JSONValue {
    /// The kinds of JSON values, and `absent` for a member that is missing.
    enum Kind: UInt8 {
        case absent
        case null
        case boolean
        case number
        case string
        case object
        case array
    }

    /// From the lowest bit: 3 bits of kind, 1 bit for `isEscaped`, 30 bits of start, 30 bits of end.
    private let bits: UInt64

    private static let offsetMask: UInt64 = (1 << 30) - 1

    /// Creates an absent value.
    @inline(__always)
    init() { bits = 0 }

    /// Creates a value of `kind` at `range`, which includes quotes, brackets and braces.
    @inline(__always)
    init(_ kind: Kind, _ range: Range<Int>, isEscaped: Bool = false) {
        bits =
            UInt64(kind.rawValue) | (isEscaped ? 8 : 0)
            | UInt64(truncatingIfNeeded: range.lowerBound) << 4 | UInt64(truncatingIfNeeded: range.upperBound) << 34
    }

    @inline(__always)
    var kind: Kind { Kind(rawValue: UInt8(truncatingIfNeeded: bits & 7)) ?? .absent }

    /// Whether the value is a string with at least one escape.
    @inline(__always)
    var isEscaped: Bool { bits & 8 != 0 }

    /// The position in bytes from the start of the text, including quotes, brackets and braces.
    @inline(__always)
    var range: Range<Int> {
        Range(uncheckedBounds: (Int(bits >> 4 & Self.offsetMask), Int(bits >> 34)))
    }

    /// Whether the value counts as absent: it is missing or `null`.
    @inline(__always)
    var isAbsent: Bool { bits & 7 <= UInt64(Kind.null.rawValue) }

    /// Whether the value is the empty string.
    @inline(__always)
    var isEmptyText: Bool { kind == .string && range.count == 2 }
}

/// One member of a JSON object.
struct JSONMember {
    /// The name, a string.
    var name = JSONValue()
    var value = JSONValue()

    /// The position, from the first quote of the name to the last byte of the value.
    var range: Range<Int> { name.range.lowerBound..<value.range.upperBound }
}
