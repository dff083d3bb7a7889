import Foundation
import Glibc

/// Standard output holds results alone; everything else goes to standard error.
enum Console {
    /// A line of a result.
    static func result(_ line: String) throws {
        try result(bytes: Array((line + "\n").utf8))
    }

    /// A result as it is. Whoever reads it through a pipe and closes that ends the program (SIGPIPE).
    static func result(bytes: [UInt8]) throws {
        try bytes.writeAll(to: STDOUT_FILENO) { .standardOutput($0) }
    }

    /// A result for machines: one JSON value on one line, keys sorted, absent numbers as null.
    static func result(json value: some Encodable) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .iso8601
        try result(String(decoding: try encoder.encode(value), as: UTF8.self))
    }

    /// A line beside the result, for the person at the terminal.
    static func note(_ line: String) {
        aside(line + "\n")
    }

    /// A message to the person at the terminal.
    static func error(_ line: String) {
        aside("bellwether: " + line + "\n")
    }

    /// A text on standard error; what can't be said there is not said.
    static func aside(_ text: String) {
        try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
    }
}

extension [UInt8] {
    /// Writes all bytes to a descriptor. Throws the failure that the number of the system's error means.
    func writeAll(to descriptor: Int32, failure: (Int32) -> Failure) throws {
        var rest = self[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { throw failure(errno) }
            rest = rest.dropFirst(count)
        }
    }
}
