/// What one JSON value is and where it stands in its text, which has less than 1 GiB.
struct JSONValue {
    /// The kinds of JSON values, and `absent` for a member that is not there.
    enum Kind: UInt8 {
        case absent
        case null
        case boolean
        case number
        case string
        case object
        case array
    }

    /// From the lowest: 3 bits of kind, one of whether it is escaped, 30 of its start, 30 of its end.
    private let bits: UInt64

    private static let offsetMask: UInt64 = (1 << 30) - 1

    /// No value.
    @inline(__always)
    init() { bits = 0 }

    /// The value of `kind` in `range`, quotes and braces included.
    @inline(__always)
    init(_ kind: Kind, _ range: Range<Int>, isEscaped: Bool = false) {
        bits =
            UInt64(kind.rawValue) | (isEscaped ? 8 : 0)
            | UInt64(truncatingIfNeeded: range.lowerBound) << 4 | UInt64(truncatingIfNeeded: range.upperBound) << 34
    }

    /// What it is.
    @inline(__always)
    var kind: Kind { Kind(rawValue: UInt8(truncatingIfNeeded: bits & 7)) ?? .absent }

    /// Whether it is a string with at least one escape.
    @inline(__always)
    var isEscaped: Bool { bits & 8 != 0 }

    /// Where it stands, quotes and braces included, in bytes from the start of the text.
    @inline(__always)
    var range: Range<Int> {
        Range(uncheckedBounds: (Int(bits >> 4 & Self.offsetMask), Int(bits >> 34)))
    }

    /// Whether it counts as absent, as `null` does.
    @inline(__always)
    var isAbsent: Bool { bits & 7 <= UInt64(Kind.null.rawValue) }

    /// Whether it is the string without any character.
    @inline(__always)
    var isEmptyText: Bool { kind == .string && range.count == 2 }
}

/// One member of a JSON object.
struct JSONMember {
    /// Its name, a string.
    var name = JSONValue()
    /// Its value.
    var value = JSONValue()

    /// Where it stands, from the name's first quote to the value's last byte.
    var range: Range<Int> { name.range.lowerBound..<value.range.upperBound }
}
