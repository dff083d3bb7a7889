/// One event as it is written: which members it has and where they stand, nothing of it judged but that it is JSON.
struct EventText: ~Copyable {
    /// The event's own bytes, with zeros behind them.
    let bytes: Bytes
    /// The members of `data` without a meaning.
    private(set) var others = OtherMembers()
    // Not an InlineArray, which is copied whole to read one of its elements (Swift 6.3).
    private let fields: UnsafeMutableBufferPointer<JSONMember>

    @inline(__always)
    private init(_ bytes: Bytes, _ fields: UnsafeMutableBufferPointer<JSONMember>) {
        self.bytes = bytes
        self.fields = fields
        fields.initialize(repeating: JSONMember())
    }

    /// Gives `body` the event that `bytes`, which must be UTF-8 with zeros behind them, hold; to be read by `pass`.
    @inline(__always)
    static func of<Result>(_ bytes: Bytes, _ body: (inout EventText) -> Result) -> Result {
        withUnsafeTemporaryAllocation(of: JSONMember.self, capacity: Field.count) { fields in
            var text = EventText(bytes, fields)
            return body(&text)
        }
    }

    /// The value of a field, absent where there is none.
    @inline(__always)
    subscript(field: Field) -> JSONValue { fields[field.rawValue].value }

    /// The member of a field, with an absent value where there is none.
    func member(_ field: Field) -> JSONMember { fields[field.rawValue] }

    /// Reads the event, around which white space may stand.
    @inline(__always)
    mutating func pass() throws(JSONFault) {
        var scanner = JSONScanner(bytes)
        scanner.passSpace()
        guard scanner.isAt("{") else { throw scanner.fault(.noObject) }
        try passEvent(&scanner)
        scanner.passSpace()
        guard scanner.position == bytes.count else { throw scanner.fault(.textAfterObject) }
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

    /// Moves behind an object whose fields `find` knows by their names, and gives its other members.
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

    /// Takes a member in, as that of a field if it has a meaning; a second one of that name is a fault.
    @inline(__always)
    private mutating func add(
        _ member: JSONMember, as field: Field?, else others: inout OtherMembers
    ) throws(JSONFault) {
        guard let field else { return others.add(member) }
        guard fields[field.rawValue].value.kind == .absent else { throw JSONFault(repeated: member) }
        fields[field.rawValue] = member
    }
}
