/// Appends the members of a JSON object to bytes, without spaces.
package struct JSONWriter {
    package private(set) var bytes: [UInt8] = []
    private var needsComma = false

    /// Creates a writer with room for a typical event.
    package init() { bytes.reserveCapacity(512) }

    /// Opens an object, as the value of `name` unless that is nil.
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

    /// Appends a text. A nil or empty one is left out.
    package mutating func text(_ name: String, _ value: String?) {
        guard let value, !value.isEmpty else { return }
        self.name(name)
        string(value)
    }

    /// Appends a whole number. A nil one is left out.
    package mutating func number(_ name: String, _ value: Int64?) {
        guard let value else { return }
        self.name(name)
        bytes.append(contentsOf: String(value).utf8)
    }

    /// Appends a truth value.
    package mutating func flag(_ name: String, _ value: Bool) {
        self.name(name)
        bytes.append(contentsOf: value ? "true".utf8 : "false".utf8)
    }

    /// Appends a timestamp.
    package mutating func time(_ name: String, _ value: Timestamp) {
        self.name(name)
        bytes.append(UInt8(ascii: "\""))
        value.write(to: &bytes)
        bytes.append(UInt8(ascii: "\""))
    }

    /// Appends an array of texts. An empty one is left out.
    package mutating func texts(_ name: String, _ values: [String]) {
        guard !values.isEmpty else { return }
        self.name(name)
        for (index, value) in values.enumerated() {
            bytes.append(index == 0 ? UInt8(ascii: "[") : UInt8(ascii: ","))
            string(value)
        }
        bytes.append(UInt8(ascii: "]"))
    }

    /// Appends members that are written already, each but the first after a comma.
    package mutating func members(_ written: [UInt8]) {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
        bytes.append(contentsOf: written)
        needsComma = true
    }

    private mutating func name(_ name: String) {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
        bytes.append(UInt8(ascii: "\""))
        bytes.append(contentsOf: name.utf8)
        bytes.append(UInt8(ascii: "\""))
        bytes.append(UInt8(ascii: ":"))
        needsComma = true
    }

    private mutating func string(_ value: String) {
        bytes.append(UInt8(ascii: "\""))
        var value = value
        value.withUTF8 { escape($0) }
        bytes.append(UInt8(ascii: "\""))
    }

    /// Escapes what RFC 8259 demands: quotation marks, backslashes and the bytes below 32.
    private mutating func escape(_ text: UnsafeBufferPointer<UInt8>) {
        var start = 0
        for (index, byte) in text.enumerated() where byte < 32 || byte == 0x22 || byte == 0x5C {
            bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[start..<index]))
            bytes.append(0x5C)
            if byte < 32 {
                bytes.append(contentsOf: "u00".utf8)
                bytes.append(byte < 16 ? 0x30 : 0x31)
                bytes.append(JSONWriter.digits[Int(byte & 15)])
            } else {
                bytes.append(byte)
            }
            start = index + 1
        }
        bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[start...]))
    }

    private static let digits = Array("0123456789abcdef".utf8)
}
