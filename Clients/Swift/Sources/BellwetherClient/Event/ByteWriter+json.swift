/// Members of JSON objects, without spaces, each with a comma behind it. Names are written as they are.
extension ByteWriter {
    /// Appends an object with what `write` appends, as the value of a member if there is a name. Appends nothing if it is empty.
    mutating func object(_ name: StaticString? = nil, _ write: (inout ByteWriter) -> Void) {
        let start = count
        if let name { self.name(name) }
        append(UInt8(ascii: "{"))
        let empty = count
        write(&self)
        guard count > empty else { return count = start }
        count -= 1
        append(name == nil ? "}" : "},")
    }

    /// Appends a text unless it is nil or empty.
    mutating func text(_ name: StaticString, _ value: String?) {
        guard let value, !value.isEmpty else { return }
        self.name(name)
        string(value)
    }

    /// Appends a number unless it is nil.
    mutating func number(_ name: StaticString, _ value: Int64?) {
        guard let value else { return }
        self.name(name)
        append(String(value).utf8)
        append(UInt8(ascii: ","))
    }

    /// Appends a text that needs no escapes and is written by `write`.
    mutating func plain(_ name: StaticString, _ write: (inout ByteWriter) -> Void) {
        self.name(name)
        append(UInt8(ascii: "\""))
        write(&self)
        append("\",")
    }

    /// Appends an array of texts unless it is empty.
    mutating func texts(_ name: StaticString, _ values: [String]) {
        guard !values.isEmpty else { return }
        self.name(name)
        append(UInt8(ascii: "["))
        values.forEach { string($0) }
        count -= 1
        append("],")
    }

    private mutating func name(_ name: StaticString) {
        append(UInt8(ascii: "\""))
        append(name)
        append("\":")
    }

    /// Escapes quotation marks, backslashes and bytes below 32, as RFC 8259 requires.
    private mutating func string(_ value: String) {
        append(UInt8(ascii: "\""))
        let isPlain = value.utf8.withContiguousStorageIfAvailable { text in
            guard text.allSatisfy({ $0 >= 32 && $0 != 0x22 && $0 != 0x5C }) else { return false }
            append(text)
            return true
        }
        if isPlain != true { value.utf8.forEach { escape($0) } }
        append("\",")
    }

    private mutating func escape(_ byte: UInt8) {
        if byte < 32 {
            append("\\u0000")
            put(UInt64(byte), radix: 16, before: count)
        } else {
            if byte == 0x22 || byte == 0x5C { append(0x5C as UInt8) }
            append(byte)
        }
    }
}
