/// Moves over a JSON text of at most 4 GiB value by value and checks it by RFC 8259, with the contract's limits on depth
/// and numbers; the text must be UTF-8.
struct JSONScanner {
    /// How many objects and arrays may stand in each other.
    static let greatestDepth = 32

    /// The whole text.
    let bytes: Bytes
    /// Where the scanner stands, in bytes from the start.
    var position = 0
    private var depth = 0

    /// A scanner at the start of `bytes`.
    init(_ bytes: Bytes) {
        self.bytes = bytes
    }

    /// The byte at the position; nil at the end of the text.
    var next: UInt8? {
        position < bytes.count ? bytes[position] : nil
    }

    /// Whether `character` stands at the position.
    func isAt(_ character: Unicode.Scalar) -> Bool {
        next == UInt8(ascii: character)
    }

    /// The fault of `kind` at the position.
    func fault(_ kind: JSONFault.Kind) -> JSONFault {
        JSONFault(kind: kind, offset: position)
    }

    /// Moves behind spaces, tabs, line feeds and carriage returns.
    mutating func passSpace() {
        while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
            position += 1
        }
    }

    /// Moves behind the value at the position and gives it.
    mutating func passValue() throws(JSONFault) -> JSONValue {
        guard let next else { throw fault(.noValue) }
        switch next {
        case UInt8(ascii: "\""): return try passString()
        case UInt8(ascii: "{"): return try passObject()
        case UInt8(ascii: "["): return try passArray()
        case UInt8(ascii: "t"): return try pass("true", .boolean)
        case UInt8(ascii: "f"): return try pass("false", .boolean)
        case UInt8(ascii: "n"): return try pass("null", .null)
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try passNumber()
        default: throw fault(.noValue)
        }
    }

    private mutating func pass(_ word: String, _ kind: JSONValue.Kind) throws(JSONFault) -> JSONValue {
        let end = position + word.utf8.count
        guard end <= bytes.count, bytes.part(position..<end).spells(word) else { throw fault(.noValue) }
        defer { position = end }
        return JSONValue(kind, position..<end)
    }
}

extension JSONScanner {
    /// Moves behind the brace or bracket at the position and gives where it then stands.
    mutating func open() throws(JSONFault) -> Int {
        guard depth < Self.greatestDepth else { throw fault(.tooDeep) }
        depth += 1
        position += 1
        return position
    }

    /// Moves to the value of the next member of the object opened before `start` and gives the member's name; behind
    /// the last member moves behind the object and gives nil.
    mutating func nextName(since start: Int) throws(JSONFault) -> JSONValue? {
        guard try isBeforeElement(since: start, closing: "}", orElse: .noCommaOrBrace) else { return nil }
        guard isAt("\"") else { throw fault(.noName) }
        let name = try passString()
        passSpace()
        guard isAt(":") else { throw fault(.noColon) }
        position += 1
        passSpace()
        return name
    }

    /// Moves to the next element of what was opened before `start` and says true, or behind its end and says false.
    private mutating func isBeforeElement(
        since start: Int, closing: Unicode.Scalar, orElse kind: JSONFault.Kind
    ) throws(JSONFault) -> Bool {
        let isFirst = position == start
        passSpace()
        if isAt(closing) {
            position += 1
            depth -= 1
            return false
        }
        guard !isFirst else { return true }
        guard isAt(",") else { throw fault(kind) }
        position += 1
        passSpace()
        return true
    }

    // The mutual recursion with `passValue` goes no deeper than `greatestDepth`, which `open` sees to.
    private mutating func passObject() throws(JSONFault) -> JSONValue {
        let start = try open()
        while try nextName(since: start) != nil {
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
