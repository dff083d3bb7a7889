import Foundation

/// Standard output holds results alone; everything else goes to standard error.
enum Console {
    /// A line of a result.
    static func result(_ line: String) {
        FileHandle.standardOutput.write(Data((line + "\n").utf8))
    }

    /// A result for machines: one JSON value on one line, keys sorted, absent numbers as null.
    static func result(json value: some Encodable) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .iso8601
        result(String(decoding: try encoder.encode(value), as: UTF8.self))
    }

    /// A line beside the result, for the person at the terminal.
    static func note(_ line: String) {
        FileHandle.standardError.write(Data((line + "\n").utf8))
    }

    /// A message to the person at the terminal.
    static func error(_ line: String) {
        FileHandle.standardError.write(Data(("bellwether: " + line + "\n").utf8))
    }
}
