extension Splitter {
    /// File name extensions of event files, in lower case.
    private static let endings = endingsOfLines + alsoCompressed([".json"])
    private static let endingsOfLines = alsoCompressed([".ndjson", ".jsonl"])

    private static func alsoCompressed(_ endings: [String]) -> [String] {
        endings.flatMap { [$0, $0 + ".gz", $0 + ".zst"] }
    }

    /// Whether the name is that of an event file.
    static func isEventFile(_ name: String) -> Bool { endings.contains { name.lowercased().hasSuffix($0) } }

    /// Chooses the splitter by the name and the first bytes, `head`. Returns nil if more bytes are needed; never if
    /// `isWhole` says that there are no more.
    ///
    /// `.ndjson` and `.jsonl`, also with `.gz` or `.zst`, mean lines, whatever the first line is, unless the file begins
    /// with an array whose first element is a complete object.
    static func recognised(by head: some Collection<UInt8>, path: String, isWhole: Bool) -> Splitter? {
        guard endingsOfLines.contains(where: { path.lowercased().hasSuffix($0) }) else {
            return recognised(by: head, isWhole: isWhole)
        }
        guard let beginsArray = beginsArray(head) else { return isWhole ? .ndjson : nil }
        return beginsArray ? .json : .ndjson
    }

    /// Returns whether a text begins with an array that is empty or whose first element is a complete object; nil if it
    /// is too short to tell.
    private static func beginsArray(_ text: some Collection<UInt8>) -> Bool? {
        guard let bracket = text.firstIndex(where: { !$0.isJSONSpace }) else { return nil }
        guard text[bracket] == UInt8(ascii: "[") else { return false }
        guard let first = text[bracket...].dropFirst().firstIndex(where: { !$0.isJSONSpace }) else { return nil }
        guard text[first] == UInt8(ascii: "{") else { return text[first] == UInt8(ascii: "]") }
        var nesting = Nesting()
        let end = text[first...].firstIndex { byte in
            nesting.take(byte)
            return nesting.isClosed
        }
        let after = end.flatMap { end in text[end...].dropFirst().first { !$0.isJSONSpace } }
        return after.map { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "]") }
    }

    /// Chooses the splitter by the first bytes, `head`. Returns nil if more bytes are needed; never if `isWhole` says
    /// that there are no more.
    ///
    /// An array begins with `[`, followed by an object, the end of the array or the source, or, on the same line,
    /// another JSON value and a comma. Lines of programs' logs begin with `[` too, but hardly ever continue like that.
    ///
    /// An object over several lines is recognised if its first line ends inside it with a bracket or comma, and the
    /// next line begins with a quote or a closing bracket. No line of NDJSON begins like that, and a line of NDJSON
    /// that was cut off is followed by one that begins with a brace. Everything else is NDJSON.
    static func recognised(by head: some Collection<UInt8>, isWhole: Bool) -> Splitter? {
        guard let first = head.firstIndex(where: { !$0.isJSONSpace }) else { return isWhole ? .ndjson : nil }
        switch head[first] {
        case UInt8(ascii: "["): return recognised(byArray: head[first...], isWhole: isWhole)
        case UInt8(ascii: "{"): return recognised(byObject: head[first...], isWhole: isWhole)
        default: return .ndjson
        }
    }

    private static func recognised(byArray text: some Collection<UInt8>, isWhole: Bool) -> Splitter? {
        let inside = text.dropFirst()
        guard let first = inside.firstIndex(where: { !$0.isJSONSpace }) else { return isWhole ? .json : nil }
        if [UInt8(ascii: "{"), UInt8(ascii: "]")].contains(inside[first]) { return .json }
        let line = inside[first...].prefix { $0 != UInt8(ascii: "\n") }
        var nesting = Nesting()
        let comma = line.firstIndex { byte in
            nesting.take(byte)
            return byte == UInt8(ascii: ",") && nesting.isClosed
        }
        if let comma { return Array(line[..<comma]).isJSON ? .json : .ndjson }
        return isWhole || line.endIndex < inside.endIndex ? .ndjson : nil
    }

    private static func recognised(byObject text: some Collection<UInt8>, isWhole: Bool) -> Splitter? {
        guard let lineEnd = text.firstIndex(of: UInt8(ascii: "\n")) else { return isWhole ? .ndjson : nil }
        guard isOpen(text[..<lineEnd]) else { return .ndjson }
        guard let next = text[lineEnd...].first(where: { !$0.isJSONSpace }) else { return isWhole ? .ndjson : nil }
        return [UInt8(ascii: "\""), UInt8(ascii: "}"), UInt8(ascii: "]")].contains(next) ? .json : .ndjson
    }

    /// Returns whether a line leaves an object open in the way of JSON that is written over several lines.
    private static func isOpen(_ line: some Collection<UInt8>) -> Bool {
        var nesting = Nesting()
        var last: UInt8?
        for byte in line {
            nesting.take(byte)
            if !byte.isBlank { last = byte }
        }
        guard let last, nesting.depth > 0, !nesting.isInString else { return false }
        return [UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: ",")].contains(last)
    }
}
