/// Moves over a JSON text value by value and checks it by RFC 8259, with the contract's limits on depth and numbers; the
/// text must be UTF-8, of less than 1 GiB, with zeros behind it (`Bytes.withZerosBehind`).
///
/// A zero is no part of any JSON, so that nothing but the judgement of what is wrong has to look for the text's end.
struct JSONScanner {
    /// How many objects and arrays may stand in each other.
    static let greatestDepth = 32

    /// The whole text.
    let bytes: Bytes
    let start: UnsafePointer<UInt8>
    /// Where the scanner stands, in bytes from the start.
    var position = 0
    private var depth = 0

    /// A scanner at the start of `bytes`.
    init(_ bytes: Bytes) {
        self.bytes = bytes
        // With zeros behind it even an empty text has an address.
        start = bytes.baseAddress!
    }

    /// The byte at the position; 0 at the end of the text.
    @inline(__always)
    var next: UInt8 { start[position] }

    /// Whether `character` stands at the position.
    @inline(__always)
    func isAt(_ character: Unicode.Scalar) -> Bool {
        next == UInt8(ascii: character)
    }

    /// The fault of `kind` at the position.
    func fault(_ kind: JSONFault.Kind) -> JSONFault {
        JSONFault(kind: kind, offset: position)
    }

    /// Moves behind spaces, tabs, line feeds and carriage returns.
    @inline(__always)
    mutating func passSpace() {
        while next <= 0x20, next == 0x20 || next == 0x0A || next == 0x0D || next == 0x09 {
            position &+= 1
        }
    }

    /// Moves behind the value at the position and gives it.
    @inline(__always)
    mutating func passValue() throws(JSONFault) -> JSONValue {
        isAt("\"") ? try passString() : try passOtherValue()
    }

    private mutating func passOtherValue() throws(JSONFault) -> JSONValue {
        switch next {
        case UInt8(ascii: "{"): return try passObject()
        case UInt8(ascii: "["): return try passArray()
        case UInt8(ascii: "t"): return try pass("true", .boolean)
        case UInt8(ascii: "f"): return try pass("false", .boolean)
        case UInt8(ascii: "n"): return try pass("null", .null)
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try passNumber()
        default: throw fault(.noValue)
        }
    }

    private mutating func pass(_ word: StaticString, _ kind: JSONValue.Kind) throws(JSONFault) -> JSONValue {
        let end = position + word.utf8CodeUnitCount
        guard end <= bytes.count, bytes.part(position..<end).spells(word) else { throw fault(.noValue) }
        defer { position = end }
        return JSONValue(kind, position..<end)
    }
}

extension JSONScanner {
    /// Moves behind the brace or bracket at the position and gives where it then stands.
    @inline(__always)
    mutating func open() throws(JSONFault) -> Int {
        guard depth < Self.greatestDepth else { throw fault(.tooDeep) }
        depth &+= 1
        position &+= 1
        return position
    }

    /// Moves to the value of the next member of the object opened before `start` and gives the member's name; behind
    /// the last member moves behind the object and gives an absent name.
    @inline(__always)
    mutating func nextName(since start: Int) throws(JSONFault) -> JSONValue {
        guard try isBeforeElement(since: start, closing: "}", orElse: .noCommaOrBrace) else { return JSONValue() }
        guard isAt("\"") else { throw fault(.noName) }
        let name = try passString()
        passSpace()
        guard isAt(":") else { throw fault(.noColon) }
        position &+= 1
        passSpace()
        return name
    }

    /// Moves to the next element of what was opened before `start` and says true, or behind its end and says false.
    @inline(__always)
    private mutating func isBeforeElement(
        since start: Int, closing: Unicode.Scalar, orElse kind: JSONFault.Kind
    ) throws(JSONFault) -> Bool {
        let isFirst = position == start
        // As nearly all JSON is written.
        if isAt(","), self.start[position &+ 1] == UInt8(ascii: "\""), !isFirst {
            position &+= 1
            return true
        }
        passSpace()
        if isAt(closing) {
            position &+= 1
            depth &-= 1
            return false
        }
        guard !isFirst else { return true }
        guard isAt(",") else { throw fault(kind) }
        position &+= 1
        passSpace()
        return true
    }

    // The mutual recursion with `passValue` goes no deeper than `greatestDepth`, which `open` sees to.
    private mutating func passObject() throws(JSONFault) -> JSONValue {
        let start = try open()
        while try nextName(since: start).kind != .absent {
            _ = try passValue()
        }
        return JSONValue(.object, start - 1..<position)
    }

    private mutating func passArray() throws(JSONFault) -> JSONValue {
        let start = try open()
        while try isBeforeElement(since: start, closing: "]", orElse: .noCommaOrBracket) {
            _ = try passValue()
        }
        return JSONValue(.array, start - 1..<position)
    }
}
