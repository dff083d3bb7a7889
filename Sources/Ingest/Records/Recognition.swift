extension Splitter {
    /// How the names of files of events end. Of one in `.json` its first bytes tell how it is cut.
    static let endings = endingsOfLines + alsoCompressed([".json"])
    private static let endingsOfLines = alsoCompressed([".ndjson", ".jsonl"])

    private static func alsoCompressed(_ endings: [String]) -> [String] {
        endings.flatMap { [$0, $0 + ".gz", $0 + ".zst"] }
    }

    /// The way in which a file of this name is cut: by lines where the name ends in `.ndjson` or `.jsonl`, also with
    /// `.gz` or `.zst`, whatever its first line is; nil where the name does not say.
    init?(path: String) {
        guard Self.endingsOfLines.contains(where: { path.hasSuffix($0) }) else { return nil }
        self = .ndjson
    }

    /// The way in which a source that begins with `head` is cut; nil if more of it must be seen and `isWhole` is false.
    ///
    /// An array begins with `[`, behind which stands an object, the end of the array or of the source, or on one line
    /// another value of JSON and a comma: lines of programs' own logs begin with `[` too, and hardly any goes on so.
    ///
    /// An object over several lines is one whose first line ends with a bracket or a comma inside of it, while the next
    /// begins with a quote or a closing bracket: no line of NDJSON begins so, and a line of NDJSON that was cut off is
    /// followed by one that begins with a brace. All else is NDJSON.
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

    /// Whether a line leaves an object open as those do who write one over several lines.
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
