import Events

/// The text of one JSON value that a validator has found to be well formed.
struct JSONText {
    /// The bytes of the value, without surrounding whitespace.
    let bytes: ArraySlice<UInt8>

    /// A member of an object.
    struct Member {
        let name: String
        let value: JSONText
    }

    var isNull: Bool { bytes.first == UInt8(ascii: "n") }
    var isObject: Bool { bytes.first == UInt8(ascii: "{") }
    var isNumber: Bool {
        bytes.first.map { $0 == UInt8(ascii: "-") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ?? false
    }
    var isEmptyText: Bool { bytes.elementsEqual([UInt8(ascii: "\""), UInt8(ascii: "\"")]) }

    /// The decoded string; nil for any other value.
    var string: String? {
        guard bytes.first == UInt8(ascii: "\"") else { return nil }
        guard bytes.contains(UInt8(ascii: "\\")) else {
            return String(decoding: bytes.dropFirst().dropLast(), as: UTF8.self)
        }
        return bytes.dropFirst().dropLast().withUnsafeBufferPointer { String(decoding: $0.unescaped(), as: UTF8.self) }
    }

    /// A number as the string of how it is written; any other value unchanged.
    var numberAsString: JSONText { isNumber ? JSONText(string: String(decoding: bytes, as: UTF8.self)) : self }

    /// Encodes a string.
    init(string: String) {
        let backslash = UInt8(ascii: "\\")
        var bytes: [UInt8] = [UInt8(ascii: "\"")]
        for byte in string.utf8 {
            if byte < 0x20 {
                let digits = Array(String(byte, radix: 16).utf8)
                bytes += Array("\\u00".utf8) + (byte < 0x10 ? [UInt8(ascii: "0")] : []) + digits
            } else {
                if byte == backslash || byte == UInt8(ascii: "\"") { bytes.append(backslash) }
                bytes.append(byte)
            }
        }
        self.bytes = bytes[...] + [UInt8(ascii: "\"")]
    }

    /// Encodes an object.
    init(members: [Member]) {
        var bytes: [UInt8] = []
        for member in members {
            bytes.append(bytes.isEmpty ? UInt8(ascii: "{") : UInt8(ascii: ","))
            bytes += JSONText(string: member.name).bytes + [UInt8(ascii: ":")] + member.value.bytes
        }
        self.bytes = members.isEmpty ? ArraySlice("{}".utf8) : bytes[...] + [UInt8(ascii: "}")]
    }

    /// Creates a value from its bytes, which whitespace may surround.
    init(_ bytes: ArraySlice<UInt8>) {
        let start = bytes.firstIndex { !$0.isJSONSpace } ?? bytes.endIndex
        let end = bytes.lastIndex { !$0.isJSONSpace }.map { $0 + 1 } ?? start
        self.bytes = bytes[start..<end]
    }

    /// The members of an object in order; empty for any other value.
    var members: [Member] {
        guard isObject else { return [] }
        var members: [Member] = []
        var position = bytes.startIndex + 1
        while let name = nextValue(from: &position), let value = nextValue(from: &position) {
            members.append(Member(name: name.string ?? "", value: value))
        }
        return members
    }

    /// Returns the next name or value after `position` and moves `position` after it; nil at the end of the object.
    private func nextValue(from position: inout Int) -> JSONText? {
        let between: (UInt8) -> Bool = { $0.isJSONSpace || $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: ":") }
        guard let start = bytes[position...].firstIndex(where: { !between($0) }), start < bytes.endIndex - 1 else {
            return nil
        }
        position = start
        var nesting = Nesting()
        nesting.take(bytes[position])
        let isBare = nesting.isClosed
        position += 1
        while isBare ? !between(bytes[position]) && position < bytes.endIndex - 1 : !nesting.isClosed {
            if !isBare { nesting.take(bytes[position]) }
            position += 1
        }
        return JSONText(bytes[start..<position])
    }
}

extension [JSONText.Member] {
    /// The value of a member; nil if it is missing or null, which means the same.
    subscript(name: String) -> JSONText? {
        guard let value = first(where: { $0.name == name })?.value, !value.isNull else { return nil }
        return value
    }
}
