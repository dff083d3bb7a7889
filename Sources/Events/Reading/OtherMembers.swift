/// The members of one object to which the contract gives no meaning, in their order.
struct OtherMembers {
    /// Up to here names are compared pair by pair, which needs no memory.
    private static let greatestPairwise = 16

    private(set) var members: [JSONMember] = []

    /// Takes a member in.
    mutating func add(_ member: JSONMember) { members.append(member) }

    /// Throws if two of them have one name, compared after their escapes in `bytes` are resolved.
    @inline(__always)
    func checkNames(in bytes: Bytes) throws(JSONFault) {
        if members.count > 1 { try checkSeveralNames(in: bytes) }
    }

    private func checkSeveralNames(in bytes: Bytes) throws(JSONFault) {
        guard members.count <= Self.greatestPairwise else { return try checkManyNames(in: bytes) }
        for (index, member) in members.enumerated() {
            for earlier in members[..<index] where bytes.areSame(earlier.name, member.name) {
                throw JSONFault(repeated: member)
            }
        }
    }

    private func checkManyNames(in bytes: Bytes) throws(JSONFault) {
        var names: Set<[UInt8]> = []
        for member in members where !names.insert(bytes.withText(of: member.name) { [UInt8]($0) }).inserted {
            throw JSONFault(repeated: member)
        }
    }
}

extension JSONFault {
    /// A second member has the name of `member`.
    init(repeated member: JSONMember) {
        self.init(kind: .repeatedName, offset: member.range.lowerBound, name: member.name)
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
