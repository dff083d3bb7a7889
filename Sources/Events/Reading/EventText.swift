/// One event as it is written: which members it has and where they stand, nothing of it judged but that it is JSON. Not to
/// be copied, as it is large.
struct EventText: ~Copyable {
    /// The event's own bytes.
    let bytes: Bytes
    /// The members at the top level.
    private(set) var top = Members()
    /// The members of `os`; none where it is no object.
    private(set) var os = Members()
    /// The members of `data`; none where it is no object.
    private(set) var data = Members()

    /// The event that `bytes`, which must be UTF-8, hold; white space may stand around it.
    init(_ bytes: Bytes) throws(JSONFault) {
        self.bytes = bytes
        var scanner = JSONScanner(bytes)
        scanner.passSpace()
        guard scanner.isAt("{") else { throw scanner.fault(.noObject) }
        top = try scanner.passMembers(EventKey.self) { (key, scanner) throws(JSONFault) in
            try passValue(of: key, with: &scanner)
        }
        scanner.passSpace()
        guard scanner.next == nil else { throw scanner.fault(.textAfterObject) }
    }

    private mutating func passValue(of key: EventKey?, with scanner: inout JSONScanner) throws(JSONFault) -> JSONValue {
        guard scanner.isAt("{") else { return try scanner.passValue() }
        let start = scanner.position
        switch key {
        case .os: os = try scanner.passPlainMembers(OSKey.self)
        case .data: data = try scanner.passPlainMembers(DataKey.self)
        default: return try scanner.passValue()
        }
        return JSONValue(.object, start..<scanner.position)
    }

    /// The value of a member of the top level.
    subscript(key: EventKey) -> JSONValue { top[key].value }
    /// The value of a member of `os`.
    subscript(key: OSKey) -> JSONValue { os[key].value }
    /// The value of a member of `data`.
    subscript(key: DataKey) -> JSONValue { data[key].value }
}

extension JSONScanner {
    /// Moves behind the object at the position and gives its members.
    fileprivate mutating func passPlainMembers<Key: MemberKey>(_ keys: Key.Type) throws(JSONFault) -> Members {
        try passMembers(keys) { (_, scanner) throws(JSONFault) in try scanner.passValue() }
    }
}
