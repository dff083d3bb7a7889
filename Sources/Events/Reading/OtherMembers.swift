/// The members of one object that the event contract does not define, in their order.
struct OtherMembers {
    /// Up to this number of members, names are compared pair by pair, which needs no allocation.
    private static let greatestPairwise = 16

    private(set) var members: [JSONMember] = []

    mutating func add(_ member: JSONMember) { members.append(member) }

    /// Throws if two members have the same name after escapes are resolved. `bytes` is the text that they are in.
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
    /// Creates the fault for a member whose name an earlier member already has.
    init(repeated member: JSONMember) {
        self.init(kind: .repeatedName, offset: member.range.lowerBound, name: member.name)
    }
}

extension Bytes {
    /// Returns whether two strings of this text, which the scanner must have passed, have the same characters.
    fileprivate func areSame(_ first: JSONValue, _ second: JSONValue) -> Bool {
        withText(of: first) { first in
            withText(of: second) { second in first.count == second.count && first.elementsEqual(second) }
        }
    }
}
