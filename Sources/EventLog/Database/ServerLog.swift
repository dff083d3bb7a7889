import Foundation

/// The file that the server writes its messages to.
struct ServerLog: Sendable {
    let path: String

    /// Bytes in the file; 0 if it is not there.
    var size: Int {
        var state = stat()
        return lstat(path, &state) == 0 ? Int(state.st_size) : 0
    }

    /// Puts a file of more than `limit` bytes aside, over the one that was put aside before.
    func rotate(over limit: Int = 10 << 20) {
        if size > limit { rename(path, path + ".old") }
    }

    /// The server's last messages since the file had `offset` bytes, without their times; nil if it said nothing.
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

    /// The line without the time and process number that our settings put before it.
    private func message(_ line: Substring) -> Substring {
        guard line.first?.isNumber == true, let end = line.firstRange(of: "] ") else { return line }
        return line[end.upperBound...]
    }
}
