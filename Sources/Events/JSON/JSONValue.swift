/// What one JSON value is and where it stands in its text.
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

    /// What it is.
    var kind = Kind.absent
    /// Whether it is a string with at least one escape.
    var isEscaped = false
    private var start: UInt32 = 0
    private var end: UInt32 = 0

    /// No value.
    init() {}

    /// The value of `kind` in `range`, quotes and braces included.
    init(_ kind: Kind, _ range: Range<Int>, isEscaped: Bool = false) {
        self.kind = kind
        self.isEscaped = isEscaped
        start = UInt32(truncatingIfNeeded: range.lowerBound)
        end = UInt32(truncatingIfNeeded: range.upperBound)
    }

    /// Where it stands, quotes and braces included, in bytes from the start of the text.
    var range: Range<Int> { Int(start)..<Int(end) }

    /// Whether it counts as absent, as `null` does.
    var isAbsent: Bool { kind == .absent || kind == .null }

    /// Whether it is the string without any character.
    var isEmptyText: Bool { kind == .string && end - start == 2 }
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
