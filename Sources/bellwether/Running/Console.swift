import Foundation
import Glibc

/// Writes results to standard output, and everything else to standard error.
enum Console {
    /// Prints a line of a result.
    static func result(_ line: String) throws {
        try result(bytes: Array((line + "\n").utf8))
    }

    /// Prints a result as it is. If the reader of a pipe closes it, SIGPIPE ends the program.
    static func result(bytes: [UInt8]) throws {
        try bytes.writeAll(to: STDOUT_FILENO) { .standardOutput($0) }
    }

    /// Prints a result as JSON: one value on one line with sorted keys.
    static func result(json value: some Encodable) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .iso8601
        try result(String(decoding: try encoder.encode(value), as: UTF8.self))
    }

    /// Prints a line for the user that is not part of the result.
    static func note(_ line: String) {
        aside(line + "\n")
    }

    /// Prints which files of a folder were left out, if there are any; only the first few by name.
    static func noteLeftOut(_ files: [String]) {
        guard !files.isEmpty else { return }
        let others = files.count > 5 ? " and \((files.count - 5).grouped) more" : ""
        note(
            """
            Left out, because their names are not those of event files (.ndjson, .jsonl or .json, or one of these and \
            .gz or .zst): \(files.prefix(5).map(\.visible).joined(separator: ", "))\(others).
            """)
    }

    /// Prints an error or status message with the program's name.
    static func error(_ line: String) {
        aside("bellwether: " + line + "\n")
    }

    /// Writes a text to standard error. Ignores failures, which could not be reported anywhere.
    static func aside(_ text: String) {
        try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
    }
}

extension [UInt8] {
    /// Writes all bytes to a file descriptor. Throws what `failure` returns for the `errno`.
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
