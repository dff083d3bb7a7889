import Foundation

/// The server's log file.
struct ServerLog: Sendable {
    let path: String

    /// Size in bytes; 0 if the file does not exist.
    var size: Int {
        var state = stat()
        return lstat(path, &state) == 0 ? Int(state.st_size) : 0
    }

    /// Renames a file of more than `limit` bytes to `.old`, replacing the previous one.
    func rotate(over limit: Int = 10 << 20) {
        if size > limit { rename(path, path + ".old") }
    }

    /// Returns the last messages written after byte `offset`, without timestamps; nil if there are none.
    func reason(since offset: Int) -> String? {
        guard let file = FileHandle(forReadingAtPath: path) else { return nil }
        defer { try? file.close() }
        try? file.seek(toOffset: UInt64(max(offset, size - 65_536, 0)))
        let text = String(decoding: (try? file.readToEnd()) ?? Data(), as: UTF8.self)
        let messages = text.split(whereSeparator: \.isNewline).map(message)
            .filter { !$0.hasSuffix("database system is shut down") }
        let reason = lastSpokenLines(of: messages.joined(separator: "\n"), 3)
        return reason.isEmpty ? nil : reason
    }

    /// Returns the line without the prefix that `log_line_prefix` in `ServerSettings` adds.
    private func message(_ line: Substring) -> Substring {
        guard line.first?.isNumber == true, let end = line.firstRange(of: "] ") else { return line }
        return line[end.upperBound...]
    }
}
