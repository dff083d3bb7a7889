/// One event as JSON: which members it has and where their values are in the text. Checks that the JSON is well-formed and
/// that names are unique, but not the values.
struct EventText: ~Copyable {
    /// The event's bytes, followed by zeros (see `Bytes.withZerosBehind`).
    let bytes: Bytes
    /// The members of `data` that the event contract does not define.
    private(set) var others = OtherMembers()
    // Not an InlineArray: Swift 6.3 copies the whole array to read one element.
    private let fields: UnsafeMutableBufferPointer<JSONMember>

    @inline(__always)
    private init(_ bytes: Bytes, _ fields: UnsafeMutableBufferPointer<JSONMember>) {
        self.bytes = bytes
        self.fields = fields
        fields.initialize(repeating: JSONMember())
    }

    /// Calls `body` with an event over `bytes`, which must be UTF-8 followed by zeros. The event has no members until
    /// `pass` has read it.
    @inline(__always)
    static func of<Result>(_ bytes: Bytes, _ body: (inout EventText) -> Result) -> Result {
        withUnsafeTemporaryAllocation(of: JSONMember.self, capacity: Field.count) { fields in
            var text = EventText(bytes, fields)
            return body(&text)
        }
    }

    /// The value of a field; absent if the event does not have it.
    @inline(__always)
    subscript(field: Field) -> JSONValue { fields[field.rawValue].value }

    /// Returns the member of a field; its value is absent if the event does not have it.
    func member(_ field: Field) -> JSONMember { fields[field.rawValue] }

    /// Reads the event: one JSON object, optionally surrounded by white space.
    @inline(__always)
    mutating func pass() throws(JSONFault) {
        var scanner = JSONScanner(bytes)
        scanner.passSpace()
        guard scanner.isAt("{") else { throw scanner.fault(.noObject) }
        try passEvent(&scanner)
        scanner.passSpace()
        guard scanner.position == bytes.count else {
            throw scanner.fault(scanner.isBeforeObject ? .severalObjects : .textAfterObject)
        }
    }

    @inline(__always)
    private mutating func passEvent(_ scanner: inout JSONScanner) throws(JSONFault) {
        var others = OtherMembers()
        let start = try scanner.open()
        while true {
            let name = try scanner.nextName(since: start)
            guard name.kind != .absent else { break }
            let field =
                name.isEscaped
                ? bytes.withText(of: name, Field.init(ofEvent:)) : Field(ofEvent: bytes.content(of: name))
            let value = scanner.isAt("{") ? try passObject(of: field, &scanner) : try scanner.passValue()
            try add(JSONMember(name: name, value: value), as: field, else: &others)
        }
        try others.checkNames(in: bytes)
    }

    private mutating func passObject(of field: Field?, _ scanner: inout JSONScanner) throws(JSONFault) -> JSONValue {
        switch field {
        case .os: try passOS(&scanner)
        case .data: try passData(&scanner)
        default: try scanner.passValue()
        }
    }

    private mutating func passOS(_ scanner: inout JSONScanner) throws(JSONFault) -> JSONValue {
        let start = scanner.position
        _ = try passFields(&scanner) { Field(ofOS: $0) }
        return JSONValue(.object, start..<scanner.position)
    }

    private mutating func passData(_ scanner: inout JSONScanner) throws(JSONFault) -> JSONValue {
        let start = scanner.position
        others = try passFields(&scanner) { Field(ofData: $0) }
        return JSONValue(.object, start..<scanner.position)
    }

    /// Reads an object. `find` maps a name to a field; members that it doesn't know are returned.
    @inline(__always)
    private mutating func passFields(
        _ scanner: inout JSONScanner, _ find: (Bytes) -> Field?
    ) throws(JSONFault) -> OtherMembers {
        var others = OtherMembers()
        let start = try scanner.open()
        while true {
            let name = try scanner.nextName(since: start)
            guard name.kind != .absent else { break }
            let field = name.isEscaped ? bytes.withText(of: name, find) : find(bytes.content(of: name))
            try add(JSONMember(name: name, value: try scanner.passValue()), as: field, else: &others)
        }
        try others.checkNames(in: bytes)
        return others
    }

    /// Stores a member under its field, or in `others` if it has none. Throws if the field is there already.
    @inline(__always)
    private mutating func add(
        _ member: JSONMember, as field: Field?, else others: inout OtherMembers
    ) throws(JSONFault) {
        guard let field else { return others.add(member) }
        guard fields[field.rawValue].value.kind == .absent else { throw JSONFault(repeated: member) }
        fields[field.rawValue] = member
    }
}
