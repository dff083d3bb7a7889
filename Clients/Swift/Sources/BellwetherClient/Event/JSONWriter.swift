/// Appends the members of JSON objects to bytes, without spaces. Names are written as they are.
package struct JSONWriter {
    package private(set) var bytes: [UInt8] = []

    /// Creates a writer with room for a typical event.
    package init() { bytes.reserveCapacity(512) }

    /// Appends an object with what `write` appends, as the value of a member if there is a name. Appends nothing if it is empty.
    package mutating func object(_ name: StaticString? = nil, _ write: (inout JSONWriter) -> Void) {
        let start = bytes.count
        if let name { self.name(name) }
        bytes.append(UInt8(ascii: "{"))
        let empty = bytes.count
        write(&self)
        if bytes.count > empty { bytes.append(UInt8(ascii: "}")) } else { bytes.removeLast(empty - start) }
    }

    /// Appends a text unless it is nil or empty.
    package mutating func text(_ name: StaticString, _ value: String?) {
        guard let value, !value.isEmpty else { return }
        self.name(name)
        string(value)
    }

    /// Appends a number unless it is nil.
    package mutating func number(_ name: StaticString, _ value: Int64?) {
        guard let value else { return }
        self.name(name)
        bytes += String(value).utf8
    }

    /// Appends a text that needs no escapes and is written by `write`.
    package mutating func plain(_ name: StaticString, _ write: (inout [UInt8]) -> Void) {
        self.name(name)
        bytes.append(UInt8(ascii: "\""))
        write(&bytes)
        bytes.append(UInt8(ascii: "\""))
    }

    /// Appends an array of texts unless it is empty.
    package mutating func texts(_ name: StaticString, _ values: [String]) {
        guard !values.isEmpty else { return }
        self.name(name)
        for (index, value) in values.enumerated() {
            bytes.append(UInt8(ascii: index == 0 ? "[" : ","))
            string(value)
        }
        bytes.append(UInt8(ascii: "]"))
    }

    /// Appends members that are already JSON.
    package mutating func members(_ written: [UInt8]) {
        separate()
        bytes += written
    }

    private mutating func name(_ name: StaticString) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        bytes += UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
        bytes.append(UInt8(ascii: "\""))
        bytes.append(UInt8(ascii: ":"))
    }

    /// Appends a comma unless the next member is the first.
    private mutating func separate() {
        if let last = bytes.last, last != UInt8(ascii: "{") { bytes.append(UInt8(ascii: ",")) }
    }

    /// Escapes quotation marks, backslashes and bytes below 32, as RFC 8259 requires.
    private mutating func string(_ value: String) {
        bytes.append(UInt8(ascii: "\""))
        if value.utf8.allSatisfy({ $0 >= 32 && $0 != 0x22 && $0 != 0x5C }) {
            bytes += value.utf8
        } else {
            value.utf8.forEach { escaped($0) }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private mutating func escaped(_ byte: UInt8) {
        if byte < 32 {
            bytes += "\\u00".utf8
            bytes.append(hexadecimal: byte)
        } else {
            if byte == 0x22 || byte == 0x5C { bytes.append(0x5C) }
            bytes.append(byte)
        }
    }
}
