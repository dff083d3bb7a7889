/// The members of one object: those that the contract names, each in its place, and the others in their order.
/// Not to be copied, as it is large.
struct Members: ~Copyable {
    /// The members without a meaning, in their order.
    private(set) var others: [JSONMember] = []
    private var known = InlineArray<13, JSONMember>(repeating: JSONMember())

    /// Up to here the names of `others` are compared pair by pair, which needs no memory.
    private static let greatestPairwise = 16

    /// The member with the name `key`, with an absent value when there is none.
    subscript(key: some MemberKey) -> JSONMember {
        known[key.rawValue]
    }

    /// Takes the member in, as the one with the name `key` if it has a meaning; a second one of that name is a fault.
    mutating func add(_ member: JSONMember, as key: (some MemberKey)?) throws(JSONFault) {
        guard let key else { return others.append(member) }
        guard known[key.rawValue].value.kind == .absent else { throw Self.repeated(member) }
        known[key.rawValue] = member
    }

    /// Throws if two of `others` have one name, compared after their escapes in `bytes` are resolved.
    func checkNames(in bytes: Bytes) throws(JSONFault) {
        guard others.count <= Self.greatestPairwise else { return try checkManyNames(in: bytes) }
        for (index, member) in others.enumerated() {
            for earlier in others[..<index] where bytes.areSame(earlier.name, member.name) {
                throw Self.repeated(member)
            }
        }
    }

    private func checkManyNames(in bytes: Bytes) throws(JSONFault) {
        var names: Set<[UInt8]> = []
        for member in others where !names.insert(bytes.withText(of: member.name) { [UInt8]($0) }).inserted {
            throw Self.repeated(member)
        }
    }

    private static func repeated(_ member: JSONMember) -> JSONFault {
        JSONFault(kind: .repeatedName, offset: member.range.lowerBound, name: member.name)
    }
}

extension JSONScanner {
    /// Moves behind the object at the position and gives its members; `passing` moves behind a member's value. A name
    /// that stands twice is a fault.
    mutating func passMembers<Key: MemberKey>(
        _: Key.Type, passing: (Key?, inout JSONScanner) throws(JSONFault) -> JSONValue
    ) throws(JSONFault) -> Members {
        var members = Members()
        let start = try open()
        while let name = try nextName(since: start) {
            let key = bytes.withText(of: name) { Key(utf8: $0) }
            let value = try passing(key, &self)
            try members.add(JSONMember(name: name, value: value), as: key)
        }
        try members.checkNames(in: bytes)
        return members
    }
}

extension Bytes {
    /// Whether two strings of this text that the scanner has passed have the same characters.
    fileprivate func areSame(_ first: JSONValue, _ second: JSONValue) -> Bool {
        withText(of: first) { first in
            withText(of: second) { second in first.count == second.count && first.elementsEqual(second) }
        }
    }
}
