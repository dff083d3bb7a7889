/// Scans a JSON text value by value and checks it by RFC 8259 and the event contract's limits on depth and numbers. The
/// text must be UTF-8, shorter than 1 GiB and followed by zeros (`Bytes.withZerosBehind`).
///
/// A zero byte is never part of JSON, so scanning stops there without a bounds check. Only the code that reports faults
/// looks for the end of the text.
struct JSONScanner {
    /// The maximum nesting depth of objects and arrays.
    static let greatestDepth = 32

    let bytes: Bytes
    let start: UnsafePointer<UInt8>
    /// The current position, in bytes from the start.
    var position = 0
    private var depth = 0

    /// Creates a scanner at the start of `bytes`.
    init(_ bytes: Bytes) {
        self.bytes = bytes
        // Because zeros follow, even an empty text has an address.
        start = bytes.baseAddress!
    }

    @inline(__always)
    var next: UInt8 { start[position] }

    /// Returns whether `character` is at the position.
    @inline(__always)
    func isAt(_ character: Unicode.Scalar) -> Bool {
        next == UInt8(ascii: character)
    }

    /// Creates a fault of `kind` at the position.
    func fault(_ kind: JSONFault.Kind) -> JSONFault {
        JSONFault(kind: kind, offset: position)
    }

    /// Skips spaces, tabs, line feeds and carriage returns.
    @inline(__always)
    mutating func passSpace() {
        while next <= 0x20, next == 0x20 || next == 0x0A || next == 0x0D || next == 0x09 {
            position &+= 1
        }
    }

    /// Whether another object follows, with nothing but white space and at most one comma before it.
    var isBeforeObject: Bool {
        var ahead = self
        ahead.passSpace()
        if ahead.isAt(",") { ahead.position += 1 }
        ahead.passSpace()
        return ahead.isAt("{")
    }

    /// Scans the value at the position and returns it.
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
    /// Scans the opening brace or bracket at the position and returns the position after it.
    @inline(__always)
    mutating func open() throws(JSONFault) -> Int {
        guard depth < Self.greatestDepth else { throw fault(.tooDeep) }
        depth &+= 1
        position &+= 1
        return position
    }

    /// Scans the name of the next member, and moves to its value. After the last member, moves past the closing brace
    /// and returns an absent name. `start` is what `open` returned for this object.
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

    /// Moves to the next element of the object or array opened at `start` and returns true, or moves past its end and
    /// returns false.
    @inline(__always)
    private mutating func isBeforeElement(
        since start: Int, closing: Unicode.Scalar, orElse kind: JSONFault.Kind
    ) throws(JSONFault) -> Bool {
        let isFirst = position == start
        // Fast path for compact JSON: a comma, then a quote.
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

    // `open` limits the mutual recursion with `passValue` to `greatestDepth`.
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
