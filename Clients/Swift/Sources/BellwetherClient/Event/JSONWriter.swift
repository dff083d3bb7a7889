/// Appends the members of a JSON object to bytes, without spaces.
package struct JSONWriter {
    package private(set) var bytes: [UInt8] = []
    private var needsComma = false

    /// Creates a writer with room for a typical event.
    package init() { bytes.reserveCapacity(512) }

    /// Opens an object as the value of the member `name`; without a name if that is nil.
    package mutating func open(_ name: String? = nil) {
        if let name { self.name(name) }
        bytes.append(UInt8(ascii: "{"))
        needsComma = false
    }

    /// Closes the object opened last.
    package mutating func close() {
        bytes.append(UInt8(ascii: "}"))
        needsComma = true
    }

    /// Appends a text unless it is nil or empty.
    package mutating func text(_ name: String, _ value: String?) {
        guard let value, !value.isEmpty else { return }
        self.name(name)
        string(value)
    }

    /// Appends a number or a Boolean unless it is nil.
    package mutating func value(_ name: String, _ value: (some LosslessStringConvertible)?) {
        guard let value else { return }
        self.name(name)
        bytes.append(contentsOf: value.description.utf8)
    }

    /// Appends a timestamp.
    package mutating func time(_ name: String, _ value: Timestamp) {
        self.name(name)
        bytes.append(UInt8(ascii: "\""))
        value.write(to: &bytes)
        bytes.append(UInt8(ascii: "\""))
    }

    /// Appends an array of texts unless it is empty.
    package mutating func texts(_ name: String, _ values: [String]) {
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
        if needsComma { bytes.append(UInt8(ascii: ",")) }
        bytes.append(contentsOf: written)
        needsComma = true
    }

    private mutating func name(_ name: String) {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
        bytes.append(UInt8(ascii: "\""))
        bytes.append(contentsOf: name.utf8)
        bytes.append(contentsOf: "\":".utf8)
        needsComma = true
    }

    /// Escapes quotation marks, backslashes and bytes below 32, as RFC 8259 requires.
    private mutating func string(_ value: String) {
        bytes.append(UInt8(ascii: "\""))
        for byte in value.utf8 {
            if byte < 32 {
                bytes.append(contentsOf: (byte < 16 ? "\\u000" : "\\u001").utf8)
                bytes.append(contentsOf: String(byte & 15, radix: 16).utf8)
            } else {
                if byte == 0x22 || byte == 0x5C { bytes.append(0x5C) }
                bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }
}
